import type {ReactNode} from 'react';
import type {Command, Flags} from '../../app/command.ts';
import {guided} from '../../app/run-command.ts';
import type {Action} from '../../services/model/actions.ts';
import type {VersionView} from '../../services/model/pages.ts';
import {PlainConfirmation} from '../components/plain-confirmation.tsx';
import {TypedConfirmation} from '../components/typed-confirmation.tsx';
import {type Params, useEntry, useRouter} from '../context/router.ts';
import {useServices} from '../context/services.ts';
import type {Given} from '../form/fields.ts';
import {versionLabel} from '../text/labels.ts';
import {wrap} from '../text/width.ts';
import {LinesDialog, ReadingDialog, useLinesDialogWidth} from './lines-dialog.tsx';
import {subjectLines} from './subject-lines.ts';
import {type ReadBeside, useFlowVersion} from './use-flow-version.ts';
import {useWrite, useWriteGuard} from './use-write.ts';
import {ChooseTarget, refusal} from './version-flow.tsx';
import {WriteDialog} from './write-dialog.tsx';
import type {WriteResult} from './write-steps.tsx';

export interface ConfirmFlowProps<F extends Flags, Result, Beside = undefined> {
  /** The version, where it is another than what the screen was opened with. */
  about?: Params;
  action: Action;
  command: Command<F, Result>;
  words: {
    /** `Release` */
    title: string;
    /** `Releasing` */
    running: string;
    /** `release` */
    verb: string;
  };
  /** One Enter carries it out, for what can be taken back; else the version string is typed. */
  untyped?: boolean;
  /** What else has to be known of the version before it can be confirmed. */
  readBeside?: ReadBeside<Beside>;
  /** The effects, a sentence or two each. */
  effects(view: VersionView & {beside?: Beside}): readonly string[];
  /** Further flags of the command, beside the version. */
  flags?(view: VersionView & {beside?: Beside}): Given;
  /** The dialog once it was carried out. */
  done(done: Done<Result>): ReactNode;
  /** Leaves it before it was sent, and after it failed; one level back when absent. */
  onCancel?(): void;
  /** Several writes, of which a failure may leave some: one that is found to be carried out is not the result yet. */
  inSteps?: boolean;
  /** Leaves the flow after the write. @param carriedOut the check shows that it was */
  onLeave(carriedOut: boolean): void;
}

/** A write that was carried out. */
export interface Done<Result> {
  /** `3.3.0 for iOS` */
  name: string;
  versionId: string;
  result: Result;
  /** The command that does the same. */
  line: string;
}

/**
 * A dialog for what has a wide effect: it reads the version anew, names it and the effect, and wants the version string
 * typed, or one Enter. In any state but the one that allows it, it says so and sends nothing.
 */
export function ConfirmFlow<F extends Flags, Result extends WriteResult, Beside = undefined>(
  props: ConfirmFlowProps<F, Result, Beside>,
) {
  const {params} = useEntry();
  const {about = params} = props;
  if (about.versionId === undefined) return <ChooseTarget action={props.action} what="version" dialog />;
  return <KnownConfirmFlow {...props} about={about} />;
}

function KnownConfirmFlow<F extends Flags, Result extends WriteResult, Beside>(
  props: ConfirmFlowProps<F, Result, Beside> & {about: Params},
) {
  const {about, action, command, words, readBeside, effects, flags, untyped, done, inSteps, onLeave} = props;
  const {session, host, profile} = useServices();
  const router = useRouter();
  const {onCancel = router.back} = props;
  const width = useLinesDialogWidth();
  const subject = useFlowVersion(about, readBeside);
  const write = useWrite<Result>();
  useWriteGuard(write);
  const {load, version, versionId} = subject;
  const name = versionLabel(version);
  const title = `${words.title} ${name}`;

  if (write.phase !== 'idle') {
    const again = () => {
      write.reset();
      load.reload();
    };
    return (
      <WriteDialog
        title={title}
        versionId={versionId}
        running={`${words.running} ${name}`}
        write={write}
        done={(result) => done({name, versionId, result, line: write.line})}
        inSteps={inSteps}
        onAgain={again}
        onCancel={onCancel}
        onLeave={onLeave}
      />
    );
  }
  if (!load.data || !version || load.busy || load.error) return <ReadingDialog {...{title, load, onCancel}} />;
  const reasons = refusal(action, subject);
  if (reasons) {
    const keys = [{keys: ['enter', 'esc'], label: 'close', guarded: true, run: onCancel}];
    return <LinesDialog title={title} keys={keys} lines={reasons.flatMap((reason) => wrap(reason, width))} />;
  }
  const given = new Map([
    ['version-id', versionId],
    ...(flags?.(load.data) ?? []),
    ...('confirm' in command.flags ? [['confirm', 'true'] as const] : []),
  ]);
  const ready = guided(command, given, session, host);
  const lines = [...subjectLines(subject, profile, session), ...effects(load.data)];
  if (untyped) {
    const onConfirm = () => write.send(ready);
    return (
      <PlainConfirmation {...{title, lines, onConfirm}} verb={words.verb} command={ready.line} onCancel={onCancel} />
    );
  }
  return (
    <TypedConfirmation
      title={title}
      lines={lines}
      expected={version.versionString ?? version.id}
      prompt={`Type the version to ${words.verb} it:`}
      verb={words.verb}
      command={ready.line}
      onConfirm={() => write.send(ready)}
      onCancel={onCancel}
    />
  );
}
