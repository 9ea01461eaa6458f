/**
 * One key as bindings name it: `a`, `R`, `?`, ` `, `up`, `enter`, `esc`, `ctrl+p`, `shift+tab`, …; or a run of text that
 * arrived in one read (`text`), or a paste (`paste`), both with what was typed.
 */
export interface Key {
  id: string;
  text?: string;
}

/** The single keys of a run of text, for when no text field takes it. */
export function spell(text: string): Key[] {
  return [...text].map((character) => ({id: character}));
}
