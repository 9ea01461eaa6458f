import {createVersion} from '../../app/commands/versions/create.ts';
import type {Proposal} from '../../app/use-cases/next-version.ts';
import {ToolError} from '../../services/model/error.ts';
import type {StoreVersion} from '../../services/model/version.ts';
import type {FormField} from '../form/use-form.ts';
import {DATE_EXAMPLE} from '../text/time.ts';
import {platformName, releaseTypeName} from '../text/words.ts';

interface FieldOptions {
  /** As chosen so far. */
  platform: string;
  releaseType: string;
  proposal: Proposal;
  versions: readonly StoreVersion[];
  /** What the copyright was proposed from. */
  copyrightFrom: string | undefined;
}

/** The fields over the flags of `versions create`, but for the app. */
export function createFields({platform, releaseType, proposal, versions, copyrightFrom}: FieldOptions): FormField[] {
  const {flags} = createVersion;
  return [
    {name: 'platform', flag: flags.platform, label: 'Platform', choiceName: platformName},
    {
      name: 'version',
      flag: {...flags.version, parse: (text) => notTaken(flags.version.parse(text), platform, versions)},
      label: 'Version',
      help: proposalWords(proposal),
    },
    {
      name: 'copyright',
      flag: flags.copyright,
      label: 'Copyright',
      help: copyrightFrom === undefined ? 'may stay empty' : `from ${copyrightFrom}`,
    },
    {name: 'release-type', flag: flags['release-type'], label: 'Release', choiceName: releaseTypeName},
    {
      name: 'earliest-release-date',
      flag: flags['earliest-release-date'],
      label: 'Not before',
      placeholder: DATE_EXAMPLE,
      help: 'date and time with offset',
      hidden: releaseType !== 'SCHEDULED',
    },
  ];
}

function proposalWords({after, sameAs}: Proposal): string {
  if (after !== undefined) return `next after ${after}`;
  return sameAs === undefined ? 'like 2.1.0' : `as on ${platformName(sameAs)}`;
}

/** A version string is used once for each platform, ever. */
function notTaken(text: string, platform: string, versions: readonly StoreVersion[]): string {
  const taken = versions.some((version) => version.platform === platform && version.versionString === text);
  if (taken) throw new ToolError('usage', `is taken already on ${platformName(platform)}`);
  return text;
}
