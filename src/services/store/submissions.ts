import {holds, isOpen, STATE, type Submission, type SubmissionItem} from '../model/submission.ts';
import {lookup} from '../model/values.ts';
import type {VersionPlace} from '../model/version.ts';
import type {Client} from './client.ts';
import {linkOf, linksOf, related, text, toVersion} from './mapping.ts';
import {readAll, readOne} from './reads.ts';
import {ATTRIBUTE, type Identifier, limitOf, pathOf, REL, type Resource, segment, TYPE} from './wire.ts';

const MAX_ITEMS = 50;
const ACTORS = ['submittedByActor', 'lastUpdatedByActor'] as const;

interface SubmissionQuery {
  appId: string;
  platform?: string;
  states?: readonly string[];
  parts: readonly ('items' | 'actors')[];
}

export async function listSubmissions(client: Client, wanted: SubmissionQuery): Promise<Submission[]> {
  const {appId, platform, states, parts} = wanted;
  const withItems = parts.includes('items');
  const actors = parts.includes('actors') ? ACTORS : [];
  const relationships = [...(withItems ? ['items'] : []), REL.reviewedVersion, ...actors];
  const query = {
    filter: {app: segment(appId), platform, state: states},
    include: relationships,
    fields: {
      [TYPE.reviewSubmission]: ['platform', 'state', 'submittedDate', ...relationships],
      [TYPE.version]: 'versionString',
    },
    [limitOf('items')]: withItems ? MAX_ITEMS : undefined,
  };
  const {data, included} = await readAll(client, pathOf(TYPE.reviewSubmission), query);
  const isOwn = ({attributes}: Resource) => platform === undefined || (attributes?.platform ?? platform) === platform;
  const known = new Map(included.map((one) => [`${one.type} ${one.id}`, one]));
  const find = ({type, id}: Identifier): Resource => known.get(`${type} ${id}`) ?? {type, id};
  return data.filter(isOwn).map((one) => toSubmission(one, find));
}

export async function openSubmissions(client: Client, {appId, platform}: VersionPlace, states = STATE.open) {
  return withItems(client, await listSubmissions(client, {appId, platform, states, parts: ['items']}));
}

/** The service may omit items or their contents: open submissions are then read completely. */
export function withItems(client: Client, found: readonly Submission[]): Promise<Submission[]> {
  return Promise.all(
    found.map(async (submission) =>
      isOpen(submission) && !isKnown(submission) ? readComplete(client, submission) : submission,
    ),
  );
}

async function readComplete(client: Client, submission: Submission): Promise<Submission> {
  return {...submission, items: await readItems(client, submission.id), isPartial: false};
}

function isKnown({state, version, items, isPartial = false}: Submission): boolean {
  if (!version) return !isPartial && items.every(({kind}) => kind !== undefined);
  if (state === STATE.draft) return !isPartial && items.length > 0;
  return !isPartial || items.length === 0;
}

export const WITHDRAWABLE: readonly string[] = [...STATE.open, STATE.completing];

export async function openSubmission(client: Client, version: VersionPlace & {id: string}) {
  return submissionOf(client, version.id, await openSubmissions(client, version, WITHDRAWABLE));
}

export async function submissionOf(client: Client, versionId: string, all: readonly Submission[]) {
  const own = all.find((submission) => holds(submission, versionId));
  return own?.isPartial ? readComplete(client, own) : own;
}

export async function readSubmissionState(client: Client, id: string): Promise<string | undefined> {
  const query = {fields: {[TYPE.reviewSubmission]: 'state'}};
  return text((await readOne(client, pathOf(TYPE.reviewSubmission, id), query)).data.attributes?.state);
}

export async function readSubmissionWith(client: Client, id: string, versionId: string) {
  const {data, included} = await readOne(client, pathOf(TYPE.reviewSubmission, id), {
    include: REL.reviewedVersion,
    fields: {
      [TYPE.reviewSubmission]: ['state', REL.reviewedVersion],
      [TYPE.version]: [ATTRIBUTE.oldState, ATTRIBUTE.newState],
    },
  });
  const version = related(data, REL.reviewedVersion, included);
  const versionState = version?.id === versionId ? toVersion(version).state : undefined;
  return {state: text(data.attributes?.state), versionState};
}

export async function readItems(client: Client, id: string): Promise<SubmissionItem[]> {
  const query = {include: REL.ofVersion, fields: {[TYPE.version]: 'versionString'}};
  const {data} = await readAll(client, pathOf(TYPE.reviewSubmission, id, 'items'), query);
  return data.map(toItem);
}

function toSubmission(resource: Resource, find: (link: Identifier) => Resource): Submission {
  const {id, attributes = {}} = resource;
  const items = linksOf(resource, 'items');
  const version = linkOf(resource, REL.reviewedVersion);
  const actor = (name: (typeof ACTORS)[number]) => {
    const link = linkOf(resource, name);
    return link && actorName(find(link));
  };
  return {
    id,
    state: text(attributes.state),
    submittedDate: text(attributes.submittedDate),
    version: version && {id: version.id, versionString: text(find(version).attributes?.versionString)},
    items: items.links.map((item) => toItem(find(item))),
    isPartial: items.isPartial,
    submittedBy: actor('submittedByActor'),
    updatedBy: actor('lastUpdatedByActor'),
  };
}

function toItem({id, attributes = {}, relationships = {}}: Resource): SubmissionItem {
  const linked = Object.values(relationships).flatMap(({data}) => (Array.isArray(data) ? [] : (data ?? [])))[0];
  const {type = '', id: linkedId} = linked ?? {};
  const kind = lookup(KINDS, type) ?? (type.startsWith('gameCenter') ? 'a Game Center item' : 'another item');
  const versionId = type === TYPE.version ? linkedId : undefined;
  return {id, state: text(attributes.state), versionId, kind: linked && kind};
}

const KINDS: Readonly<Record<string, string>> = {
  [TYPE.version]: 'a version',
  [TYPE.experiment]: 'an experiment',
  appCustomProductPageVersions: 'a custom product page',
  appEvents: 'an in-app event',
  backgroundAssetVersions: 'a background asset',
  inAppPurchaseVersions: 'an in-app purchase',
  subscriptionVersions: 'a subscription',
  subscriptionGroupVersions: 'a subscription group',
};

function actorName({attributes = {}}: Resource): string | undefined {
  const person = [attributes.userFirstName, attributes.userLastName].map(text).filter(Boolean).join(' ');
  const [email, key, type] = [attributes.userEmail, attributes.apiKeyId, attributes.actorType].map(text);
  if (person || email) return person || email;
  if (key !== undefined) return `API key ${key}`;
  return type === 'XCODE_CLOUD' ? 'Xcode Cloud' : type === 'APPLE' ? 'Apple' : undefined;
}
