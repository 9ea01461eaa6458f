import {APP_VERSIONS_REL, TYPE, VERSION_REL} from '../../../store/wire.ts';
import type {AppRecord} from '../../records/shapes.ts';
import type {Store} from '../../records/store.ts';
import {type Node, related} from '../documents.ts';
import {preReleaseId} from './builds.ts';
import type {Nodes} from './graph.ts';

export function appNode(store: Store, nodes: Nodes, app: AppRecord): Node {
  return {
    type: TYPE.app,
    id: app.id,
    attributes: {
      name: app.name,
      bundleId: app.bundleId,
      sku: app.sku,
      primaryLocale: app.primaryLocale,
      isOrEverWasMadeForKids: false,
      contentRightsDeclaration: app.lacks?.includes('content rights') ? undefined : 'DOES_NOT_USE_THIRD_PARTY_CONTENT',
      streamlinedPurchasingEnabled: true,
    },
    related: {
      [APP_VERSIONS_REL]: () => ({
        total: store.newestVersions(app.id, 0).total,
        take: (limit) => store.newestVersions(app.id, limit).versions.map(nodes.version),
      }),
      builds: () => listed(store.all('builds', app.id), nodes.build),
      preReleaseVersions: () => {
        const builds = store.all('builds', app.id);
        return listed(
          [...new Map(builds.map((build) => [preReleaseId(build), build])).values()],
          nodes.preReleaseVersion,
        );
      },
      appInfos: () => related(...nodes.appInfos(app)),
      reviewSubmissions: () => listed(store.all('submissions', app.id).toReversed(), nodes.reviewSubmission),
      [VERSION_REL.experimentsV2]: () => {
        const rich = store.newestVersions(app.id, NEWEST).versions.filter((version) => version.rich);
        return related(...rich.map((version) => nodes.experiments(version).second));
      },
    },
  };
}

/** Only sample versions that are not history have experiments: they are among the newest. */
const NEWEST = 50;

function listed<T>(records: readonly T[], toNode: (record: T) => Node) {
  return {total: records.length, take: (limit: number) => records.slice(0, limit).map(toNode)};
}
