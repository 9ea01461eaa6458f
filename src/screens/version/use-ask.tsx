import {type ReactNode, useState} from 'react';
import {type Target, whyNot} from '../../services/model/actions.ts';
import {newAnswers, type Readiness, type ReadinessCheck, readiness} from '../../services/model/readiness.ts';
import {useSaved} from '../context/router.ts';
import {useServices} from '../context/services.ts';
import {useShell} from '../context/shell.ts';
import type {Binding} from '../input/keyboard.ts';
import {capitalized, plural, versionLabel} from '../text/labels.ts';
import type {Tone} from '../theme.ts';
import {useLocalTime} from '../time/use-local-time.ts';
import {AskDialog} from './ask-dialog.tsx';

/** What the store itself had to say of a version. */
interface Asked {
  checks: readonly ReadinessCheck[];
  /** What stays behind. */
  note: string | undefined;
  /** In milliseconds since the epoch. */
  at: number;
  /** How many writes there had been: after another one the store may judge otherwise. */
  revision: number;
}

export interface Ask {
  /** A check, with what the store itself has found. */
  withAnswer(found: Readiness): Readiness;
  /** When the store was asked, what it said, and what stays behind; undefined where it was not. */
  remark: string | undefined;
  /** `A`. */
  key: Binding;
  dialog: ReactNode;
}

export function useAsk(versionId: string, subject: Target, isEditable: boolean): Ask {
  const {revision, host} = useServices();
  const {toast} = useShell();
  const {clock} = useLocalTime();
  const [isOpen, setOpen] = useState(false);
  const [last, setLast] = useSaved<Asked | undefined>('asked', undefined);
  const asked = last && last.revision >= revision ? last : undefined;
  const onDone = ({checks, note}: Readiness) => {
    const own = checks.filter((check) => check.id === 'service');
    // Asking was a write as well, which is counted as the dialog closes.
    setLast({checks: own, note, at: host.clock.now(), revision: revision + 1});
    setOpen(false);
    const {words, tone} = summary(own);
    toast(capitalized(words), tone);
  };
  return {
    withAnswer: (found) =>
      asked ? readiness(found.versionId, [...found.checks, ...newAnswers(found.checks, asked.checks)]) : found,
    remark:
      asked && [`Asked at ${clock(asked.at)}: ${summary(asked.checks).words}.`, asked.note].filter(Boolean).join(' '),
    key: {
      keys: ['A'],
      label: 'ask the store',
      title: `Ask the store what ${versionLabel(subject.version)} lacks`,
      group: 'Actions',
      shown: isEditable ? 'footer' : 'help',
      inPalette: true,
      unavailable: whyNot('submit', subject),
      run: () => setOpen(true),
    },
    dialog: isOpen ? (
      <AskDialog
        versionId={versionId}
        name={versionLabel(subject.version)}
        onDone={onDone}
        onClose={() => setOpen(false)}
      />
    ) : undefined,
  };
}

function summary(answers: readonly ReadinessCheck[]): {words: string; tone: Tone} {
  const errors = answers.filter(({status}) => status === 'error').length;
  if (errors > 0) return {words: `the store names ${plural(errors, 'thing')} to mend`, tone: 'busy'};
  const [answer] = answers;
  if (!answer) return {words: 'the store was not asked, another submission is in the way', tone: 'busy'};
  return {words: answer.message, tone: answer.status === 'ok' ? 'good' : 'busy'};
}
