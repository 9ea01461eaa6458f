import {RELEASE_REQUEST_VERSION, TYPE} from '../store/wire.ts';
import {wireDate} from './dates.ts';
import {type Node, related} from './documents.ts';
import type {Nodes} from './nodes.ts';
import type {BuildRecord} from './records.ts';
import type {StoreView} from './view.ts';

const LIFE = 90 * 86_400_000;

/** Builds and the pre-release versions that they belong to. */
export function buildNodes(view: StoreView, nodes: Nodes): Pick<Nodes, 'build' | 'preReleaseVersion'> {
  const appOf = (build: BuildRecord) => {
    const app = view.seed.findApp(build.app);
    return related(app && nodes.app(app));
  };

  return {
    build(build) {
      const isMac = build.platform === 'MAC_OS';
      return {
        type: TYPE.build,
        id: build.id,
        attributes: {
          version: build.number,
          uploadedDate: build.uploaded,
          expirationDate: wireDate(Date.parse(build.uploaded) + LIFE),
          expired: build.expired,
          minOsVersion: isMac ? '14.0' : '17.0',
          ...(isMac && {lsMinimumSystemVersion: '14.0', computedMinMacOsVersion: '14.0'}),
          processingState: build.state,
          buildAudienceType: 'APP_STORE_ELIGIBLE',
          ...(build.state === 'VALID' && {usesNonExemptEncryption: false}),
        },
        related: {
          preReleaseVersion: () => related(nodes.preReleaseVersion(build)),
          app: () => appOf(build),
          [RELEASE_REQUEST_VERSION]: () => {
            const version = view.versionOfBuild(build);
            return related(version && nodes.version(version));
          },
        },
      };
    },

    preReleaseVersion(build): Node {
      return {
        type: TYPE.preReleaseVersion,
        id: build.preReleaseVersion,
        attributes: {version: build.version, platform: build.platform},
        related: {builds: () => related(nodes.build(build)), app: () => appOf(build)},
      };
    },
  };
}
