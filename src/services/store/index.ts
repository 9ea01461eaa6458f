import {findApp} from './apps.ts';
import {eachAppPage, listApps, readApp} from './apps-overview.ts';
import {askService, mayAsk} from './ask-service.ts';
import {attachableBuilds, attachBuild} from './attach-build.ts';
import {eachBuildPage, listBuilds, readBuild} from './builds.ts';
import {checkVersion} from './check-version.ts';
import {type ClientOptions, createClient} from './client.ts';
import {createVersion} from './create-version.ts';
import {deleteVersion} from './delete-version.ts';
import {parseCollection} from './documents.ts';
import {versionHistory} from './history.ts';
import {eachVersionPage, listVersions} from './list-versions.ts';
import {changePhased, disablePhased, enablePhased, viewPhased} from './phased-release.ts';
import {withQuery} from './query.ts';
import {readRelease} from './read-release.ts';
import {resolveVersion} from './reference.ts';
import {readNotes} from './release-notes.ts';
import {releaseVersion} from './release-version.ts';
import type {Store} from './store.ts';
import {openSubmission} from './subject.ts';
import {listSubmissions} from './submissions.ts';
import {submitVersion} from './submit.ts';
import {updateBuild} from './update-build.ts';
import {updateVersion} from './update-version.ts';
import {versionFacts} from './version-facts.ts';
import {viewVersion} from './view-version.ts';
import {PATH} from './wire.ts';
import {withdrawVersion} from './withdraw.ts';
import {writeNotes} from './write-notes.ts';

/** The store behind an API origin, with one credential. */
export function createStore(options: ClientOptions): Store {
  const client = createClient(options);
  return {
    origin: client.origin,
    listApps: (query, signal) => listApps(client, query, signal),
    readApp: (app, signal) => readApp(client, app, signal),
    eachAppPage: (query, signal) => eachAppPage(client, query, signal),
    findApp: (app, signal) => findApp(client, app, signal),
    listVersions: (query, signal) => listVersions(client, query, signal),
    eachVersionPage: (query, signal) => eachVersionPage(client, query, signal),
    resolveVersion: (version, signal) => resolveVersion(client, version, signal),
    viewVersion: (query, signal) => viewVersion(client, query, signal),
    readRelease: (query, signal) => readRelease(client, query, signal),
    versionFacts: (id, signal) => versionFacts(client, id, signal),
    createVersion: (draft, signal) => createVersion(client, draft, signal),
    updateVersion: (id, changes, signal) => updateVersion(client, id, changes, signal),
    deleteVersion: (id, signal) => deleteVersion(client, id, signal),
    attachBuild: (version, choice, signal) => attachBuild(client, version, choice, signal),
    async checkVersion(version, options, signal) {
      if (!options.askService) return checkVersion(client, version, undefined, signal);
      mayAsk(client);
      return checkVersion(client, version, (id) => askService(client, id, signal), signal);
    },
    submitVersion: (version, signal) => submitVersion(client, version, signal),
    openSubmission: (version, signal) => openSubmission(client, version, signal),
    withdrawVersion: (version, options, signal) => withdrawVersion(client, version, options, signal),
    attachableBuilds: (version, choice, signal) => attachableBuilds(client, version, choice, signal),
    releaseVersion: (id, signal) => releaseVersion(client, id, signal),
    versionHistory: (version, signal) => versionHistory(client, version, signal),
    appSubmissions: (appId, signal) => listSubmissions(client, {appId, withActors: true}, signal),
    listBuilds: (query, signal) => listBuilds(client, query, signal),
    eachBuildPage: (query, signal) => eachBuildPage(client, query, signal),
    readBuild: (id, signal) => readBuild(client, id, signal),
    updateBuild: (id, changes, signal) => updateBuild(client, id, changes, signal),
    readNotes: (versionId, signal) => readNotes(client, versionId, signal),
    writeNotes: (versionId, plan, signal) => writeNotes(client, versionId, plan, signal),
    viewPhased: (version, signal) => viewPhased(client, version, signal),
    enablePhased: (version, signal) => enablePhased(client, version, signal),
    disablePhased: (version, signal) => disablePhased(client, version, signal),
    changePhased: (version, change, signal) => changePhased(client, version, change, signal),
    async probe(signal) {
      parseCollection(await client.get(withQuery(PATH.apps, {limit: 1}), signal));
    },
  };
}
