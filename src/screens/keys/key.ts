/**
 * One key as bindings name it: `a`, `R`, `?`, ` `, `up`, `enter`, `esc`, `ctrl+p`, `shift+tab`, …; or a run of text that
 * arrived in one read (`text`), or a paste (`paste`), both with what was typed.
 */
export interface Key {
  id: string;
  text?: string;
}

/** A run of text for when no text field takes it: its first character as a key, and the run that is left. */
export function spell(run: string): Key[] {
  const [first = '', ...rest] = run;
  return [{id: first}, ...(rest.length > 0 ? [{id: 'text', text: rest.join('')}] : [])];
}
