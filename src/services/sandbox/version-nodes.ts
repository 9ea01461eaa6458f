import {NEW_STATE, OLD_STATE, RELEASE_REQUEST_VERSION, TYPE, VERSION_REL} from '../store/wire.ts';
import {wireDate} from './dates.ts';
import {type Node, related} from './documents.ts';
import {derivedId} from './ids.ts';
import type {Nodes} from './nodes.ts';
import type {VersionRecord} from './records.ts';
import {newerState} from './states.ts';
import {
  clipExperience,
  distributionPackage,
  experiment,
  gameVersion,
  localizations,
  reviewDetail,
  routeCoverage,
  secondExperiment,
} from './version-parts.ts';
import type {StoreView} from './view.ts';

const LIVE = ['READY_FOR_SALE', 'PROCESSING_FOR_APP_STORE'];

/** Versions and what hangs on them. */
export function versionNodes(
  view: StoreView,
  nodes: Nodes,
): Pick<Nodes, 'version' | 'phasedRelease' | 'submission' | 'experiments'> {
  const back = (version: VersionRecord) => ({[RELEASE_REQUEST_VERSION]: () => related(nodes.version(version))});

  return {
    version(version) {
      const app = view.seed.findApp(version.app);
      const state = view.state(version);
      const isRich = () => view.extras(version.id).rich;
      const onlyRich = (make: (version: VersionRecord) => Node) => () =>
        related(isRich() ? {...make(version), related: back(version)} : undefined);
      const part = (node: Node): Node => ({...node, related: back(version)});
      return {
        type: TYPE.version,
        id: version.id,
        attributes: {
          platform: version.platform,
          versionString: version.versionString,
          [OLD_STATE]: state,
          [NEW_STATE]: newerState(state),
          copyright: version.copyright,
          reviewType: version.reviewType ?? 'APP_STORE',
          releaseType: version.releaseType,
          earliestReleaseDate: version.earliestReleaseDate,
          usesIdfa: version.usesIdfa,
          downloadable: version.downloadable ?? true,
          createdDate: version.createdDate,
        },
        related: {
          [VERSION_REL.app]: () => related(app && nodes.app(app)),
          [VERSION_REL.localizations]: () => related(...localizations(version, app?.seed).map(part)),
          [VERSION_REL.build]: () => {
            const build = version.build === undefined ? undefined : view.build(version.build);
            return related(build && nodes.build(build));
          },
          [VERSION_REL.phasedRelease]: () => related(nodes.phasedRelease(version)),
          [VERSION_REL.gameVersion]: onlyRich(gameVersion),
          [VERSION_REL.coverage]: onlyRich(routeCoverage),
          [VERSION_REL.reviewDetail]: () => {
            const {rich, submission} = view.extras(version.id);
            return related(rich || submission ? part(reviewDetail(version)) : undefined);
          },
          [VERSION_REL.submission]: () => related(nodes.submission(version)),
          [VERSION_REL.clipExperience]: onlyRich(clipExperience),
          [VERSION_REL.experiments]: () => related(nodes.experiments(version).first),
          // Beside a version the document has both kinds of experiments in the shape of the first.
          [VERSION_REL.experimentsV2]: () => {
            const {second} = nodes.experiments(version);
            return related(second && {...second, type: TYPE.experiment, related: back(version)});
          },
          [VERSION_REL.distributionPackage]: onlyRich(distributionPackage),
        },
      };
    },

    phasedRelease(version) {
      const {phased} = view.extras(version.id);
      if (!phased) return undefined;
      const begins = version.releasedAt !== undefined && LIVE.includes(view.state(version));
      const start = begins ? wireDate(version.releasedAt ?? 0) : phased.start;
      return {
        type: TYPE.phasedRelease,
        id: derivedId(TYPE.phasedRelease, version.id),
        attributes: {
          phasedReleaseState: begins ? 'ACTIVE' : phased.state,
          startDate: start,
          totalPauseDuration: phased.state === 'PAUSED' ? 4 : 0,
          currentDayNumber: begins ? 1 : phased.day,
        },
      };
    },

    submission(version) {
      const {submission} = view.extras(version.id);
      if (submission !== 'version' && submission !== 'both') return undefined;
      return {
        type: TYPE.submission,
        id: derivedId(TYPE.submission, version.id),
        attributes: {},
        related: back(version),
      };
    },

    experiments(version) {
      if (!view.extras(version.id).rich) return {};
      const app = view.seed.findApp(version.app);
      return {
        first: {...experiment(version), related: back(version)},
        second: {
          ...secondExperiment(version),
          related: {
            app: () => related(app && nodes.app(app)),
            latestControlVersion: () => related(nodes.version(version)),
            controlVersions: () => related(nodes.version(version)),
          },
        },
      };
    },
  };
}
