import {lookup} from '../../services/model/values.ts';
import type {Command} from '../command.ts';
import type {Flags} from '../flags/flags.ts';

/** What an agent is offered. No command that changes credentials, opens a screen, or reads or writes a file it chooses. */
const OFFERED = [
  'apps list',
  'builds list',
  'builds wait',
  'builds update',
  'versions list',
  'versions view',
  'versions check',
  'versions history',
  'versions wait',
  'versions create',
  'versions update',
  'versions attach-build',
  'versions submit',
  'versions withdraw',
  'versions release',
  'versions delete',
  'release-notes list',
  'release-notes set',
  'release-notes copy',
  'phased-release view',
  'phased-release enable',
  'phased-release disable',
  'phased-release pause',
  'phased-release resume',
  'phased-release complete',
  'ship',
  'auth status',
  'auth doctor',
];

/** Flags that stay with the command line: files, hooks, what the server decides, and what makes a read a write. */
const WITHHELD = ['confirm', 'dry-run', 'file', 'notes-file', 'notes-dir', 'on-change', 'ask-service', 'fix'];
/** Those that only read once such a flag is gone. */
const READS_ONLY = ['versions check', 'auth doctor'];
const NEEDED: Readonly<Record<string, string>> = {'release-notes set': 'text'};
/** The emergency brake: the one write that is a single call. */
const BRAKE = 'phased-release pause';
export interface Tool {
  name: string;
  command: Command;
  effect: 'none' | 'write' | 'final';
  /** Those of the command that are offered. */
  flags: Flags;
  /** Writes only when called again with the confirmation of a plan. */
  isConfirmed: boolean;
  /** Always; a check of credentials asks the store only where it is told to. */
  asksStore: boolean;
  /** A flag that is required here alone: the one that could replace it is not offered. */
  needs?: string;
}

export function toolsFrom(commands: readonly Command[]): Tool[] {
  return commands.flatMap((command): Tool[] => {
    const path = command.path.join(' ');
    if (!OFFERED.includes(path)) return [];
    const {effect} = command;
    const isRead = effect === 'none' || effect === 'local' || READS_ONLY.includes(path);
    return [
      {
        name: memberName(command.path.join('_')),
        command,
        effect: isRead ? 'none' : effect,
        flags: Object.fromEntries(Object.entries(command.flags).filter(([name]) => !WITHHELD.includes(name))),
        isConfirmed: !isRead && path !== BRAKE,
        asksStore: command.path[0] !== 'auth',
        needs: lookup(NEEDED, path),
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
