import type {Binding} from '../input/keyboard.ts';

/** The keys of a form's steps, for the Screen or Dialog that shows them. */

/** Of FormView. Esc is the shell's: it asks first when something would be lost. */
export function formKeys(onSubmit: () => void, label = 'review'): Binding[] {
  return [
    {keys: ['ctrl+s'], label, run: onSubmit},
    // Pressed inside a form, Tab is taken by its fields before it comes here: this names it in the footer.
    {keys: ['tab'], label: 'next field'},
  ];
}

interface ReviewKeys {
  /** What Enter does, as a verb: `create`. */
  label: string;
  onConfirm(): void;
  /** Back to the fields. */
  onBack(): void;
  onCopy(): void;
}

export function reviewKeys({label, onConfirm, onBack, onCopy}: ReviewKeys): Binding[] {
  return [
    // Not Ctrl+S, which leads here: pressed twice it would send what nobody has read.
    {keys: ['enter'], label, run: onConfirm},
    {keys: ['y'], label: 'copy command', run: onCopy},
    {keys: ['esc'], label: 'change', run: onBack},
  ];
}

export function runningKeys(onCancel: () => void): Binding[] {
  return [{keys: ['esc'], label: 'cancel', run: onCancel}];
}

export function resultKeys(onDone: () => void, onCopy?: () => void): Binding[] {
  return [
    {keys: ['enter', 'esc'], label: 'done', run: onDone},
    ...(onCopy ? [{keys: ['y'], label: 'copy command', run: onCopy}] : []),
  ];
}
