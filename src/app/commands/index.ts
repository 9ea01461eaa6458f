import {checkVersion} from '../actions/check.ts';
import {actions} from '../actions/index.ts';
import {copyNotes, pushNotes} from '../actions/release-notes.ts';
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

/** The table of all commands. Help, the command line, the palette and the forms read it. */
export const commands: readonly Command[] = [
  authInit,
  authLogin,
  authSwitch,
  authLogout,
  authStatus,
  authDoctor,
  authToken,
  authTrust,
  actions.ship,
  listApps,
  listVersions,
  viewVersion,
  actions.create,
  actions.update,
  actions['attach-build'],
  actions.release,
  actions.delete,
  checkVersion,
  actions.submit,
  actions.withdraw,
  waitForVersion,
  versionHistory,
  listBuilds,
  waitForBuild,
  actions.encryption,
  listNotes,
  actions['release-notes'],
  copyNotes,
  pushNotes,
  pullNotes,
  viewPhased,
  actions['enable-phased'],
  actions['disable-phased'],
  actions['pause-phased'],
  actions['resume-phased'],
  actions['complete-phased'],
  history,
  tui,
  sandbox,
  completion,
  schemaCommand(() => commands),
  mcpCommand(() => commands),
] as readonly Command[];
