import type {Command, CommandContext, ScreenName} from '../../app/command.ts';
import type {Flags} from '../../app/flags/flags.ts';
import {guided} from '../../app/run-command.ts';
import type {Session} from '../../app/session/session.ts';
import type {Action} from '../../services/model/actions.ts';
import type {ActiveProfile} from '../../services/model/credential.ts';
import {asToolError, ToolError} from '../../services/model/error.ts';
import {NOT_SENT} from '../../services/model/ledger.ts';
import {lookup} from '../../services/model/values.ts';
import type {StoreVersion, VersionView} from '../../services/model/version.ts';
import {wrap} from '../../services/text/width.ts';
import {useDisplay} from '../context/display.ts';
import {type Params, useEntry, useRouter} from '../context/router.ts';
import {useServices} from '../context/services.ts';
import {useLocalTime} from '../context/time.ts';
import type {Moment} from '../facts/attributes.ts';
import type {Given} from '../form/fields.ts';
import {noticeOf} from '../frame/banner.ts';
import type {Binding} from '../input/keyboard.ts';
import {platformName, stateDisplay} from '../text/api-names.ts';
import {capitalized, versionLabel} from '../text/labels.ts';
import {type Fact, signedLines} from '../text/lines.ts';
import {Confirmation} from './confirmation.tsx';
import {LinesView} from './lines-screen.tsx';
import {useWrite, useWriteGuard} from './use-write.ts';
import {ChooseTarget, type LoadExtra, refusal, useFlowVersion} from './version-flow.tsx';
import {type WriteResult, WriteView, type WriteViewProps} from './write-view.tsx';

export interface ConfirmFlowProps<F extends Flags, Result, Extra = undefined>
  extends Pick<WriteViewProps<Result>, 'inSteps'> {
  /** A version other than the one in the screen's params. */
  about?: Params;
  action: Action;
  command: Command<F, Result>;
  words: Readonly<Record<'title' | 'running' | 'done' | 'verb', string>>;
  /** Confirmed with Enter, for what can be undone, instead of typing the version string. */
  untyped?: boolean;
  loadExtra?: LoadExtra<Extra>;
  /** Why it is not done, though the state allows it. */
  refuses?(view: VersionView & {extra?: Extra}, preset: Params['preset']): string | undefined;
  effects(view: VersionView & {extra?: Extra}, moment: Moment & {from?: ScreenName}): readonly string[];
  flags?(view: VersionView & {extra?: Extra}): Given;
  /** What must still be so when it is sent. */
  seen?(view: VersionView & {extra?: Extra}): CommandContext['known'];
  facts?(result: Result): readonly Fact[];
  /** What to say instead of `done` where that was not this write. */
  instead?(result: Result): string | undefined;
  followsState?: boolean;
  /** Before sending, or after a failure. Defaults to one level back. */
  onCancel?(): void;
  /** After the write. Defaults to one level back. @param carriedOut as far as is known */
  onLeave?(carriedOut: boolean): void;
}

/** Confirms a far-reaching action: reads the version again, names its effects, and refuses in any state that forbids it. */
export function ConfirmFlow<F extends Flags, Result extends WriteResult, Extra = undefined>(
  props: ConfirmFlowProps<F, Result, Extra>,
) {
  const {params} = useEntry();
  const {about = params} = props;
  if (about.versionId === undefined) return <ChooseTarget action={props.action} what="version" dialog />;
  return <KnownConfirmFlow {...props} about={about} />;
}

function KnownConfirmFlow<F extends Flags, Result extends WriteResult, Extra>(
  props: ConfirmFlowProps<F, Result, Extra> & {about: Params},
) {
  const {about, action, command, words, loadExtra, effects, flags, untyped, facts, followsState, inSteps} = props;
  const {session, host, profile} = useServices();
  const router = useRouter();
  const {onCancel = router.back, onLeave = router.back} = props;
  const time = useLocalTime();
  const target = useFlowVersion(about, loadExtra);
  const write = useWrite<Result>();
  useWriteGuard(write);
  const {load, notice, version, versionId} = target;
  const name = versionLabel(version ?? about.version);
  const title = `${words.title} ${name}`;
  const frame = {title};

  if (write.phase !== 'idle') {
    const onRetry = () => {
      write.reset();
      load.reload();
    };
    return (
      <WriteView
        {...{frame, write, versionId, inSteps, onRetry, onLeave}}
        running={`${words.running} ${name}`}
        result={(result) => ({
          title: props.instead?.(result) || `${words.done} ${name}`,
          stays: Boolean(props.instead?.(result)),
          facts: facts?.(result),
          followsState: followsState || write.phase === 'interrupted',
        })}
        onBack={onCancel}
      />
    );
  }
  if (!load.data || !version || load.busy || load.error) return <LoadingDialog {...{title, load, notice, onCancel}} />;
  const reasons = refusal(action, target, props.refuses?.(load.data, about.preset));
  if (reasons) {
    const keys = [{keys: ['enter', 'esc'], label: 'close', guarded: true, run: onCancel}];
    return <LinesView {...{frame, keys}} linesIn={(width) => reasons.flatMap((reason) => wrap(reason, width))} />;
  }
  const given = new Map([
    ['version-id', versionId],
    ...(flags?.(load.data) ?? []),
    ...('confirm' in command.flags ? [['confirm', 'true'] as const] : []),
  ]);
  const ready = guided(command, given, session, host, {app: target.app, version, ...props.seen?.(load.data)});
  const question = (view: VersionView & {extra?: Extra}) => [
    versionLabel(view.version),
    ...targetLines(view.version, target.appName, profile, session),
    ...effects(view, {time, now: host.clock.now(), from: router.stack.at(-2)?.screen}),
  ];
  const asked = question(load.data);
  /** What cannot be taken back is answered as it was read: a question that has changed since is asked anew. */
  const run: typeof ready.run = async (signal) => {
    const facts = {writes: NOT_SENT};
    const view = await target.read(signal).catch((reason) => Promise.reject(asToolError(reason).with({facts})));
    const now = question(view);
    const without = (lines: readonly string[], word: string, others: readonly string[]) =>
      lines.flatMap((line) => (others.includes(line) ? [] : [`${word}: ${line}`]));
    const details = [...without(asked, 'Before', now), ...without(now, 'Now', asked)];
    // Where it is no longer possible, the command says why.
    if (details.length === 0 || refusal(action, {...target, version: view.version})) return ready.run(signal);
    const news = view.version.state === version.state ? '' : `: ${stateNews(view.version)}`;
    const summary = `${capitalized(name)} has changed since you were asked${news}`;
    throw new ToolError('conflict', summary, {details, facts});
  };
  return (
    <Confirmation
      title={title}
      lines={asked.slice(1)}
      verb={words.verb}
      command={ready.line}
      version={untyped ? undefined : (version.versionString ?? version.id)}
      onConfirm={() => write.send(untyped ? ready : {...ready, run})}
      onCancel={onCancel}
    />
  );
}

const STATE_NEWS: Readonly<Record<string, string>> = {
  REJECTED: 'it was rejected',
  METADATA_REJECTED: 'its metadata was rejected',
  DEVELOPER_REJECTED: 'it was withdrawn',
  PENDING_DEVELOPER_RELEASE: 'it was approved',
  READY_FOR_SALE: 'it is on sale',
};

function stateNews({state = ''}: StoreVersion): string {
  return lookup(STATE_NEWS, state) ?? `it is now ${stateDisplay(state).name.toLowerCase()}`;
}

function targetLines(
  {platform, build}: StoreVersion,
  appName: string,
  profile: ActiveProfile | undefined,
  session: Session,
): readonly string[] {
  const what = [appName, platform && platformName(platform), build ? `build ${build.version ?? build.id}` : 'no build'];
  const who = profile?.name === undefined ? (profile?.source ?? 'no profile') : `${profile.name} (${profile.source})`;
  const where = session.globals.sandbox ? 'SANDBOX' : session.apiOrigin.replace(/^https:\/\//, '');
  return [what.filter(Boolean).join(', '), `Profile ${who}, ${where}`];
}

/** What is typed waits for the question, but not for ever: then it is said that it was not taken. */
const EARLY: Binding = {
  keys: ['enter', ...'0123456789.'],
  label: 'confirm',
  shown: 'none',
  unavailable: 'the version is still being read',
  run() {},
};

type Loading = Pick<ReturnType<typeof useFlowVersion>, 'load' | 'notice'> & {title: string; onCancel(): void};

function LoadingDialog({title, load, notice, onCancel}: Loading) {
  const {glyphs} = useDisplay().theme;
  const frame = {title};
  const {error, busy, retryIn} = load;
  const cancel: Binding = {keys: ['esc'], label: 'cancel', run: onCancel};
  if (!error || busy) {
    return (
      <LinesView frame={frame} keys={[cancel, EARLY]} waiting={load.slow} linesIn={() => ['Reading the version']} />
    );
  }
  const keys = [{keys: ['r'], label: 'try again', run: load.reload}, cancel];
  const {text} = notice ?? noticeOf(error, retryIn);
  const sign = {sign: glyphs.rejected, tone: 'bad'} as const;
  return <LinesView {...{frame, keys}} linesIn={(width) => signedLines(sign, text, width)} />;
}
