import type {Glyphs} from '../theme.ts';
import type {Binding} from './keyboard.ts';

const NAMES: Readonly<Record<string, string>> = {
  esc: 'Esc',
  f1: 'F1',
  tab: 'Tab',
  up: 'Up',
  down: 'Down',
  left: 'Left',
  right: 'Right',
  home: 'Home',
  end: 'End',
  pageup: 'PgUp',
  pagedown: 'PgDn',
  backspace: 'Backspace',
  delete: 'Delete',
  ' ': 'Space',
};

/** Stands for the arrows to the left and right. */
export const ACROSS = 'left right';

export function keyName(id: string, glyphs: Glyphs): string {
  if (id === 'enter') return glyphs.enter;
  if (id === ACROSS) return glyphs.arrowsAcross;
  const parts = /^(ctrl|shift|alt)\+(.+)$/.exec(id);
  if (!parts) return NAMES[id] ?? id;
  const [, modifier = '', key = ''] = parts;
  return `${modifier[0]?.toUpperCase()}${modifier.slice(1)}+${NAMES[key] ?? key.toUpperCase()}`;
}

export function titleOf({title, label}: Binding): string {
  return title ?? `${label.slice(0, 1).toUpperCase()}${label.slice(1)}`;
}
