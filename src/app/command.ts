import {ACTIONS, type Action} from '../services/model/actions.ts';
import type {ToolError} from '../services/model/error.ts';
import type {FilterableState} from '../services/model/states.ts';
import type {Platform} from '../services/model/version.ts';
import type {Host} from '../services/ports.ts';
import type {Flag, InputOf} from './flags/flags.ts';
import type {Session} from './session/session.ts';

const PLACES = ['home', 'versions', 'version', 'profiles', 'login', 'doctor', 'init'] as const;
export type ScreenName = (typeof PLACES)[number] | Action;
/** The screens of the app, as `tool tui SCREEN` names them: places, and one for each action. */
export const SCREENS: readonly ScreenName[] = [...PLACES, ...ACTIONS];

/** What the app is asked to open: by `tool` alone (`start`), by a bare command, or by `tool tui SCREEN` with its flags. */
export interface AppRequest {
  /** `start` is Home, or the first-time set-up where there are no credentials. */
  screen: ScreenName | 'start';
  /** App ID or bundle ID. */
  app?: string;
  states?: readonly FilterableState[];
  platforms?: readonly Platform[];
  versionId?: string;
  /** Profiles asks at once whether all of them are to be removed. */
  logoutAll?: boolean;
}

export type Format = 'json' | 'table' | 'ndjson' | 'text';

export type Flags = Readonly<Record<string, Flag<unknown>>>;

/** A table for stdout: one row per item, cells as text; without columns only what is above it. */
export interface TableData {
  above?: readonly string[];
  columns: readonly string[];
  rows: readonly (readonly string[])[];
}

/** How a command's result is printed. The first format is the default. */
export interface Presentation<Result> {
  formats: readonly Format[];
  json?(result: Result): unknown;
  table?(result: Result): TableData;
  /** Lines without the final line break. */
  text?(result: Result): readonly string[];
  /** Lines for stderr beside the result. */
  note?(result: Result, format: Format): string | undefined;
  /** The error to report after the result, e.g. of a wait that timed out. */
  failure?(result: Result): ToolError | undefined;
  /** Exit code of a result that is no error, e.g. of a doctor that found problems. */
  exitCode?(result: Result): number;
}

export interface CommandContext {
  session: Session;
  host: Host;
  signal: AbortSignal;
  positionals: readonly string[];
  format: Format;
  /** Writes one line to stderr, cleaned. */
  note(text: string): void;
}

export interface Command<F extends Flags = Flags, Result = unknown> {
  /** `['versions', 'list']`, or `['sandbox']` for a command without a group. */
  path: readonly string[];
  summary: string;
  description?: string;
  examples?: readonly string[];
  /** By name as written after `--`. */
  flags: F;
  /** Positional arguments as help has them, in brackets where they may be left out; none by default. */
  positionals?: readonly string[];
  /** What the first of them may be, where that is a closed set. */
  positionalChoices?: readonly string[];
  /** The screen that a bare invocation on a terminal opens. */
  screen?: ScreenName;
  /** What the app is asked to open; by default that screen with `--app`. @throws ToolError usage */
  request?(input: Partial<InputOf<F>>, positionals: readonly string[]): AppRequest;
  /** It opens the app, whatever flags it is given. */
  isApp?: true;
  /** Rules between flags and for arguments; runs first. @throws ToolError usage */
  check?(input: InputOf<F>, positionals: readonly string[]): void;
  run(input: InputOf<F>, context: CommandContext): Promise<Result>;
  /** For `ndjson`: items as they arrive, a page at a time, each already in its JSON shape. */
  stream?(input: InputOf<F>, context: CommandContext): AsyncIterable<readonly unknown[]>;
  present: Presentation<Result>;
}

/** commands/index.ts lists them all. */
export function defineCommand<F extends Flags, Result>(command: Command<F, Result>): Command<F, Result> {
  return command;
}

/** The groups of commands: what heads them in help, and the screen that a group's name alone opens on a terminal. */
export const GROUPS: Readonly<Record<string, {summary: string; screen: ScreenName}>> = {
  auth: {summary: 'Credentials: register, select, remove and check API keys', screen: 'profiles'},
  apps: {summary: 'Apps: what is live, what is in flight', screen: 'home'},
  builds: {summary: 'Builds of an app: list them, wait for one, answer the encryption question', screen: 'home'},
  'release-notes': {summary: "Release notes (What's New) of a version, by locale", screen: 'home'},
  'phased-release': {summary: 'Phased release: an update that reaches more users day by day', screen: 'home'},
  versions: {summary: 'Store versions of an app, from creation to release', screen: 'home'},
};
