import {RELEASE_REQUEST_VERSION, TYPE} from '../../../store/wire.ts';
import {isSubmitted} from '../../lifecycle/lookups.ts';
import {pausedDays} from '../../lifecycle/phased-release.ts';
import {derivedId} from '../../records/ids.ts';
import type {LocalizationRecord, PhasedRecord, ReviewDetailRecord, VersionRecord} from '../../records/shapes.ts';
import type {Store} from '../../records/store.ts';
import {type Node, type Related, related} from '../documents.ts';
import type {Nodes} from './graph.ts';
import {experiment, secondExperiment} from './made-up.ts';

/** What a version owns. */

function owner(store: Store, nodes: Nodes, id: string): () => Related {
  return () => {
    const version = store.find('versions', id);
    return related(version && nodes.version(version));
  };
}

export function localizationNode(store: Store, nodes: Nodes, record: LocalizationRecord): Node {
  const {id, app, version, ...attributes} = record;
  return {
    type: TYPE.localization,
    id,
    attributes,
    related: {
      [RELEASE_REQUEST_VERSION]: owner(store, nodes, version),
      appScreenshotSets: () => {
        const sets = store.all('screenshotSets', app).filter(({localization}) => localization === id);
        return related(
          ...sets.map((set): Node => {
            const {displayType} = set;
            return {type: 'appScreenshotSets', id: set.id, attributes: {screenshotDisplayType: displayType}};
          }),
        );
      },
    },
  };
}

export function reviewDetailNode(store: Store, nodes: Nodes, record: ReviewDetailRecord): Node {
  const {id, app: _app, version, ...attributes} = record;
  const related = {[RELEASE_REQUEST_VERSION]: owner(store, nodes, version)};
  return {type: TYPE.reviewDetail, id, attributes, related};
}

export function phasedNode(store: Store, record: PhasedRecord): Node {
  return {
    type: TYPE.phasedRelease,
    id: record.id,
    attributes: {
      phasedReleaseState: record.state,
      startDate: record.startDate,
      totalPauseDuration: pausedDays(record, store),
      currentDayNumber: record.day,
    },
  };
}

export const versionSubmissionId = ({id}: VersionRecord): string => derivedId(TYPE.submission, id);

export function versionSubmissionNode(store: Store, nodes: Nodes, version: VersionRecord): Node | undefined {
  if (!isSubmitted(store, version)) return undefined;
  const related = {[RELEASE_REQUEST_VERSION]: owner(store, nodes, version.id)};
  return {type: TYPE.submission, id: versionSubmissionId(version), attributes: {}, related};
}

export function experimentNodes(store: Store, nodes: Nodes, version: VersionRecord): {first?: Node; second?: Node} {
  if (!version.rich) return {};
  const back = () => related(nodes.version(version));
  const app = store.samples.app(version.app);
  return {
    first: {...experiment(version), related: {[RELEASE_REQUEST_VERSION]: back}},
    second: {
      ...secondExperiment(version),
      related: {app: () => related(app && nodes.app(app)), latestControlVersion: back, controlVersions: back},
    },
  };
}
