import {cleanText} from './clean.ts';
import type {Remedy} from './error.ts';
import {type StoreVersion, stateIs, versionName} from './version.ts';
import {AGREEMENTS_PAGE} from './web-pages.ts';

/** `version 1.1 of the same platform is in IN_REVIEW` */
export function holderText(holder: StoreVersion): string {
  return `version ${cleanText(versionName(holder))} of the same platform is in ${cleanText(holder.state ?? 'no known state')}`;
}

/** How the place of a platform becomes free: what holds it goes on sale, or goes back. */
export function waysOut({id, state}: StoreVersion): Remedy[] {
  const command = (name: string, flags = {}) => ({command: ['versions', name], flags: {'version-id': id, ...flags}});
  const ways: Remedy[] = [];
  if (stateIs(state, 'releasable')) ways.push({words: 'Release it', command: command('release', {confirm: true})});
  if (state === 'PENDING_CONTRACT') ways.push({words: 'Accept the agreement', hint: AGREEMENTS_PAGE});
  if (stateIs(state, 'withdrawable')) ways.push({words: 'Withdraw it', command: command('withdraw', {confirm: true})});
  if (stateIs(state, 'deletable')) ways.push({words: 'Delete it', command: command('delete', {confirm: true})});
  return [{words: 'Look at it', command: command('view')}, ...ways];
}
