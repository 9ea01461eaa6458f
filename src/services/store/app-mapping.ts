import type {AppOverview} from '../model/pages.ts';
import {lookup} from '../model/values.ts';
import type {App, StoreVersion} from '../model/version.ts';
import {text} from './attributes.ts';
import {linkOf, toVersionRow} from './mapping.ts';
import {APP_SUBMISSIONS_REL, APP_VERSIONS_REL, REVIEW_SUBMISSION_VERSION, type Resource} from './wire.ts';

export function toApp({id, attributes = {}}: Resource): App {
  return {id, name: text(attributes.name), bundleId: text(attributes.bundleId), sku: text(attributes.sku)};
}

/** The resources of one type that came along, by ID. */
export function byId(type: string, included: readonly Resource[]): ReadonlyMap<string, Resource> {
  return new Map(included.filter((resource) => resource.type === type).map((resource) => [resource.id, resource]));
}

/** An app with those of the included versions and submissions that are its own. */
export function toAppOverview(
  app: Resource,
  versions: ReadonlyMap<string, Resource>,
  submissions: ReadonlyMap<string, Resource>,
): AppOverview {
  const own = (relationship: string, all: ReadonlyMap<string, Resource>): Resource[] => {
    const links = app.relationships?.[relationship]?.data;
    return (Array.isArray(links) ? links : []).flatMap(({id}) => all.get(id) ?? []);
  };
  const submitted = own(APP_SUBMISSIONS_REL, submissions);
  return {
    ...toApp(app),
    versions: own(APP_VERSIONS_REL, versions).map((resource) => {
      const version = toVersionRow(resource);
      version.submittedDate = submittedDate(version, submitted);
      return version;
    }),
  };
}

/** In which state the submission of a version is that waits for review, or was rejected. */
const SUBMISSION_STATES = {
  WAITING_FOR_REVIEW: 'WAITING_FOR_REVIEW',
  IN_REVIEW: 'IN_REVIEW',
  REJECTED: 'UNRESOLVED_ISSUES',
  METADATA_REJECTED: 'UNRESOLVED_ISSUES',
  INVALID_BINARY: 'UNRESOLVED_ISSUES',
};

/**
 * When a version was submitted. A submission that only came along seldom says which version it holds; then it is the
 * only one of the platform in that state, and no date is given where there are two.
 */
function submittedDate({id, platform, state}: StoreVersion, submissions: readonly Resource[]): string | undefined {
  const wanted = lookup(SUBMISSION_STATES, state);
  if (wanted === undefined) return undefined;
  const fitting = submissions.filter(
    ({attributes = {}}) => attributes.platform === platform && attributes.state === wanted,
  );
  const holding = fitting.filter((submission) => linkOf(submission, REVIEW_SUBMISSION_VERSION)?.id === id);
  const unnamed = fitting.filter((submission) => linkOf(submission, REVIEW_SUBMISSION_VERSION) === undefined);
  const [only, ...others] = holding.length > 0 ? holding : unnamed;
  return others.length > 0 ? undefined : text(only?.attributes?.submittedDate);
}
