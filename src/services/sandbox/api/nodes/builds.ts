import {RELEASE_REQUEST_VERSION, TYPE} from '../../../store/wire.ts';
import {wireDate} from '../../dates.ts';
import {sampleId} from '../../records/ids.ts';
import type {BuildRecord} from '../../records/shapes.ts';
import type {Store} from '../../records/store.ts';
import {type Node, type Related, related} from '../documents.ts';
import type {Nodes} from './graph.ts';

const LIFE = 90 * 86_400_000;

export function buildNode(store: Store, nodes: Nodes, build: BuildRecord): Node {
  const isMac = build.platform === 'MAC_OS';
  return {
    type: TYPE.build,
    id: build.id,
    attributes: {
      version: build.number,
      uploadedDate: wireDate(build.uploaded),
      expirationDate: wireDate(build.uploaded + LIFE),
      expired: build.expired,
      minOsVersion: isMac ? '14.0' : '17.0',
      ...(isMac && {lsMinimumSystemVersion: '14.0', computedMinMacOsVersion: '14.0'}),
      processingState: build.state,
      buildAudienceType: 'APP_STORE_ELIGIBLE',
      usesNonExemptEncryption: build.usesNonExemptEncryption,
    },
    related: {
      preReleaseVersion: () => related(nodes.preReleaseVersion(build)),
      app: () => appOf(store, nodes, build),
      [RELEASE_REQUEST_VERSION]: () => {
        const version = store.versions(build.app).find((one) => one.build === build.id);
        return related(version && nodes.version(version));
      },
    },
  };
}

/** A pre-release version is what builds of one version string and platform have in common. */
export const preReleaseId = ({app, platform, version}: BuildRecord): string =>
  sampleId(TYPE.preReleaseVersion, app, `${platform} ${version}`);

export function preReleaseNode(store: Store, nodes: Nodes, build: BuildRecord): Node {
  const {app, platform, version} = build;
  return {
    type: TYPE.preReleaseVersion,
    id: preReleaseId(build),
    attributes: {version, platform},
    related: {
      builds: () => {
        const all = store.all('builds', app).filter((one) => one.platform === platform && one.version === version);
        return related(...all.map(nodes.build));
      },
      app: () => appOf(store, nodes, build),
    },
  };
}

function appOf(store: Store, nodes: Nodes, build: BuildRecord): Related {
  const app = store.samples.app(build.app);
  return related(app && nodes.app(app));
}
