import type {Binding} from '../input/keyboard.ts';

/**
 * The keys of a flow's steps. After the confirmation Enter is not among them: one press too many must neither close a
 * result unread nor start another write. Nor must a key that was pressed while it was still running.
 */

interface ReviewKeys {
  /** What Enter does, as a verb: `create`. */
  verb: string;
  onConfirm(): void;
  /** Back to the fields. */
  onBack(): void;
  onCopy(): void;
}

export function reviewKeys({verb, onConfirm, onBack, onCopy}: ReviewKeys): Binding[] {
  return [
    // Not Ctrl+S, which leads here: pressed twice it would send without a review.
    {keys: ['enter'], label: verb, guarded: true, run: onConfirm},
    {keys: ['y'], label: 'copy command', run: onCopy},
    {keys: ['esc'], label: 'change', run: onBack},
  ];
}

export function runningKeys(onCancel: () => void): Binding[] {
  return [{keys: ['esc'], label: 'cancel', run: onCancel}];
}

interface DoneKeys {
  /** Likely next steps. */
  next?: readonly Binding[];
  onDone(): void;
  /** Copies the command that does the same. */
  onCopy(): void;
}

export function doneKeys({next = [], onDone, onCopy}: DoneKeys): Binding[] {
  return [
    ...next,
    {keys: ['y'], label: 'copy command', run: onCopy},
    {keys: ['esc'], label: 'done', guarded: true, run: onDone},
  ];
}

/** After a failure without effect. */
export function failedKeys(onRetry: () => void, onBack: () => void): Binding[] {
  return [
    {keys: ['r'], label: 'try again', guarded: true, run: onRetry},
    {keys: ['esc'], label: 'back', guarded: true, run: onBack},
  ];
}

/** While the outcome is unknown. There is no retry: a lost request may still arrive. */
export function unknownKeys(onCheck: () => void, onLeave: () => void): Binding[] {
  return [
    {keys: ['r'], label: 'check again', run: onCheck},
    {keys: ['esc'], label: 'leave', guarded: true, run: onLeave},
  ];
}
