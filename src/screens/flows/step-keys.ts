import type {Binding} from '../input/keyboard.ts';

/**
 * The keys of a flow's steps. After the confirmation Enter is none of them: pressed once too often, it must neither
 * close what has not been read yet nor lead to another write.
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
    // Not Ctrl+S, which leads here: pressed twice it would send what nobody has read.
    {keys: ['enter'], label: verb, deliberate: true, run: onConfirm},
    {keys: ['y'], label: 'copy command', run: onCopy},
    {keys: ['esc'], label: 'change', run: onBack},
  ];
}

export function runningKeys(onCancel: () => void): Binding[] {
  return [{keys: ['esc'], label: 'cancel', run: onCancel}];
}

interface DoneKeys {
  /** What people do next. */
  next?: readonly Binding[];
  onDone(): void;
  /** Copies the command that does the same. */
  onCopy(): void;
}

export function doneKeys({next = [], onDone, onCopy}: DoneKeys): Binding[] {
  return [...next, {keys: ['y'], label: 'copy command', run: onCopy}, {keys: ['esc'], label: 'done', run: onDone}];
}

/** After a failure that carried nothing out. */
export function failedKeys(onRetry: () => void, onBack: () => void): Binding[] {
  return [
    {keys: ['r'], label: 'try again', run: onRetry},
    {keys: ['esc'], label: 'back', run: onBack},
  ];
}

/** While the outcome is unknown. Nothing is offered but to check again: a lost request may still arrive. */
export function unknownKeys(onCheck: () => void, onLeave: () => void): Binding[] {
  return [
    {keys: ['r'], label: 'check again', run: onCheck},
    {keys: ['esc'], label: 'leave', run: onLeave},
  ];
}
