import type {Key as InkKey} from 'ink';

/**
 * One key as bindings name it: `a`, `R`, `?`, ` `, `up`, `enter`, `esc`, `ctrl+p`, `shift+tab`, …; or a run of text that
 * arrived in one read (`text`), or a paste (`paste`), both with what was typed.
 */
export interface Key {
  id: string;
  text?: string;
}

const NAMED: readonly [keyof InkKey, string][] = [
  ['upArrow', 'up'],
  ['downArrow', 'down'],
  ['leftArrow', 'left'],
  ['rightArrow', 'right'],
  ['pageUp', 'pageup'],
  ['pageDown', 'pagedown'],
  ['home', 'home'],
  ['end', 'end'],
  ['return', 'enter'],
  ['tab', 'tab'],
  ['backspace', 'backspace'],
  ['delete', 'delete'],
];

/** An escape sequence that nobody knows (focus reports, mouse, …): Ink hands it on without its first byte. */
const UNKNOWN_SEQUENCE = /^\[[0-9;?<>=]*[A-Za-z~^$@]$/;

/**
 * The keys in one event of Ink, in order. Whatever came in one read is taken apart: `abc\r` is a run of text and Enter,
 * Esc right before another key is Esc and that key.
 */
export function keysOf(input: string, ink: InkKey): Key[] {
  if (ink.eventType === 'release') return [];
  const named = NAMED.find(([flag]) => ink[flag]);
  if (named) {
    const name = named[1];
    const isWordMove = ink.meta && (name === 'left' || name === 'right' || name === 'backspace');
    if (isWordMove) return [{id: `alt+${name}`}];
    const modifier = ink.ctrl ? 'ctrl+' : ink.shift ? 'shift+' : '';
    return [...escapes(ink.meta ? 1 : 0), {id: modifier + name}];
  }
  if (ink.escape) return escapes(ink.meta ? 2 : 1);
  if (ink.ctrl) return input === '' ? [] : [{id: `ctrl+${input}`}];
  if (UNKNOWN_SEQUENCE.test(input)) return [];
  return [...escapes(ink.meta ? 1 : 0), ...splitRun(input)];
}

function escapes(count: number): Key[] {
  return Array.from({length: count}, () => ({id: 'esc'}));
}

/** Text and control characters of one read: `j\x10rel\r` is `j`, Ctrl+P, `rel`, Enter. */
function splitRun(input: string): Key[] {
  const parts = input.replaceAll('\r\n', '\r').match(/[\u0000-\u001f\u007f]|[^\u0000-\u001f\u007f]+/g) ?? [];
  return parts.flatMap((part): Key[] => {
    const code = part.charCodeAt(0);
    if (part.length > 1 || (code > 31 && code !== 127)) return [{id: 'text', text: part}];
    if (part === '\r' || part === '\n') return [{id: 'enter'}];
    if (part === '\t') return [{id: 'tab'}];
    if (part === '\b' || code === 127) return [{id: 'backspace'}];
    return code >= 1 && code <= 26 ? [{id: `ctrl+${String.fromCharCode(code + 96)}`}] : [];
  });
}

/** The single keys of a run of text, for when no text field takes it. */
export function spell(text: string): Key[] {
  return [...text].map((character) => ({id: character}));
}
