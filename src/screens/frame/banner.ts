import {useEffect} from 'react';
import {actions} from '../../app/commands/index.ts';
import {describe} from '../../app/present/error.ts';
import {APP_ACTIONS} from '../../services/model/actions.ts';
import type {ToolError} from '../../services/model/error.ts';
import {capitalized} from '../../services/model/values.ts';
import type {StoreVersion} from '../../services/model/version.ts';
import {wrap} from '../../services/text/width.ts';
import {useServices} from '../context/services.ts';
import {GONE, type Query, UNREAD} from '../hooks/use-query.ts';
import {versionLabel} from '../text/labels.ts';
import {behind, firstLines, type LineContent} from '../text/lines.ts';
import type {Glyphs, Tone} from '../theme.ts';

const KEYS = new Map([
  ...Object.values(actions).map(({path, key, screen}): [string, string] => [
    path.join(' '),
    `${key} ${APP_ACTIONS.includes(screen) ? 'in the list of versions' : "on the version's page"}`,
  ]),
  ['versions history', "History on the version's page"],
  ['versions create', `${actions.ship.key} in the list of versions`],
  ['versions view', 'Enter in the list of versions'],
  ['auth init', 'i in Profiles (P)'],
  ['auth login', 'l in Profiles (P)'],
  ['auth switch', 'd in Profiles (P)'],
  ['auth logout', 'x in Profiles (P)'],
]);
const ADVICE =
  /(?<lead>Run |, run: |with: )?(?:'tool (?!auth init --local)(?<quoted>[a-z-]+ [a-z-]+)[^']*'|tool (?<plain>[a-z-]+ [a-z-]+)(?: (?!\()\S+)*)/g;
const INDIVIDUAL = /log in with --individual/g;
const LEADS: Readonly<Record<string, string>> = {'Run ': 'Press ', ', run: ': ': ', 'with: ': 'with '};

/** Replaces an advised command with the key that does the same, if there is one: the app has no command line. */
export function inKeys(text: string): string {
  const inFields = text.replace(INDIVIDUAL, "log in with 'individual' as the kind of key");
  return inFields.replace(ADVICE, (advice, lead = '', quoted, plain) => {
    const key = KEYS.get(quoted ?? plain);
    return key === undefined ? advice : `${LEADS[lead] ?? ''}${key}`;
  });
}

export interface Notice {
  tone: Tone;
  text: string;
  hint?: string;
  keys?: string;
}

export function noticeLines({tone, text, hint = '', keys}: Notice, width: number, glyphs: Glyphs): LineContent[] {
  const sign = tone === 'bad' ? glyphs.rejected : glyphs.blocked;
  return behind({text: `${sign} `, tone, bold: true}, [
    ...firstLines(text, width, width < 70 ? 3 : 4, glyphs.ellipsis),
    ...(hint === '' ? [] : firstLines(hint, width, 3, glyphs.ellipsis).map((line) => [{text: line, dim: true}])),
    ...(keys === undefined ? [] : wrap(keys, width)),
  ]);
}

export function noticeOf(error: ToolError, retryIn = 0, hasProfile = true): Notice {
  const {message, details, hint} = describe(error);
  const again = retryIn > 0 ? `Retrying in ${retryIn} s. r retries now, Esc stops.` : 'r retries.';
  return {
    tone: 'bad',
    text: inKeys([message, ...details].join('\n')),
    hint: retryIn > 0 || hint === undefined ? undefined : inKeys(hint),
    keys:
      error.kind === 'credentials' ? `${hasProfile ? 'P profiles' : 'P log in or set up'}, ! doctor, ${again}` : again,
  };
}

export function moreNotice({moreError}: {moreError: ToolError | undefined}): Notice | undefined {
  return moreError && {...noticeOf(moreError), hint: 'The next page failed. Move down to retry it, r to reload all.'};
}

export function waitText(load: Query<unknown>, mayStop: boolean, reading?: string): LineContent | undefined {
  const {slow, busy, overtaken, at} = load;
  const what = overtaken ? 'what has changed' : at === undefined && reading;
  const texts = [what && `Reading ${what}`, mayStop && 'Esc stops waiting'].filter(Boolean);
  if (slow && texts.length > 0) return [{text: texts.join('. '), dim: true}];
  return overtaken && !busy ? `${capitalized(UNREAD)}; press r.` : undefined;
}

/** Handles a version that was deleted after it was read. The screens below then read their data again. */
export function useGone(
  version: StoreVersion | undefined,
  {error}: Query<unknown>,
): {notice?: Notice; whyGone?: string} {
  const {invalidate} = useServices();
  const isGone = version !== undefined && error?.kind === 'not-found';
  useEffect(() => (isGone ? invalidate : undefined), [isGone, invalidate]);
  if (!isGone) return {};
  const text = `${capitalized(versionLabel(version))} no longer exists.`;
  return {notice: {tone: 'bad', text, keys: 'Esc goes back.'}, whyGone: GONE};
}
