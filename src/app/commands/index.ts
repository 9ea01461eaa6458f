import type {Action} from '../../services/model/actions.ts';
import type {WithNote} from '../../services/model/outcome.ts';
import type {ActionCommand, ActionLabels, Command, DialogAction} from '../command.ts';
import type {Flags} from '../flags/flags.ts';
import {listApps} from './apps.ts';
import {authEdits, authTrust} from './auth/edit.ts';
import {authReads} from './auth/read.ts';
import {buildCommands} from './builds.ts';
import {completion} from './completion.ts';
import {mcpCommand, schemaCommand} from './for-programs.ts';
import {history} from './history.ts';
import {phasedCommands} from './phased-release.ts';
import {notesCommands} from './release-notes.ts';
import {sandbox} from './sandbox.ts';
import {ship} from './ship/ship.ts';
import {tui} from './tui.ts';
import {attachBuild} from './versions/attach-build.ts';
import {editVerbs} from './versions/attributes.ts';
import {checkVersion} from './versions/check.ts';
import {listVersions, versionHistory, viewVersion} from './versions/read.ts';
import {releaseVersion} from './versions/release.ts';
import {reviewVerbs} from './versions/review.ts';
import {waitForVersion} from './versions/wait.ts';

const table = [
  ...authEdits,
  ...authReads,
  authTrust,
  ship,
  listApps,
  listVersions,
  viewVersion,
  ...editVerbs,
  attachBuild,
  releaseVersion,
  checkVersion,
  ...reviewVerbs,
  waitForVersion,
  versionHistory,
  ...buildCommands,
  ...notesCommands,
  ...phasedCommands,
  history,
  tui,
  sandbox,
  completion,
  schemaCommand(() => commands),
  mcpCommand(() => commands),
] as const;

export const commands: readonly Command[] = table as unknown as readonly Command[];

type Listed = Extract<(typeof table)[number], ActionLabels>;
/** The type check fails here if the table lacks an action. */
export const actions = Object.fromEntries(
  table.flatMap((command) => ('key' in command ? [[command.screen, command]] : [])),
) as unknown as Readonly<Record<Listed['screen'], ActionCommand>> satisfies Readonly<Record<Action, ActionCommand>>;

type Asking = Extract<Listed, {dialog: object}>['screen'];
export const dialogActions = Object.fromEntries(
  Object.entries(actions).filter(([, {dialog}]) => dialog),
) as unknown as Readonly<Record<Asking, DialogAction<Flags, object & WithNote>>>;
