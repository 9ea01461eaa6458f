import {lookup} from '../../services/model/values.ts';
import type {Command} from '../command.ts';
import type {Flags} from '../flags/flags.ts';

/** What an agent is offered. No command that changes credentials, opens a screen, or reads or writes a file it chooses. */
const OFFERED: Readonly<Record<string, string>> = {
  apps: 'list',
  builds: 'list wait update',
  versions: 'list view check history wait create update attach-build submit withdraw release delete',
  'release-notes': 'list set copy',
  'phased-release': 'view enable disable pause resume complete',
  ship: '',
  auth: 'status doctor',
};

interface Special {
  /** What would make it a write is withheld. */
  isRead?: true;
  /** The emergency brake: the one write that is a single call. */
  isBrake?: true;
  /** Called again with the same input, it may do more: a state has moved on, a reference means another version. */
  isIdempotent?: false;
  /** A flag that is required here alone: the one that could replace it is not offered. */
  needs?: string;
}

const SPECIAL: Readonly<Record<string, Special>> = {
  'versions check': {isRead: true},
  'versions create': {isIdempotent: false},
  'versions submit': {isIdempotent: false},
  'versions withdraw': {isIdempotent: false},
  'versions release': {isIdempotent: false},
  'versions delete': {isIdempotent: false},
  'release-notes set': {needs: 'text'},
  'phased-release pause': {isBrake: true},
  ship: {isIdempotent: false},
  'auth doctor': {isRead: true},
};

/** Flags that stay with the command line: files, hooks, what the server decides, and what makes a read a write. */
const WITHHELD = ['confirm', 'dry-run', 'file', 'notes-file', 'notes-dir', 'on-change', 'ask-service', 'fix'];

export interface Tool extends Pick<Special, 'needs'> {
  name: string;
  command: Command;
  effect: 'none' | 'write' | 'final';
  /** Those of the command that are offered. */
  flags: Flags;
  /** Writes only when called again with the confirmation of a plan. */
  isConfirmed: boolean;
  isIdempotent: boolean;
  /** Always; a check of credentials asks the store only where it is told to. */
  asksStore: boolean;
}

export function toolsFrom(commands: readonly Command[]): Tool[] {
  return commands.flatMap((command): Tool[] => {
    const {path, effect: worst, flags} = command;
    const [group = '', name = ''] = path;
    if (!lookup(OFFERED, group)?.split(' ').includes(name)) return [];
    const {isRead, isBrake, isIdempotent = true, needs} = lookup(SPECIAL, path.join(' ')) ?? {};
    const effect = isRead || worst === 'local' ? 'none' : worst;
    return [
      {
        name: memberName(path.join('_')),
        command,
        effect,
        flags: Object.fromEntries(Object.entries(flags).filter(([flag]) => !WITHHELD.includes(flag))),
        isConfirmed: effect !== 'none' && !isBrake,
        isIdempotent,
        asksStore: group !== 'auth',
        needs,
      },
    ];
  });
}

/** `version_id` of the flag `version-id`. */
export function memberName(flag: string): string {
  return flag.replaceAll('-', '_');
}

/** Whether what is said may hold texts of the store. */
export function showsStore({asksStore}: Tool, texts: ReadonlyMap<string, string>): boolean {
  return asksStore || texts.get('validate') === 'true';
}

/** The longest wait of a call, unless it asks for another. */
export const LONGEST_CALL = {text: '10m', ms: 600_000};

export function canWait({flags}: Pick<Command, 'flags'>): boolean {
  return Object.hasOwn(flags, 'max-wait');
}
