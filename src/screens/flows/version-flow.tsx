import {Box, Text} from 'ink';
import {type ComponentType, useEffect, useRef, useState} from 'react';
import type {ActionCommand, Dialog as ActionDialog, Moment} from '../../app/command.ts';
import type {Flags} from '../../app/flags/flags.ts';
import {guided} from '../../app/run-command.ts';
import type {Session} from '../../app/session/session.ts';
import {ACTIONS, type Action, type Target, whyNot} from '../../services/model/actions.ts';
import type {ActiveProfile} from '../../services/model/credential.ts';
import {asToolError, ToolError} from '../../services/model/error.ts';
import {NOT_SENT} from '../../services/model/ledger.ts';
import {isRollingOut} from '../../services/model/phased-release.ts';
import type {Submission} from '../../services/model/submission.ts';
import {lookup} from '../../services/model/values.ts';
import type {App, PhasedRelease, StoreVersion, VersionView} from '../../services/model/version.ts';
import {widthOf, wrap} from '../../services/text/width.ts';
import {Select} from '../components/choices.tsx';
import {Dialog, useDialogInside} from '../components/dialog.tsx';
import {Lines} from '../components/line.tsx';
import {TextField} from '../components/text-field.tsx';
import {type Params, useEntry, useRouter} from '../context/router.ts';
import {useDisplay, useLocalTime, useServices} from '../context/services.ts';
import {rollOutText} from '../facts/attributes.ts';
import {noticeOf, useGone} from '../frame/banner.ts';
import {Screen} from '../frame/screen.tsx';
import {type Query, useQuery} from '../hooks/use-query.ts';
import type {Binding} from '../input/keyboard.ts';
import {useHold} from '../input/use-keys.tsx';
import {appLabel, capitalized, platformName, stateDisplay, versionLabel, versionTitle} from '../text/labels.ts';
import {commandText, type Fact, signedLines} from '../text/lines.ts';
import {actionParams, actionTitle, isListed} from './actions.ts';
import {useCopyKey} from './common-keys.ts';
import {LinesView} from './lines-screen.tsx';
import {useWrite, type WriteResult, WriteView} from './write-view.tsx';

type FlowView = VersionView & {submission?: Submission};

function useFlowVersion(params: Params, readSubmission?: ActionDialog<unknown>['reads']) {
  const {session, readOnly} = useServices();
  const {versionId = ''} = params;
  const read = async (signal: AbortSignal) => {
    const store = await session.store();
    const view = await store.viewVersion({id: versionId, includeBuild: true, withPhasedRelease: true}, signal);
    return {...view, submission: await readSubmission?.(store, view.version, signal)};
  };
  const load = useQuery<FlowView>(`target:${versionId}`, read);
  useOutdated(params.version, load);
  useHold(load.busy && load.data === undefined, true);
  const version = load.data?.version;
  const known = version ?? params.version;
  const appId = version?.appId ?? params.appId;
  const bare = appId === undefined ? undefined : {id: appId};
  const app: App | undefined = load.data?.app?.name ? load.data.app : (params.app ?? bare);
  return {
    load,
    read,
    ...useGone(known, load),
    versionId,
    version,
    app,
    isComplete: version !== undefined,
    readOnly,
    appName: app ? appLabel(app) : '',
    title: known ? versionTitle(known) : versionId,
  };
}

/** If the state differs from the one that the flow was opened with, the screens below reload when it is left. */
function useOutdated(known: StoreVersion | undefined, {data}: Query<VersionView>): void {
  const {invalidate} = useServices();
  const {state, phasedRelease: {state: phased} = {}} = known ?? {};
  const now = data?.version;
  const isOther = now && (state !== now.state || (phased !== undefined && phased !== now.phasedRelease?.state));
  const isOutdated = Boolean(known && isOther);
  useEffect(() => (isOutdated ? invalidate : undefined), [isOutdated, invalidate]);
}

export interface VersionFlowTarget {
  version: StoreVersion;
  app: App;
  crumbs: readonly string[];
}

interface VersionFlowProps {
  action: Action;
  crumb: string;
  step: ComponentType<VersionFlowTarget>;
}

/** Asks for a version if none is given, reads it again, and lists the possible actions if its state forbids this one. */
export function VersionFlow(props: VersionFlowProps) {
  const {versionId} = useEntry().params;
  if (versionId === undefined) return <ChooseTarget action={props.action} what="version" />;
  return <KnownVersionFlow {...props} />;
}

function KnownVersionFlow({action, crumb, step: Step}: VersionFlowProps) {
  const target = useFlowVersion(useEntry().params);
  const {load, notice, version, app, appName, title} = target;
  const crumbs = ['Apps', appName, title, crumb];
  const isBegun = useRef(false);
  // A later read keeps the typed values, and the command itself refuses if the action is no longer possible.
  const reasons = isBegun.current ? undefined : refusal(action, target);
  if (reasons) return <UnavailableFlow {...{reasons, crumbs}} target={target} />;
  if (version && app) {
    isBegun.current = true;
    return <Step {...{version, app, crumbs}} />;
  }
  return <Screen {...{crumbs, load, notice}} />;
}

type Choosing = {action: Action; what: 'app' | 'version'; dialog?: boolean};

export function ChooseTarget({action, what, dialog = false}: Choosing) {
  const {appId, app} = useEntry().params;
  const router = useRouter();
  const choose = () => {
    if (what === 'version' && appId) router.replace('versions', {appId, app, pickFor: action});
    else router.replace('home', {pickFor: action});
  };
  const title = actionTitle(action, {});
  const keys: Binding[] = [{keys: ['enter'], label: `choose the ${what}`, run: choose}];
  if (dialog) keys.push({keys: ['esc'], label: 'cancel', run: router.back});
  return (
    <LinesView frame={dialog ? {title} : {crumbs: [title]}} keys={keys} linesIn={() => [`Choose the ${what} first.`]} />
  );
}

const MARGIN = 2;

function refusal(action: Action, target: Target, why?: string): readonly [what: string, why: string] | undefined {
  const {version} = target;
  const reason = version && (whyNot(action, target) ?? why);
  if (!reason) return undefined;
  return [
    `${capitalized(versionLabel(version))}: ${stateDisplay(version.state).name}`,
    `Not possible now: ${reason}. Nothing was sent.`,
  ];
}

interface UnavailableFlowProps {
  reasons: readonly [what: string, why: string];
  crumbs: readonly string[];
  target: Target;
}

/** Why a flow is not possible now, and a menu of what is. No item sends anything. */
export function UnavailableFlow({reasons: [what, why], crumbs, target}: UnavailableFlowProps) {
  const router = useRouter();
  const {screenReader} = useDisplay();
  const [index, setIndex] = useState(0);
  const {version} = target;
  const open = (screen: Action | 'version') => () => router.replace(screen, actionParams(target));
  const possible = ACTIONS.filter((other) => isListed(other, target) && !whyNot(other, target));
  const choices = [
    {label: 'Go back', run: router.back},
    ...(version ? [{label: `Show ${versionLabel(version)}`, run: open('version')}] : []),
    ...possible.map((other) => ({label: actionTitle(other, target), run: open(other)})),
  ];
  const labels = choices.map(({label}) => label);
  const {label: title, run} = choices[index] ?? {};
  const keys: Binding[] = [{keys: ['enter'], label: 'choose', title, guarded: true, run}];
  return (
    <Screen crumbs={crumbs} keys={keys}>
      {({columns, rows}) => {
        const width = columns - 2 * MARGIN;
        const lines = [[{text: what, bold: true}], ...wrap(why, width), ''];
        const room = screenReader ? labels.length : rows - lines.length - 1;
        return (
          <Box flexDirection="column" paddingTop={1} paddingLeft={MARGIN}>
            <Lines lines={lines} width={width} />
            <Select labels={labels} index={index} onMove={setIndex} width={width} rows={room} />
          </Box>
        );
      }}
    </Screen>
  );
}

interface ConfirmFlowProps<F extends Flags, Result> {
  action: ActionCommand<F, Result>;
  about?: Params;
  missing?: Moment['missing'];
  onClose?(): void;
}

/** Confirms a far-reaching action: reads the version again, names its effects, and refuses in any state that forbids it. */
export function ConfirmFlow<F extends Flags, Result extends WriteResult>(props: ConfirmFlowProps<F, Result>) {
  const {params} = useEntry();
  const {action, about = params} = props;
  if (about.versionId === undefined) return <ChooseTarget action={action.screen} what="version" dialog />;
  const {dialog} = action;
  return dialog && <KnownConfirmFlow {...{...props, about, dialog}} />;
}

interface KnownProps<F extends Flags, Result> extends ConfirmFlowProps<F, Result> {
  about: Params;
  dialog: ActionDialog<Result>;
}

function KnownConfirmFlow<F extends Flags, Result extends WriteResult>(props: KnownProps<F, Result>) {
  const router = useRouter();
  const {about, missing, action, dialog, onClose = router.back} = props;
  const {words, untyped, inSteps} = dialog;
  const {session, host, profile} = useServices();
  const below = router.stack.at(-2);
  const time = useLocalTime();
  const target = useFlowVersion(about, dialog.reads);
  const write = useWrite<Result>();
  const {load, notice, version, versionId} = target;
  const name = [dialog.of, versionLabel(version ?? about.version)].filter(Boolean).join(' ');
  const [title, running, done] = words.map((word) => `${word} ${name}`) as [string, string, string];
  const frame = {title};

  if (write.phase !== 'idle') {
    const onRetry = () => {
      write.reset();
      load.reload();
    };
    const leave = (carriedOut: boolean) => {
      onClose();
      const isGone = carriedOut && dialog.removes;
      if (isGone && below?.screen === 'version' && below.params.versionId === versionId) router.back();
    };
    return (
      <WriteView
        {...{frame, write, versionId, inSteps, running, onRetry}}
        result={(result) => {
          const instead = dialog.instead?.(result);
          return {
            title: instead ? capitalized(instead) : done,
            stays: Boolean(instead),
            facts: factsOf(result, dialog),
            followsState: dialog.followsState || write.phase === 'interrupted',
          };
        }}
        onBack={onClose}
        onLeave={leave}
      />
    );
  }
  if (!load.data || !version || load.busy || load.error)
    return <LoadingDialog {...{title, load, notice}} onCancel={onClose} />;
  const reasons = refusal(action.screen, target, dialog.refuses?.(load.data, about.preset));
  if (reasons) {
    const keys = [{keys: ['enter', 'esc'], label: 'close', guarded: true, run: onClose}];
    return <LinesView {...{frame, keys}} linesIn={(width) => reasons.flatMap((reason) => wrap(reason, width))} />;
  }
  const given = new Map([
    ['version-id', versionId],
    ...(dialog.flags?.(load.data) ?? []),
    ...('confirm' in action.flags ? [['confirm', 'true'] as const] : []),
  ]);
  const ready = guided(action, given, session, host, {app: target.app, version, ...dialog.seen?.(load.data)});
  const questionOf = (view: FlowView) => [
    versionLabel(view.version),
    ...targetLines(view.version, target.appName, profile, session),
    ...dialog.effects(view, {
      now: host.clock.now(),
      dateTime: (date) => time.dateTime(date) ?? date,
      from: below?.screen,
      rollOut: rollOutOf(view.version.phasedRelease),
      missing,
    }),
  ];
  const question = questionOf(load.data);
  /** A final question is answered for the version that it showed: if that has changed, it is asked again. */
  const run: typeof ready.run = async (signal) => {
    const facts = {writes: NOT_SENT};
    const view = await target.read(signal).catch((reason) => Promise.reject(asToolError(reason).with({facts})));
    const now = questionOf(view);
    const without = (lines: readonly string[], word: string, others: readonly string[]) =>
      lines.flatMap((line) => (others.includes(line) ? [] : [`${word}: ${line}`]));
    const details = [...without(question, 'Before', now), ...without(now, 'Now', question)];
    // If the action is no longer possible, the command itself says why.
    if (details.length === 0 || refusal(action.screen, {...target, version: view.version})) return ready.run(signal);
    const news = view.version.state === version.state ? '' : `: ${stateNews(view.version)}`;
    const summary = `${capitalized(versionLabel(version))} has changed since you were asked${news}`;
    throw new ToolError('conflict', summary, {details, facts});
  };
  return (
    <Confirmation
      title={title}
      lines={question.slice(1)}
      verb={words[0].toLowerCase()}
      command={ready.line}
      version={untyped ? undefined : (version.versionString ?? version.id)}
      onConfirm={() => write.send(untyped ? ready : {...ready, run})}
      onCancel={onClose}
    />
  );
}

function rollOutOf(phased: PhasedRelease | undefined): string | undefined {
  return isRollingOut(phased) ? rollOutText(phased) : undefined;
}

function factsOf<Result extends WriteResult>(result: Result, dialog: ActionDialog<Result>): Fact[] {
  const {state, phased} = result as {state?: string; phased?: PhasedRelease};
  const rollOut = rollOutOf(phased);
  return [
    ...(state === undefined ? [] : [['State', stateDisplay(state).name] as const]),
    ...(rollOut === undefined ? [] : [['Roll-out', rollOut] as const]),
    ...(dialog.facts?.(result) ?? []),
  ];
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
  const {error, busy, slow, retryIn} = load;
  const cancel: Binding = {keys: ['esc'], label: 'cancel', run: onCancel};
  if (!error || busy)
    return <LinesView frame={{title}} keys={[cancel, EARLY]} waiting={slow} linesIn={() => ['Reading the version']} />;
  const keys = [{keys: ['r'], label: 'try again', run: load.reload}, cancel];
  const {text} = notice ?? noticeOf(error, retryIn);
  const again = retryIn > 0 ? [`Retrying in ${retryIn} s.`] : [];
  const sign = {sign: glyphs.rejected, tone: 'bad'} as const;
  return <LinesView frame={{title}} keys={keys} linesIn={(width) => [...signedLines(sign, text, width), ...again]} />;
}

interface ConfirmationProps {
  title: string;
  lines: readonly string[];
  verb: string;
  command: string;
  /** For what cannot be undone: Enter works only once exactly this is typed. */
  version?: string;
  onConfirm(): void;
  onCancel(): void;
}

const MIN_FIELD = 8;

export function Confirmation({title, lines, verb, command, version, onConfirm, onCancel}: ConfirmationProps) {
  const inside = useDialogInside();
  const [typed, setTyped] = useState('');
  const isTyped = version === undefined || typed === version;
  const wrong = typed === '' ? 'nothing is typed yet' : `'${typed}' is not the version ${version}`;
  const prompt = `Type the version to ${verb} it: `;
  const field = (
    <Box>
      <Text>{prompt}</Text>
      <TextField value={typed} onChange={setTyped} focus width={Math.max(MIN_FIELD, inside - widthOf(prompt))} />
    </Box>
  );
  return (
    <Dialog
      title={title}
      keys={[
        {
          keys: ['enter'],
          label: isTyped ? verb : `${verb} when it matches`,
          unavailable: isTyped ? undefined : wrong,
          guarded: true,
          run: onConfirm,
        },
        // The field takes the letter `y` as text.
        useCopyKey(command, version === undefined ? 'y' : 'ctrl+y'),
        {keys: ['esc'], label: 'cancel', run: onCancel},
      ]}
      lines={lines.flatMap((line) => wrap(line, inside))}
      foot={['', ...(version === undefined ? [] : [field, '']), ...commandText(command, inside)]}
    />
  );
}
