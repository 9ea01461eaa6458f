import type {Binding} from '../input/keyboard.ts';

/** The keys of FormView, for the Screen that shows it. Esc is the shell's: it asks first when something would be lost. */
export function formKeys(onSubmit: () => void, label = 'review'): Binding[] {
  return [
    {keys: ['ctrl+s'], label, run: onSubmit},
    // Pressed inside a form, Tab is taken by its fields before it comes here: this names it in the footer.
    {keys: ['tab'], label: 'next field', run() {}},
  ];
}
