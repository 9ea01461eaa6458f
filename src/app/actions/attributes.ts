import {cleanText} from '../../services/model/clean.ts';
import type {Noted} from '../../services/model/outcome.ts';
import {type Attributes, RELEASE_TYPES, type StoreVersion, versionName} from '../../services/model/version.ts';
import type {CreatedVersion, VersionChanges} from '../../services/store/version-writes.ts';
import type {CommandContext} from '../command.ts';
import {dateTime, type InputOf, memberOf, oneOf, text, usage} from '../flags/flags.ts';
import {record} from '../present/formats.ts';
import {constant, object, string} from '../present/shapes.ts';

export const attributes = {
  copyright: text({summary: 'Copyright text; empty clears it', allowEmpty: true}),
  'release-type': oneOf(RELEASE_TYPES, {summary: 'How the approved version is released', placeholder: 'TYPE'}),
  'earliest-release-date': dateTime({
    summary: 'Earliest release, ISO 8601 with offset, e.g. 2026-03-01T10:00:00+01:00; takes effect with SCHEDULED',
  }),
};
type AttributeInput = InputOf<typeof attributes>;

export const FLAG_OF = {
  copyright: 'copyright',
  releaseType: 'release-type',
  earliestReleaseDate: 'earliest-release-date',
  versionString: 'version',
} as const satisfies Record<keyof Attributes, string>;

export function givenAttributes(version: Attributes): Readonly<Record<string, string>> {
  const names = Object.keys(FLAG_OF) as (keyof Attributes)[];
  return Object.fromEntries(names.map((name) => [FLAG_OF[name], version[name] ?? '']));
}

/** @throws ToolError usage for a date with another release type than SCHEDULED */
export function checkReleaseDate(
  {releaseType: type, earliestReleaseDate: date}: AttributeInput,
  flag = 'earliest-release-date',
): void {
  if (date === undefined || type === undefined || type === 'SCHEDULED') return;
  throw usage(`requires --release-type SCHEDULED, not ${type}`, {flag});
}

/** Only warns about a date in the past: the service decides. */
export function changesOf(
  input: AttributeInput & {version?: string},
  {host, note}: Pick<CommandContext, 'host' | 'note'>,
  flag = 'earliest-release-date',
): VersionChanges {
  const date = input.earliestReleaseDate;
  if (date !== undefined && Date.parse(date) < host.clock.now()) note(`Warning: --${flag} ${date} is in the past`);
  return Object.fromEntries(Object.entries(FLAG_OF).map(([name, given]) => [name, input[memberOf(given)]]));
}

export const RELEASED_AT_ONCE = 'It is approved: this change releases it at once.';

export function releasedAtOnce(version: StoreVersion): string {
  const name = cleanText(versionName(version));
  return `${name} is approved: this change releases it at once, and a release cannot be undone`;
}

export const createdOrChanged = record(
  object({id: string}, {versionString: string, platform: string, state: string, existed: constant(true)}),
  ({version, existed}: CreatedVersion & Noted) => ({...version, existed}),
);
