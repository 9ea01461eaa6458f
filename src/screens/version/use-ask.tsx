import {useEffect, useState} from 'react';
import {checkVersion} from '../../app/commands/versions/check.ts';
import {guided} from '../../app/run-command.ts';
import {type Target, whyNot} from '../../services/model/actions.ts';
import {newAnswers, type Readiness, type ReadinessCheck, readiness} from '../../services/model/readiness.ts';
import type {Part} from '../../services/model/release.ts';
import {plural} from '../../services/model/values.ts';
import {localTime} from '../../services/text/local-time.ts';
import {useSaved} from '../context/router.ts';
import {useServices} from '../context/services.ts';
import {useShell} from '../context/shell.ts';
import {useWrite} from '../context/writes.ts';
import {Confirmation} from '../flows/confirm-flow.tsx';
import {WriteView} from '../flows/write-view.tsx';
import {paletteKey} from '../input/keyboard.ts';
import {capitalized, versionLabel} from '../text/labels.ts';
import type {Tone} from '../theme.ts';

type Answer = Awaited<ReturnType<typeof checkVersion.run>>;

interface Asked {
  checks: readonly ReadinessCheck[];
  note: string | undefined;
  at: number;
  revision: number;
}

export function useAsk(versionId: string, target: Target, isEditable: boolean) {
  const {revision, host, readOnly} = useServices();
  const {toast} = useShell();
  const [isOpen, setOpen] = useState(false);
  const [last, setLast] = useSaved<Asked | undefined>('asked', undefined);
  const answer = last && last.revision >= revision ? last : undefined;
  const title = `Ask the store what ${versionLabel(target.version)} still needs`;
  const onDone = ({found, note}: Answer) => {
    const checks = found.filter((check) => check.id === 'service');
    // The question is itself a write, so closing the dialog counts a revision.
    setLast({checks, note, at: host.clock.now(), revision: revision + 1});
    setOpen(false);
    const {text, tone} = summary(checks);
    toast(capitalized(text), tone);
  };
  const key = paletteKey('A', 'ask the store', title, () => setOpen(true), {
    group: 'Actions',
    shown: isEditable ? 'footer' : 'help',
    unavailable: whyNot('submit', {...target, readOnly}),
  });
  return {
    key,
    withAnswer({value, error}: Part<Readiness> = {}): Part<Readiness> {
      if (!value || !answer) return {value, error};
      const checks = [...value.checks, ...newAnswers(value.checks, answer.checks)];
      return {value: readiness(value.versionId, checks), error};
    },
    remark:
      answer &&
      [`Asked at ${localTime(answer.at)}: ${summary(answer.checks).text}.`, answer.note].filter(Boolean).join(' '),
    dialog: isOpen ? <AskDialog {...{versionId, target, onDone}} onClose={() => setOpen(false)} /> : undefined,
  };
}

function summary(answers: readonly ReadinessCheck[]): {text: string; tone: Tone} {
  const errors = answers.filter(({status}) => status === 'error').length;
  if (errors > 0) return {text: `the store names ${plural(errors, 'thing')} to fix`, tone: 'busy'};
  const [answer] = answers;
  if (!answer) return {text: 'the store was not asked: another submission is in the way', tone: 'busy'};
  return {text: answer.message, tone: answer.status === 'ok' ? 'good' : 'busy'};
}

interface AskDialogProps {
  versionId: string;
  target: Target;
  onDone(answer: Answer): void;
  onClose(): void;
}

/** Needs only Enter as confirmation: asking writes to the store, but submits nothing. */
function AskDialog({versionId, target: {app, version}, onDone, onClose}: AskDialogProps) {
  const {session, host} = useServices();
  const write = useWrite<Answer>();
  const title = `Ask the store about ${versionLabel(version)}`;
  const {phase, result} = write;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per answer
  useEffect(() => {
    if (result) onDone(result);
  }, [result]);
  if (phase !== 'idle') {
    return (
      <WriteView
        frame={{title}}
        {...{versionId, write}}
        running="Asking the store: adding the version to a draft and taking it out again"
        result={() => undefined}
        inSteps
        onRetry={write.reset}
        onBack={onClose}
        onLeave={onClose}
      />
    );
  }
  const given = new Map([
    ['version-id', versionId],
    ['ask-service', 'true'],
  ]);
  const command = guided(checkVersion, given, session, host, {app, version});
  return (
    <Confirmation
      title={title}
      lines={[
        'The version is added to a draft, the store says what is missing, and it is taken out again.',
        'Nothing is submitted. A draft that has to be created stays behind, empty, and the next submit uses it.',
      ]}
      verb="ask"
      command={command.line}
      onConfirm={() => write.send(command)}
      onCancel={onClose}
    />
  );
}
