import {attachBuild} from '../actions/attach-build.ts';
import {checkVersion} from '../actions/check.ts';
import {createVersion} from '../actions/create.ts';
import {deleteVersion} from '../actions/delete.ts';
import {updateBuild} from '../actions/encryption.ts';
import {completePhased, disablePhased, enablePhased, pausePhased, resumePhased} from '../actions/phased.ts';
import {releaseVersion} from '../actions/release.ts';
import {copyNotes, pushNotes, setNotes} from '../actions/release-notes.ts';
import {ship} from '../actions/ship/ship.ts';
import {submitVersion} from '../actions/submit.ts';
import {updateVersion} from '../actions/update.ts';
import {withdrawVersion} from '../actions/withdraw.ts';
import type {Command} from '../command.ts';
import {listApps} from './apps.ts';
import {authInit, authLogin, authLogout, authSwitch, authTrust} from './auth/edit.ts';
import {authDoctor, authStatus, authToken} from './auth/read.ts';
import {listBuilds, waitForBuild} from './builds.ts';
import {completion} from './completion.ts';
import {mcpCommand, schemaCommand} from './for-programs.ts';
import {history} from './history.ts';
import {viewPhased} from './phased-release.ts';
import {listNotes, pullNotes} from './release-notes.ts';
import {sandbox} from './sandbox.ts';
import {tui} from './tui.ts';
import {listVersions, versionHistory, viewVersion} from './versions/read.ts';
import {waitForVersion} from './versions/wait.ts';

/** THE TABLE of commands: help, the command line, the palette and the forms all read it. */
export const commands: readonly Command[] = [
  authInit,
  authLogin,
  authSwitch,
  authLogout,
  authStatus,
  authDoctor,
  authToken,
  authTrust,
  ship,
  listApps,
  listVersions,
  viewVersion,
  createVersion,
  updateVersion,
  attachBuild,
  releaseVersion,
  deleteVersion,
  checkVersion,
  submitVersion,
  withdrawVersion,
  waitForVersion,
  versionHistory,
  listBuilds,
  waitForBuild,
  updateBuild,
  listNotes,
  setNotes,
  copyNotes,
  pushNotes,
  pullNotes,
  viewPhased,
  enablePhased,
  disablePhased,
  pausePhased,
  resumePhased,
  completePhased,
  history,
  tui,
  sandbox,
  completion,
  schemaCommand(() => commands),
  mcpCommand(() => commands),
] as readonly Command[];
