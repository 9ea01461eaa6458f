import type {Command} from '../command.ts';
import {listApps} from './apps/list.ts';
import {authDoctor} from './auth/doctor.ts';
import {authInit} from './auth/init.ts';
import {authLogin} from './auth/login.ts';
import {authLogout} from './auth/logout.ts';
import {authStatus} from './auth/status.ts';
import {authSwitch} from './auth/switch.ts';
import {authToken} from './auth/token.ts';
import {authTrust} from './auth/trust.ts';
import {listBuilds} from './builds/list.ts';
import {updateBuild} from './builds/update.ts';
import {waitForBuild} from './builds/wait.ts';
import {completion} from './completion.ts';
import {completePhased} from './phased-release/complete.ts';
import {disablePhased} from './phased-release/disable.ts';
import {enablePhased} from './phased-release/enable.ts';
import {pausePhased} from './phased-release/pause.ts';
import {resumePhased} from './phased-release/resume.ts';
import {viewPhased} from './phased-release/view.ts';
import {copyNotes} from './release-notes/copy.ts';
import {listNotes} from './release-notes/list.ts';
import {pullNotes} from './release-notes/pull.ts';
import {pushNotes} from './release-notes/push.ts';
import {setNotes} from './release-notes/set.ts';
import {sandbox} from './sandbox.ts';
import {tui} from './tui.ts';
import {attachBuild} from './versions/attach-build.ts';
import {checkVersion} from './versions/check.ts';
import {createVersion} from './versions/create.ts';
import {deleteVersion} from './versions/delete.ts';
import {versionHistory} from './versions/history.ts';
import {listVersions} from './versions/list.ts';
import {releaseVersion} from './versions/release.ts';
import {submitVersion} from './versions/submit.ts';
import {updateVersion} from './versions/update.ts';
import {viewVersion} from './versions/view.ts';
import {waitForVersion} from './versions/wait.ts';
import {withdrawVersion} from './versions/withdraw.ts';

/** THE TABLE: every command there is. Help, the command line, the palette and the forms of the app read it. */
export const commands: readonly Command[] = [
  authInit,
  authLogin,
  authSwitch,
  authLogout,
  authStatus,
  authDoctor,
  authToken,
  authTrust,
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
  tui,
  sandbox,
  completion,
] as readonly Command[];
