import {capitalized} from '../text/labels.ts';
import type {Glyphs} from '../theme.ts';
import type {Binding} from './keyboard.ts';

const NAMES: Readonly<Record<string, string>> = {pageup: 'PgUp', pagedown: 'PgDn', ' ': 'Space'};

export const ACROSS = 'left right';

export function keyName(id: string, glyphs: Glyphs): string {
  if (id === 'enter') return glyphs.enter;
  if (id === ACROSS) return glyphs.arrowsAcross;
  if (id.length === 1) return NAMES[id] ?? id;
  return id
    .split('+')
    .map((part) => NAMES[part] ?? capitalized(part))
    .join('+');
}

export function titleOf({title, label}: Binding): string {
  return title ?? capitalized(label);
}
