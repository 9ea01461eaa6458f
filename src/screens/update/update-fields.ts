import {updateVersion} from '../../app/commands/versions/update.ts';
import type {StoreVersion} from '../../services/model/version.ts';
import type {FormField} from '../form/use-form.ts';
import type {Fact} from '../text/lines.ts';
import {DATE_EXAMPLE} from '../text/time.ts';
import {widthOf} from '../text/width.ts';
import {releaseTypeName} from '../text/words.ts';
import type {Glyphs} from '../theme.ts';

/** What the form begins with: what is true now, by flag name. */
export function currentTexts(version: StoreVersion): Record<string, string> {
  return {
    version: version.versionString ?? '',
    copyright: version.copyright ?? '',
    'release-type': version.releaseType ?? '',
    'earliest-release-date': version.earliestReleaseDate ?? '',
  };
}

/** The fields over the flags of `versions update`. What is set and cannot be taken away is required. */
export function updateFields(version: StoreVersion, releaseType: string): FormField[] {
  const {flags} = updateVersion;
  const isSet = (value: string | undefined) => value !== undefined && value !== '';
  return [
    {
      name: 'version',
      flag: {...flags.version, required: isSet(version.versionString)},
      label: 'Version',
      help: `now ${version.versionString ?? 'not set'}`,
    },
    {name: 'copyright', flag: flags.copyright, label: 'Copyright', help: 'may be emptied'},
    {
      name: 'release-type',
      flag: {...flags['release-type'], required: isSet(version.releaseType)},
      label: 'Release',
      choiceName: releaseTypeName,
    },
    {
      name: 'earliest-release-date',
      flag: {...flags['earliest-release-date'], required: isSet(version.earliestReleaseDate)},
      label: 'Not before',
      placeholder: DATE_EXAMPLE,
      help: 'date and time with offset',
      hidden: releaseType !== 'SCHEDULED',
    },
  ];
}

const LABELS: Readonly<Record<string, string>> = {
  version: 'Version',
  copyright: 'Copyright',
  'release-type': 'Release',
  'earliest-release-date': 'Not before',
};
/** Wider ones stand below each other. */
const ONE_LINE = 40;

/** Old → new of what is going to be sent. */
export function changeFacts(version: StoreVersion, given: ReadonlyMap<string, string>, {arrow}: Glyphs): Fact[] {
  const current = currentTexts(version);
  const words = (name: string, text: string | undefined) => {
    if (!text) return '(empty)';
    return name === 'release-type' ? releaseTypeName(text) : text;
  };
  return [...given].map(([name, text]): Fact => {
    const before = words(name, current[name]);
    const after = words(name, text);
    const separator = widthOf(before) + widthOf(after) <= ONE_LINE ? ' ' : '\n';
    return [LABELS[name] ?? name, `${before}${separator}${arrow} ${after}`];
  });
}

/** Which of the changes a version does not show yet; dates are compared as moments. */
export function openChanges(version: StoreVersion, given: ReadonlyMap<string, string>): string[] {
  const current = currentTexts(version);
  return [...given].flatMap(([name, text]) => {
    const same =
      name === 'earliest-release-date' ? Date.parse(current[name] ?? '') === Date.parse(text) : current[name] === text;
    return same ? [] : [(LABELS[name] ?? name).toLowerCase()];
  });
}
