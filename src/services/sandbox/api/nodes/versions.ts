import {NEW_STATE, OLD_STATE, RELEASE_REQUEST_VERSION, TYPE, VERSION_REL} from '../../../store/wire.ts';
import {wireDate} from '../../dates.ts';
import {localizationsOf, phasedReleaseOf, reviewDetailOf} from '../../lifecycle/lookups.ts';
import type {VersionRecord} from '../../records/shapes.ts';
import type {Store} from '../../records/store.ts';
import {type Node, type Related, related} from '../documents.ts';
import {newerState} from '../states.ts';
import type {Nodes} from './graph.ts';
import {clipExperience, distributionPackage, gameVersion, routeCoverage} from './made-up.ts';

export function versionNode(store: Store, nodes: Nodes, version: VersionRecord): Node {
  const back = {[RELEASE_REQUEST_VERSION]: () => related(nodes.version(version))};
  const onlyRich = (make: (version: VersionRecord) => Node) => (): Related =>
    related(version.rich ? {...make(version), related: back} : undefined);
  const one = <T>(record: T | undefined, toNode: (record: T) => Node): Related =>
    related(record === undefined ? undefined : toNode(record));
  return {
    type: TYPE.version,
    id: version.id,
    attributes: {
      platform: version.platform,
      versionString: version.versionString,
      [OLD_STATE]: version.state,
      [NEW_STATE]: newerState(version.state),
      copyright: version.copyright,
      reviewType: version.reviewType ?? 'APP_STORE',
      releaseType: version.releaseType,
      earliestReleaseDate: version.earliestReleaseDate,
      usesIdfa: version.usesIdfa,
      downloadable: version.downloadable ?? true,
      createdDate: wireDate(version.created),
    },
    related: {
      [VERSION_REL.app]: () => one(store.samples.app(version.app), nodes.app),
      [VERSION_REL.localizations]: () => related(...localizationsOf(store, version).map(nodes.localization)),
      [VERSION_REL.build]: () => one(version.build ? store.find('builds', version.build) : undefined, nodes.build),
      [VERSION_REL.phasedRelease]: () => one(phasedReleaseOf(store, version), nodes.phasedRelease),
      [VERSION_REL.gameVersion]: onlyRich(gameVersion),
      [VERSION_REL.coverage]: onlyRich(routeCoverage),
      [VERSION_REL.reviewDetail]: () => one(reviewDetailOf(store, version), nodes.reviewDetail),
      [VERSION_REL.submission]: () => related(nodes.versionSubmission(version)),
      [VERSION_REL.clipExperience]: onlyRich(clipExperience),
      [VERSION_REL.experiments]: () => related(nodes.experiments(version).first),
      // Beside a version the document has both kinds of experiments in the shape of the first.
      [VERSION_REL.experimentsV2]: () => {
        const {second} = nodes.experiments(version);
        return related(second && {...second, type: TYPE.experiment, related: back});
      },
      [VERSION_REL.distributionPackage]: onlyRich(distributionPackage),
    },
  };
}
