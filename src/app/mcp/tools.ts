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

/** What would make these a write is withheld. */
const READS = {versions: 'check', auth: 'doctor'};
/** The emergency brake: the one write that is a single call. */
const BRAKE = {'phased-release': 'pause'};
/** Called again with the same input, these may do more: a state has moved on, a reference means another version. */
const NOT_IDEMPOTENT = {versions: 'create submit withdraw release delete', ship: ''};
/** Final where the version goes on sale by itself once approved. */
const MAY_PUBLISH = {versions: 'submit'};
/** A flag that is required here alone: the one that could replace it is not offered. */
const NEEDS: Readonly<Record<string, string>> = {'release-notes set': 'text'};

/** @param table the commands of each group, as in `OFFERED` */
function isIn(table: Readonly<Record<string, string>>, [group, name = '']: readonly string[]): boolean {
  return lookup(table, group)?.split(' ').includes(name) ?? false;
}

/** Flags that stay with the command line: files, hooks, what the server decides, and what makes a read a write. */
const WITHHELD = ['confirm', 'dry-run', 'file', 'notes-file', 'notes-dir', 'on-change', 'ask-service', 'fix'];

export interface Tool {
  name: string;
  command: Command;
  effect: 'none' | 'write' | 'final';
  /** Those of the command that are offered. */
  flags: Flags;
  /** Writes only when called again with the confirmation of a plan. */
  isConfirmed: boolean;
  isIdempotent: boolean;
  /** A person is asked, at least in some states. */
  mayAsk: boolean;
  /** Always; a check of credentials asks the store only where it is told to. */
  asksStore: boolean;
  needs?: string;
}

export function toolsFrom(commands: readonly Command[]): Tool[] {
  return commands.flatMap((command): Tool[] => {
    const {path, effect: worst, flags} = command;
    if (!isIn(OFFERED, path)) return [];
    const effect = isIn(READS, path) || worst === 'local' ? 'none' : worst;
    return [
      {
        name: memberName(path.join('_')),
        command,
        effect,
        flags: Object.fromEntries(Object.entries(flags).filter(([flag]) => !WITHHELD.includes(flag))),
        isConfirmed: effect !== 'none' && !isIn(BRAKE, path),
        isIdempotent: !isIn(NOT_IDEMPOTENT, path),
        mayAsk: effect === 'final' || isIn(MAY_PUBLISH, path),
        asksStore: path[0] !== 'auth',
        needs: lookup(NEEDS, path.join(' ')),
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
