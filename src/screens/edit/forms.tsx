import {useState} from 'react';
import {updateBuild} from '../../app/commands/builds.ts';
import {givenAttributes, releasedAtOnce, updateVersion} from '../../app/commands/versions/attributes.ts';
import {ToolError} from '../../services/model/error.ts';
import {CHECKS} from '../../services/model/readiness.ts';
import {isReleasedBy} from '../../services/model/release-date.ts';
import {canBeSet, type StoreVersion} from '../../services/model/version.ts';
import {DATE_EXAMPLE} from '../../services/text/local-time.ts';
import {useEntry, useRouter} from '../context/router.ts';
import {useServices} from '../context/services.ts';
import {useNextSteps} from '../flows/common-keys.ts';
import {FormFlow} from '../flows/form-flow.tsx';
import {type VersionData, VersionFlow} from '../flows/version-flow.tsx';
import type {FieldLabel, Given, Labels, Values} from '../form/use-form.ts';
import {plainLabel, versionLabel} from '../text/labels.ts';

export function Update() {
  return <VersionFlow action="update" crumb="Update" step={UpdateForm} />;
}

export function updateLabels({versionString, state}: StoreVersion, values: Values): Labels<typeof updateVersion.flags> {
  const isEditable = canBeSet('copyright', state);
  return {
    version: isEditable && {label: 'Version', help: versionString ? `now ${versionString}` : 'not set'},
    copyright: isEditable && {label: 'Copyright', help: 'needed for review'},
    'release-type': {label: 'Release', valueName: plainLabel},
    'earliest-release-date': releaseDateLabel(values),
    'version-id': false,
    'dry-run': false,
  };
}

function UpdateForm({version: asRead, app, crumbs}: VersionData) {
  const {host} = useServices();
  const router = useRouter();
  const nextSteps = useNextSteps();
  const {params} = useEntry();
  // The form compares with the version as first read, so a reload must not replace it.
  const [version] = useState(asRead);
  const name = versionLabel(version);
  return (
    <FormFlow
      crumbs={crumbs}
      command={updateVersion}
      fixed={new Map([['version-id', version.id]])}
      labels={(values) => updateLabels(version, values)}
      target={{app, version}}
      initial={givenAttributes(version)}
      typed={params.preset?.fields}
      first={params.field}
      sends="changed"
      check={requireChange}
      discard="Discard the changes?"
      intro={`${name}: only what you change is sent.`}
      warnings={(values) => {
        const changes = changedRelease(values, version);
        return isReleasedBy(changes, version, host.clock.now()) ? [`${releasedAtOnce(version)}.`] : [];
      }}
      steps={(given, facts) => ({
        words: ['Update', 'Updating', 'Updated'],
        of: name,
        facts,
        warnings: [
          ...copyrightWarnings(given.get('copyright')),
          ...dateWarnings(given, version.earliestReleaseDate, host.clock.now()),
        ],
        result({version: updated}) {
          const next = nextSteps({app, version: updated});
          return {title: `Updated ${versionLabel(updated)}`, facts, keys: [next.steps, next.view]};
        },
      })}
      onOutdated={(given) => router.replace('update', {...params, preset: {fields: Object.fromEntries(given)}})}
      onDone={router.back}
    />
  );
}

function changedRelease(values: Values, {releaseType, earliestReleaseDate}: StoreVersion) {
  const {'release-type': type, 'earliest-release-date': date} = values;
  return {
    releaseType: type === (releaseType ?? '') ? undefined : type,
    earliestReleaseDate: date === (earliestReleaseDate ?? '') ? undefined : date,
  };
}

function requireChange(changed: Given): void {
  if (changed.size === 0) throw new ToolError('usage', 'Nothing was changed, so there is nothing to send.');
}

export function releaseDateLabel(values: Values): FieldLabel {
  return {
    label: 'Not before',
    placeholder: DATE_EXAMPLE,
    help: 'date and time with offset',
    hidden: values['release-type'] !== 'SCHEDULED',
  };
}

/** @param text undefined if it does not change */
export function copyrightWarnings(text: string | undefined): string[] {
  return text === '' ? [`${CHECKS.copyright.missing}: review needs it.`] : [];
}

export function dateWarnings(given: Given, current: string | undefined, now: number): string[] {
  const date = given.get('earliest-release-date');
  if (date !== undefined && Date.parse(date) < now) return ['The date is in the past.'];
  if (given.get('release-type') === 'SCHEDULED' && date === undefined && !current) {
    return ['Scheduled, but without a date: the store may refuse it.'];
  }
  return [];
}

export function Encryption() {
  return <VersionFlow action="encryption" crumb="Encryption" step={EncryptionForm} />;
}

const FINAL = 'The answer is final: to change it, upload another build.';

export const ENCRYPTION_LABELS: Labels<typeof updateBuild.flags> = {
  'uses-encryption': {
    label: 'Uses encryption',
    valueName: (answer) => (answer === 'true' ? 'yes, not exempt' : 'no, or exempt only'),
    help: '',
  },
  'build-id': false,
  'dry-run': false,
};

function EncryptionForm({crumbs, app, version}: VersionData) {
  const {build} = version;
  const router = useRouter();
  if (!build) return null;
  const name = `build ${build.version ?? build.id}`;
  return (
    <FormFlow
      crumbs={crumbs}
      command={updateBuild}
      fixed={new Map([['build-id', build.id]])}
      target={{app, version}}
      labels={() => ENCRYPTION_LABELS}
      discard="Discard the answer?"
      intro={`Does ${name} use encryption that is not exempt from export rules?`}
      steps={(_, facts) => ({
        words: ['Answer', 'Answering', 'Answered'],
        of: `the encryption question for ${name}`,
        facts,
        warnings: [FINAL],
        result: () => ({facts}),
      })}
      onDone={router.back}
    />
  );
}
