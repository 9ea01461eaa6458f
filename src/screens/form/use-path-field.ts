import {useState} from 'react';
import {completePath} from '../../app/completion/complete-path.ts';
import {cleanText} from '../../services/model/clean.ts';
import {wrap} from '../../services/text/width.ts';
import {useServices} from '../context/services.ts';
import {useTask} from '../hooks/use-task.ts';
import {PATIENCE_MS} from '../input/key-queue.tsx';
import {useHold} from '../input/use-keys.tsx';
import {dimmed, type LineContent} from '../text/lines.ts';

const MOST_CANDIDATES = 8;

interface PathFieldOptions {
  directories?: boolean;
  set(path: string): void;
  /** Called if there is nothing to complete. */
  moveOn?(): void;
}

/** Handles Tab in a field with a path. `complete` does what a shell does, and `under` is shown below the field. */
export function usePathField(path: string, {directories = false, set, moveOn}: PathFieldOptions) {
  const {host} = useServices();
  const [shown, setShown] = useState<{path: string; text: string}>();
  const task = useTask<void>();
  // Keys wait for the result, but not for a disk that does not answer.
  useHold(task.status === 'running', true);

  const complete = async () => {
    const late = new AbortController();
    const tooLate = host.clock.sleep(PATIENCE_MS, late.signal).then(() => undefined);
    const completed = await Promise.race([completePath(path, host, {directories}), tooLate]);
    late.abort();
    if (!completed) return setShown({path, text: 'The folder does not answer, so nothing was completed.'});
    const {text, candidates} = completed;
    const isAmbiguous = candidates.length > 1 && shown?.path !== text;
    if (moveOn && text === path && !isAmbiguous) return moveOn();
    set(text);
    const none = directories ? 'No folder starts with this.' : 'No file or folder starts with this.';
    const listed = candidates.length > 1 ? candidateText(candidates) : '';
    setShown({path: text, text: candidates.length === 0 ? none : listed});
  };
  return {
    complete: () => task.run(complete),
    under: (width: number): LineContent[] =>
      shown?.path === path && shown.text !== '' ? dimmed(wrap(shown.text, width)) : [],
  };
}

function candidateText(candidates: readonly string[]): string {
  const more = candidates.length - MOST_CANDIDATES;
  return [...candidates.slice(0, MOST_CANDIDATES).map(cleanText), ...(more > 0 ? [`+${more}`] : [])].join('  ');
}
