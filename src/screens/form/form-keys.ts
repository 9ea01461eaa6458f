import type {Binding} from '../input/keyboard.ts';

/** The keys of FormView, for the Screen around it. Esc is the shell's: it asks before anything is lost. */
export function formKeys(onSubmit: () => void, label = 'review'): Binding[] {
  return [
    {keys: ['ctrl+s'], label, run: onSubmit},
    // The fields of the form take Tab first: this names it in the footer.
    {keys: ['tab'], label: 'next field', run() {}},
  ];
}
