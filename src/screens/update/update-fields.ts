import {updateVersion} from '../../app/commands/versions/edit.ts';
import type {StoreVersion} from '../../services/model/version.ts';
import {releaseDateField} from '../flows/release-date.ts';
import type {FormField, Given, Values} from '../form/form-state.ts';
import type {Fact} from '../text/lines.ts';
import {widthOf} from '../text/width.ts';
import {releaseTypeName} from '../text/words.ts';
import type {Glyphs} from '../theme.ts';

/** The current values of a version, by flag name. */
export function currentValues(version: StoreVersion): Values {
  return {
    version: version.versionString ?? '',
    copyright: version.copyright ?? '',
    'release-type': version.releaseType ?? '',
    'earliest-release-date': version.earliestReleaseDate ?? '',
  };
}

const LABELS = {
  version: 'Version',
  copyright: 'Copyright',
  'release-type': 'Release',
  'earliest-release-date': 'Not before',
} as const;

/** The fields for the flags of `versions update`. A value that is set and cannot be removed is required. */
export function updateFields(version: StoreVersion, values: Values): FormField[] {
  const {flags} = updateVersion;
  const current = currentValues(version);
  const kept = <Name extends keyof typeof LABELS>(name: Name) => ({...flags[name], required: current[name] !== ''});
  return [
    {
      name: 'version',
      flag: kept('version'),
      label: LABELS.version,
      help: current.version === '' ? 'not set' : `now ${current.version}`,
    },
    {name: 'copyright', flag: flags.copyright, label: LABELS.copyright, help: 'may be empty'},
    {name: 'release-type', flag: kept('release-type'), label: LABELS['release-type'], choiceName: releaseTypeName},
    releaseDateField(kept('earliest-release-date'), values),
  ];
}

/** Old and new take a line each where they are wider. */
const ONE_LINE = 40;

/** The changes to send, as old → new. */
export function changeFacts(version: StoreVersion, given: Given, {arrow}: Glyphs): Fact[] {
  const current = currentValues(version);
  const words = (name: string, text: string | undefined) => {
    if (!text) return '(empty)';
    return name === 'release-type' ? releaseTypeName(text) : text;
  };
  return [...given].map(([name, text]): Fact => {
    const before = words(name, current[name]);
    const after = words(name, text);
    const separator = widthOf(before) + widthOf(after) <= ONE_LINE ? ' ' : '\n';
    return [LABELS[name as keyof typeof LABELS] ?? name, `${before}${separator}${arrow} ${after}`];
  });
}
