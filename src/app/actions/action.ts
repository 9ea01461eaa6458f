import type {Action} from '../../services/model/actions.ts';
import type {Submission} from '../../services/model/submission.ts';
import type {App, StoreVersion} from '../../services/model/version.ts';
import type {Store} from '../../services/store/store.ts';
import type {Command, CommandContext, Preset, ScreenName} from '../command.ts';
import type {Flags} from '../flags/flags.ts';

/** How the app offers an action. `%` in the title stands for the version. */
export interface ActionLabels {
  key: string;
  label: string;
  title: string;
  /** Listed only when possible: most versions never need it. */
  isRare?: true;
  isFinal?: true;
  /** Covers all other actions: has a key, but is not listed among them. */
  isChecklist?: true;
}

export interface Question {
  version: StoreVersion;
  app?: App;
  submission?: Submission;
}

/** The sentences of a question depend on these, besides the version. */
export interface Moment {
  now: number;
  dateTime(date: string): string;
  from?: ScreenName;
  rollOut?: string;
  missing?: number | 'unknown';
}

/** The words before an action is sent, and those for its end. */
export interface Dialog<Result> {
  /** For example `Release`, `Releasing` and `Released`, each followed by the version. */
  words: readonly [title: string, running: string, done: string];
  of?: string;
  /** For an action that can be undone: Enter confirms it, and nothing has to be typed. */
  untyped?: true;
  reads?(store: Store, version: StoreVersion, signal: AbortSignal): Promise<Submission | undefined>;
  /** Says why the action is refused although the state allows it. */
  refuses?(question: Question, preset: Preset | undefined): string | undefined;
  effects(question: Question, moment: Moment): readonly string[];
  flags?(question: Question): ReadonlyMap<string, string>;
  /** Returns the facts that must still hold when the action is sent. */
  seen?(question: Question): CommandContext['known'];
  facts?(result: Result): readonly (readonly [label: string, text: string])[];
  instead?(result: Result): string | false | undefined;
  followsState?: true;
  inSteps?: true;
  /** Its version is gone afterwards, and so is that version's page. */
  removes?: true;
}

/** A command that is an action of the app, too. */
export type ActionCommand<F extends Flags = Flags, Result = unknown> = Command<F, Result> &
  ActionLabels & {screen: Action; dialog?: Dialog<Result>};

export function defineAction<F extends Flags, Result>(action: ActionCommand<F, Result>): ActionCommand<F, Result> {
  return action;
}
