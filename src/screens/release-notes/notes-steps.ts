import type {WrittenTexts} from '../../app/use-cases/write-notes.ts';
import type {FlowSteps} from '../flows/write-view.tsx';
import type {Binding} from '../input/keyboard.ts';
import {diffLines} from './diff-lines.ts';
import type {NotesRow} from './drafts.ts';

interface NotesSteps {
  /** What is to be written. */
  rows: readonly NotesRow[];
  /** `1.1 for iOS` */
  version: string;
  width: number;
  /** Sends what failed once more. */
  onRetry(failed: readonly NotesRow[]): void;
}

/** What the flow says from its review on. */
export function notesSteps({rows, version, width, onRetry}: NotesSteps): FlowSteps<WrittenTexts> {
  const what = `the release notes of ${locales(rows.length)}`;
  return {
    verb: 'write',
    review: {title: `Write ${what} of ${version}`, facts: [], body: diffLines(rows, width)},
    running: `Writing ${what}`,
    result: ({updated, unchanged, failed}) => ({
      title:
        failed.length === 0
          ? `Wrote ${what}`
          : `${failed.length} of ${locales(rows.length)} ${failed.length === 1 ? 'was' : 'were'} not updated`,
      facts: [
        ...(updated.length > 0 ? [['Updated', updated.join(', ')] as const] : []),
        ...(unchanged.length > 0 ? [['Unchanged', unchanged.join(', ')] as const] : []),
      ],
      failures: failed.map(({locale, error}) => [locale, error.message] as const),
      keys: failed.length === 0 ? [] : [retryKey(() => onRetry(rows.filter((row) => isAmong(row, failed))))],
    }),
  };
}

function isAmong({locale}: NotesRow, failed: WrittenTexts['failed']): boolean {
  return failed.some((one) => one.locale === locale);
}

function retryKey(run: () => void): Binding {
  return {keys: ['r'], label: 'try again', title: 'Send what failed once more', inPalette: true, guarded: true, run};
}

function locales(count: number): string {
  return count === 1 ? '1 locale' : `${count} locales`;
}
