import type {Binding} from '../input/keyboard.ts';

/**
 * The keys of the steps after a confirmation. Enter is none of them: pressed once too often, it must neither close what
 * has not been read yet nor lead on to another write.
 */

interface AfterKeys {
  onDone(): void;
  /** Copies the command that does the same. */
  onCopy(): void;
  next?: readonly Binding[];
}

export function doneKeys({onDone, onCopy, next = []}: AfterKeys): Binding[] {
  return [...next, {keys: ['y'], label: 'copy command', run: onCopy}, {keys: ['esc'], label: 'done', run: onDone}];
}

/** After a failure that carried nothing out. */
export function failedKeys(onRetry: () => void, onBack: () => void): Binding[] {
  return [
    {keys: ['r'], label: 'try again', run: onRetry},
    {keys: ['esc'], label: 'back', run: onBack},
  ];
}
