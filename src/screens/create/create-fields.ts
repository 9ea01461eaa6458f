import {createVersion} from '../../app/commands/versions/edit.ts';
import {ToolError} from '../../services/model/error.ts';
import {nextVersion, type Proposal} from '../../services/model/next-version.ts';
import type {StoreVersion} from '../../services/model/version.ts';
import {releaseDateField} from '../flows/release-date.ts';
import type {FormField, Values} from '../form/form-state.ts';
import {platformName, releaseTypeName} from '../text/words.ts';
import type {Existing} from './use-existing.ts';

/** The fields for the flags of `versions create`, except the app. */
export function createFields(values: Values, {versions, last}: Existing): FormField[] {
  const {flags} = createVersion;
  const {platform = ''} = values;
  return [
    {name: 'platform', flag: flags.platform, label: 'Platform', choiceName: platformName},
    {
      name: 'version',
      flag: {...flags.version, parse: (text) => notTaken(flags.version.parse(text), platform, versions)},
      label: 'Version',
      help: proposalWords(nextVersion(versions, platform)),
    },
    {
      name: 'copyright',
      flag: flags.copyright,
      label: 'Copyright',
      help: last?.copyright ? `from ${last.versionString}` : 'may stay empty',
    },
    {name: 'release-type', flag: flags['release-type'], label: 'Release', choiceName: releaseTypeName},
    releaseDateField(flags['earliest-release-date'], values),
  ];
}

/** The next version, with the values of the last one. A schedule is not taken over: its date was for that version. */
export function firstValues({platform, versions, last}: Existing): Values {
  const type = last?.releaseType;
  return {
    platform,
    version: nextVersion(versions, platform).text,
    copyright: last?.copyright ?? '',
    'release-type': type === 'MANUAL' || type === 'AFTER_APPROVAL' ? type : '',
  };
}

/** The proposed version string changes with the platform; a typed one stays. */
export function followPlatform(platform: string, values: Values, versions: readonly StoreVersion[]): Values {
  const proposed = nextVersion(versions, values.platform ?? '').text;
  return values.version === proposed ? {version: nextVersion(versions, platform).text} : {};
}

function proposalWords({after, sameAs}: Proposal): string {
  if (after !== undefined) return `next after ${after}`;
  return sameAs === undefined ? 'like 2.1.0' : `as on ${platformName(sameAs)}`;
}

/** A platform never reuses a version string. */
function notTaken(text: string, platform: string, versions: readonly StoreVersion[]): string {
  const taken = versions.some((version) => version.platform === platform && version.versionString === text);
  if (taken) throw new ToolError('usage', `is already taken on ${platformName(platform)}`);
  return text;
}
