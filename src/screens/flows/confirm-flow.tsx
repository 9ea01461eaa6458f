import {Box, Text} from 'ink';
import {useRef, useState} from 'react';
import type {Dialog as ActionDialog, DialogAction, Moment} from '../../app/command.ts';
import type {Flags} from '../../app/flags/flags.ts';
import {guided} from '../../app/run-command.ts';
import type {Session} from '../../app/session/session.ts';
import type {ActiveProfile} from '../../services/model/credential.ts';
import {asToolError, ToolError} from '../../services/model/error.ts';
import {NOT_SENT} from '../../services/model/ledger.ts';
import {isRollingOut} from '../../services/model/phased-release.ts';
import {isFirstOf} from '../../services/model/release-steps.ts';
import {capitalized} from '../../services/model/values.ts';
import type {PhasedRelease, StoreVersion} from '../../services/model/version.ts';
import {localDateTime} from '../../services/text/local-time.ts';
import {widthOf, wrap} from '../../services/text/width.ts';
import {Dialog, useDialogInside} from '../components/dialog.tsx';
import {TextField} from '../components/text-field.tsx';
import {type Params, useEntry, useRouter} from '../context/router.ts';
import {useDisplay, useServices} from '../context/services.ts';
import {useWrite} from '../context/writes.ts';
import {rollOutText} from '../facts/attributes.ts';
import {noticeOf} from '../frame/banner.ts';
import type {Binding} from '../input/keyboard.ts';
import {useHold} from '../input/use-keys.tsx';
import {platformName, stateDisplay, versionLabel} from '../text/labels.ts';
import {commandText, type Fact, signedLines} from '../text/lines.ts';
import {ACTION_LABELS, actionOnKey, actionParams, actionTitle} from './actions.ts';
import {useCopyKey} from './common-keys.ts';
import type {WriteResult} from './done-view.tsx';
import {BACK, LinesView} from './lines-screen.tsx';
import {type FlowView, refusal, useFlowVersion} from './version-flow.tsx';
import {WriteView} from './write-view.tsx';

interface ConfirmFlowProps<F extends Flags, Result> {
  action: DialogAction<F, Result>;
  about?: Params;
  missing?: Moment['missing'];
  onClose?(): void;
}

/** Reads the version again, refuses the action if its state forbids it, and otherwise asks before sending it. */
export function ConfirmFlow<F extends Flags, Result extends WriteResult>(props: ConfirmFlowProps<F, Result>) {
  const router = useRouter();
  const {params} = useEntry();
  const {action, about = params, missing, onClose = router.back} = props;
  const {dialog} = action;
  const {words, untyped, inSteps} = dialog;
  const {session, host, profile, known} = useServices();
  const below = router.stack.at(-2);
  const target = useFlowVersion(about, dialog.reads);
  const write = useWrite<Result>();
  const hasChanged = useRef(false);
  const {load, notice, version, versionId} = target;
  const name = [dialog.of, versionLabel(version ?? about.version)].filter(Boolean).join(' ');
  const [title, running, done] = words.map((word) => `${word} ${name}`) as [string, string, string];
  const frame = {title};

  if (write.phase !== 'idle') {
    const askAgain = () => {
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
        {...{frame, write, versionId, inSteps, running}}
        undone={`Not ${words[2].toLowerCase()}`}
        whether={`${name} was ${words[2].toLowerCase()}`}
        onAskAgain={hasChanged.current ? askAgain : undefined}
        result={(result) => {
          const instead = dialog.instead?.(result);
          return {
            title: instead ? capitalized(instead) : done,
            stays: Boolean(instead),
            facts: factsOf(result, dialog),
            followsState: dialog.followsState || write.isStopped,
            onShown() {
              const {phased} = result as {phased?: PhasedRelease};
              if (version && phased) known.noteRollOut({...version, phasedRelease: phased});
            },
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
    const opposite = actionOnKey(action.screen, target);
    const keys: Binding[] = [{keys: ['enter', 'esc'], label: BACK, guarded: true, run: onClose}];
    if (opposite) {
      const {key, label} = ACTION_LABELS[opposite];
      const title = actionTitle(opposite, target);
      keys.push({keys: [key], label, title, run: () => router.replace(opposite, actionParams(target))});
    }
    return <LinesView {...{frame, keys}} linesIn={(width) => reasons.flatMap((reason) => wrap(reason, width))} />;
  }
  const given = new Map([
    ['version-id', versionId],
    ...(dialog.flags?.(load.data) ?? []),
    ...('confirm' in action.flags ? [['confirm', 'true'] as const] : []),
  ]);
  const ready = guided(action, given, session, host, {app: target.app, version, ...dialog.seen?.(load.data)});
  const questionOf = (view: FlowView) => {
    const effects = dialog.effects(view, {
      now: host.clock.now(),
      dateTime: (date) => localDateTime(date) ?? date,
      setsUp: isFirstOf(about.app, view.version) ? undefined : below?.screen === 'home' ? 'L (ship)' : 'H',
      rollOut: rollOutOf(view.version.phasedRelease),
      missing,
    });
    const lines = effects.filter((words) => words !== undefined);
    const isFinal = dialog.isFinal?.(view.version) ?? action.isFinal;
    return [
      versionLabel(view.version),
      ...targetLines(view.version, target.appName, profile, session),
      ...(isFinal ? [...lines.slice(0, -1), `${lines.at(-1)} This cannot be undone.`] : lines),
    ];
  };
  const question = questionOf(load.data);
  /** Sends nothing if the question has changed since the user answered it. The question is then asked again. */
  const run: typeof ready.run = async (signal) => {
    hasChanged.current = false;
    const facts = {writes: NOT_SENT};
    const view = await target.read(signal).catch((reason) => Promise.reject(asToolError(reason).with({facts})));
    const now = questionOf(view);
    const without = (lines: readonly string[], word: string, others: readonly string[]) =>
      lines.flatMap((line) => (others.includes(line) ? [] : [`${word}: ${line}`]));
    const details = [...without(question, 'Before', now), ...without(now, 'Now', question)];
    // If the action is no longer possible, the command itself explains why.
    if (details.length === 0 || refusal(action.screen, {...target, version: view.version})) return ready.run(signal);
    hasChanged.current = true;
    const news = view.version.state === version.state ? '' : `: ${stateDisplay(view.version.state).news}`;
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

type Loading = Pick<ReturnType<typeof useFlowVersion>, 'load' | 'notice'> & {title: string; onCancel(): void};

function LoadingDialog({title, load, notice, onCancel}: Loading) {
  const {glyphs} = useDisplay().theme;
  const {error, busy, slow, retryIn} = load;
  useHold(busy, true, error !== undefined);
  const leave: Binding = {keys: ['esc'], label: error && !busy ? BACK : 'cancel', run: onCancel};
  if (!error || busy)
    return <LinesView frame={{title}} keys={[leave]} waiting={slow} linesIn={() => ['Reading the version']} />;
  const keys = [{keys: ['r'], label: 'try again', run: load.reload}, leave];
  const {text, hint} = notice ?? noticeOf(error, retryIn);
  const again = retryIn > 0 ? `Retrying in ${retryIn} s.` : hint;
  const sign = {sign: glyphs.rejected, tone: 'bad'} as const;
  const linesIn = (width: number) => [
    ...signedLines(sign, text, width),
    '  Nothing was sent.',
    ...(again ? ['', ...wrap(again, width)] : []),
  ];
  return <LinesView frame={{title}} keys={keys} linesIn={linesIn} />;
}

interface ConfirmationProps {
  title: string;
  lines: readonly string[];
  verb: string;
  command: string;
  /** Enter works only if exactly this has been typed. Undefined if nothing needs to be typed. */
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
