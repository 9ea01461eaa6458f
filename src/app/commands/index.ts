import type {Command} from '../command.ts';
import {listApps} from './apps.ts';
import {authInit, authLogin, authLogout, authSwitch, authTrust} from './auth/edit.ts';
import {authDoctor, authStatus, authToken} from './auth/read.ts';
import {listBuilds, updateBuild, waitForBuild} from './builds.ts';
import {completion} from './completion.ts';
import {mcpCommand, schemaCommand} from './for-programs.ts';
import {history} from './history.ts';
import {pullNotes, pushNotes} from './notes-folder.ts';
import {completePhased, disablePhased, enablePhased, pausePhased, resumePhased, viewPhased} from './phased-release.ts';
import {copyNotes, listNotes, setNotes} from './release-notes.ts';
import {sandbox} from './sandbox.ts';
import {ship} from './ship/ship.ts';
import {tui} from './tui.ts';
import {attachBuild} from './versions/attach-build.ts';
import {checkVersion} from './versions/check.ts';
import {createVersion, deleteVersion, updateVersion} from './versions/edit.ts';
import {listVersions, versionHistory, viewVersion} from './versions/read.ts';
import {releaseVersion, submitVersion, withdrawVersion} from './versions/submit.ts';
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
