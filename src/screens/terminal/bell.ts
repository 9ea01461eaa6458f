import type {Env} from '../../services/ports.ts';

/**
 * When to ring. `auto`: the terminal reported losing the focus, or runs in tmux, which may swallow such reports, and
 * reported nothing. `bell`: unless it has the focus, without a notification.
 */
export type Notify = 'auto' | 'on' | 'bell' | 'off';

const VALUES: readonly string[] = ['on', 'bell', 'off'] satisfies Notify[];

export function readNotify({TOOL_NOTIFY}: Env, warn: (text: string) => void): Notify {
  const value = TOOL_NOTIFY?.trim().toLowerCase() ?? '';
  if (value === '') return 'auto';
  if (VALUES.includes(value)) return value as Notify;
  warn(`TOOL_NOTIFY: '${TOOL_NOTIFY}' is not one of ${VALUES.join(', ')}`);
  return 'auto';
}

export function mayRing(notify: Notify, hasFocus: boolean | undefined, env: Env): boolean {
  switch (notify) {
    case 'off':
      return false;
    case 'on':
      return true;
    case 'bell':
      return hasFocus !== true;
    case 'auto':
      return hasFocus === undefined ? Boolean(env.TMUX) : !hasFocus;
  }
}

const BEL = '\u0007';

export function ringSequence(text: string, notify: Notify, env: Env): string {
  const plain = text.replaceAll(/[\u0000-\u001f\u007f-\u009f;]/g, ' ');
  switch (notify === 'bell' ? undefined : notificationOf(env)) {
    case 'osc9':
      return `${BEL}\u001B]9;${plain}${BEL}`;
    case 'osc777':
      return `${BEL}\u001B]777;notify;tool;${plain}${BEL}`;
    default:
      return BEL;
  }
}

function notificationOf({TERM = '', TERM_PROGRAM = '', TMUX, STY}: Env): 'osc9' | 'osc777' | undefined {
  // tmux and screen drop unknown sequences.
  if (TMUX || STY) return undefined;
  if (['iTerm.app', 'WezTerm', 'ghostty'].includes(TERM_PROGRAM) || TERM === 'xterm-kitty') return 'osc9';
  return /^(?:foot|rxvt-unicode)/.test(TERM) ? 'osc777' : undefined;
}
