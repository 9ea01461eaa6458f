import {ACTIONS, type Action} from '../services/model/actions.ts';
import type {ToolError} from '../services/model/error.ts';
import type {Submission} from '../services/model/submission.ts';
import type {App, Build, FilterableState, Platform, StoreVersion} from '../services/model/version.ts';
import type {Host} from '../services/ports.ts';
import type {Store} from '../services/store/store.ts';
import type {Flags, InputOf} from './flags/flags.ts';
import type {RunWrite, Session, WriteSubject} from './session/session.ts';

const PLACES = ['home', 'versions', 'version', 'profiles', 'login', 'doctor', 'init', 'history'] as const;
export type ScreenName = (typeof PLACES)[number] | Action;
export const SCREENS: readonly ScreenName[] = [...PLACES, ...ACTIONS];

export interface AppRequest {
  screen: ScreenName | 'start';
  app?: string;
  states?: readonly FilterableState[];
  platforms?: readonly Platform[];
  versionId?: string;
  logoutAll?: boolean;
}

export const FORMATS = ['json', 'table', 'ndjson', 'text'] as const;
export type Format = (typeof FORMATS)[number];

/**
 * How a terminal shows a column: an `id` moves to the end and is shortened first, a `time` is local and short, `middle`
 * is cut in the middle and not at the end, `whole` is cut last, `wrap` is wrapped, and `below` moves to lines below its
 * row if the table is too wide.
 */
export type ColumnRole = 'id' | 'time' | 'middle' | 'whole' | 'wrap' | 'below';

export interface TableData {
  above?: readonly string[];
  columns: readonly string[];
  roles?: Readonly<Record<string, ColumnRole>>;
  /** A narrow terminal drops these columns, in this order, before it cuts the others to a few characters. */
  spare?: readonly string[];
  rows: readonly (readonly string[])[];
  pages?: Readonly<Record<string, readonly (string | undefined)[]>>;
}

declare const described: unique symbol;

export interface Schema<T = unknown> {
  readonly [keyword: string]: unknown;
  readonly [described]?: T;
}

export interface JsonOutput<Result> {
  (result: Result): unknown;
  readonly schema: Schema;
}

export interface Ending {
  note?: string;
  error?: ToolError;
  code?: number;
}

export interface Presentation<Result> {
  standard?: Format;
  json?: JsonOutput<Result>;
  table?(result: Result): TableData;
  text?(result: Result): readonly string[];
  ending?(result: Result, format: Format): Ending;
  /**
   * The command prints its steps to stderr as they happen. On a terminal, it prints a result only with `--output`,
   * `--pretty` or `--dry-run`.
   */
  showsSteps?: true;
}

export interface CommandContext {
  session: Session;
  host: Host;
  signal: AbortSignal;
  positionals: readonly string[];
  given?: ReadonlyMap<string, string>;
  known?: Partial<Omit<WriteSubject, 'path' | 'given'>>;
  format: Format;
  /** Prints items as they arrive, in their JSON shape. Present only for `ndjson`. */
  emit?(items: readonly unknown[]): Promise<void>;
  note(text: string): void;
}

/**
 * The worst that a command does: it only reads, changes local files or the keychain, makes a write that can be undone,
 * or makes one that cannot be undone.
 */
export type Effect = 'none' | 'local' | 'write' | 'final';

export interface Preset {
  fields?: Readonly<Record<string, string>>;
  texts?: ReadonlyMap<string, string>;
  build?: Build;
  submissionId?: string;
}

export type Undo =
  | {action: Action; preset?: Preset; why?: undefined}
  | {action?: undefined; preset?: undefined; why: string};

export const NOT_UNDONE: Undo = {why: 'no action undoes it'};
export const REPLACED_UNKNOWN = 'what it replaced is unknown';

export interface Consequences {
  effects?: readonly (string | undefined)[];
  isFinal?: boolean;
  asksPerson?: boolean;
  state?: string | null;
}

export interface AgentsRule {
  /** Flags that agents do not get: they take a path, turn a read into a write, or use other profiles. */
  withholds?: readonly string[];
  onlyReads?: true;
  /** The change needs no plan and no confirmation, because an emergency stop must not take two calls. */
  isOneCall?: true;
  /**
   * A repeated call with the same input may do more, because the version has reached a later state, or a reference now
   * means another version.
   */
  doesMoreAgain?: true;
  waitsOften?: true;
  consequences?(write: {version: StoreVersion; input: Readonly<Record<string, unknown>>; now: number}): Consequences;
}

export const OFFERED: AgentsRule = {};

type EffectRules =
  | {effect: 'none' | 'local'; agents?: AgentsRule; undo?: undefined}
  | {effect: 'write' | 'final'; agents: AgentsRule | 'withheld'; undo: Undo | ((write: RunWrite) => Undo)};

export type Command<F extends Flags = Flags, Result = unknown> = CommandParts<F, Result> & EffectRules;

interface CommandParts<F extends Flags, Result> {
  path: readonly string[];
  summary: string;
  description?: string;
  sections?: readonly {title: string; rows: readonly (readonly [string, string])[]}[];
  examples?: readonly string[];
  flags: F;
  excludes?: readonly (readonly [flag: string, other: string, why?: string])[];
  positionals?: readonly string[];
  positionalChoices?: readonly string[];
  screen?: ScreenName;
  /** Returns what the app opens. The default is `screen` for the app of `--app`. @throws ToolError usage */
  request?(input: Partial<InputOf<F>>, positionals: readonly string[]): AppRequest;
  isApp?: true;
  /** The command sends several reads at the same time, so several connections are opened at its start. */
  readsAtOnce?: true;
  check?(input: InputOf<F>, positionals: readonly string[]): void;
  needsConfirm?(input: InputOf<F>): boolean;
  run(input: InputOf<F>, context: CommandContext): Promise<Result>;
  /** `run` emits its items as they come, so the command has the format `ndjson`. */
  emits?: true;
  present: Presentation<Result>;
}

export function defineCommand<F extends Flags, Result>(command: Command<F, Result>): Command<F, Result> {
  return command;
}

export function canWait({flags}: Pick<Command, 'flags'>): boolean {
  return Object.hasOwn(flags, 'max-wait');
}

export const GROUPS = {
  auth: 'Credentials: add, select, check and remove API keys',
  apps: 'Apps: what is live and what is in flight',
  builds: 'Builds: list them, wait for processing, answer the encryption question',
  'release-notes': "Release notes (What's New) of a version, by locale",
  'phased-release': 'Phased release: roll an update out over seven days',
  versions: 'Store versions of an app: from creation to release',
} as const;

/** In the title, `%` stands for the version. */
export interface ActionLabels {
  key: string;
  label: string;
  title: string;
  /** The app hides this action while it is impossible, because most versions never need it. */
  isRare?: true;
  isFinal?: true;
  /** Lists of actions omit this action, because it leads to all others. */
  isChecklist?: true;
}

export interface Question {
  version: StoreVersion;
  app?: App;
  submission?: Submission;
}

export interface Moment {
  now: number;
  dateTime(date: string): string;
  /** The key that sets up a phased release. Undefined for a first version, and outside the app. */
  setsUp?: string;
  rollOut?: string;
  missing?: readonly string[] | 'unknown';
}

export interface Dialog<Result> {
  /** For example `Release`, `Releasing` and `Released`. The version's name follows each word. */
  words: readonly [title: string, running: string, done: string];
  of?: string;
  untyped?: true;
  reads?(store: Store, version: StoreVersion, signal: AbortSignal): Promise<Submission | undefined>;
  refuses?(question: Question, preset: Preset | undefined): string | undefined;
  effects(question: Question, moment: Moment): readonly (string | undefined)[];
  /** Returns whether the action cannot be undone in this state. Defaults to `isFinal` of the action. */
  isFinal?(version: StoreVersion): boolean;
  flags?(question: Question): ReadonlyMap<string, string>;
  /** Returns the facts that must still hold when the action is sent. */
  seen?(question: Question): CommandContext['known'];
  facts?(result: Result): readonly (readonly [label: string, text: string])[];
  instead?(result: Result): string | false | undefined;
  followsState?: true;
  inSteps?: true;
  removes?: true;
}

export type ActionCommand<F extends Flags = Flags, Result = unknown> = Command<F, Result> &
  ActionLabels & {screen: Action; dialog?: Dialog<Result>};

/** An action for which the app needs only a dialog, not a screen. */
export type DialogAction<F extends Flags = Flags, Result = unknown> = ActionCommand<F, Result> & {
  dialog: Dialog<Result>;
};

export function defineAction<F extends Flags, Result, const A extends Action>(
  action: DialogAction<F, Result> & {screen: A},
): DialogAction<F, Result> & {screen: A};
export function defineAction<F extends Flags, Result, const A extends Action>(
  action: ActionCommand<F, Result> & {screen: A; dialog?: undefined},
): ActionCommand<F, Result> & {screen: A; dialog?: undefined};
export function defineAction(action: unknown) {
  return action;
}
