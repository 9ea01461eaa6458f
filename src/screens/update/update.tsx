import {useState} from 'react';
import {givenAttributes, updateVersion} from '../../app/commands/versions/edit.ts';
import {ToolError} from '../../services/model/error.ts';
import type {StoreVersion} from '../../services/model/version.ts';
import {useEntry, useRouter} from '../context/router.ts';
import {useServices} from '../context/services.ts';
import {useNextSteps} from '../flows/common-keys.ts';
import {FormFlow} from '../flows/form-flow.tsx';
import {dateWarnings, releaseDateLabel} from '../flows/release-date.ts';
import {VersionFlow, type VersionFlowTarget} from '../flows/version-flow.tsx';
import type {Given, Labels, Values} from '../form/fields.ts';
import {releaseTypeName} from '../text/api-names.ts';
import {versionLabel} from '../text/labels.ts';

export function Update() {
  return <VersionFlow action="update" crumb="Update" step={UpdateForm} />;
}

export function updateLabels({versionString}: StoreVersion, values: Values): Labels<typeof updateVersion.flags> {
  return {
    version: {label: 'Version', help: versionString ? `now ${versionString}` : 'not set'},
    copyright: {label: 'Copyright', help: 'may be empty'},
    'release-type': {label: 'Release', valueName: releaseTypeName},
    'earliest-release-date': releaseDateLabel(values),
    'version-id': false,
    'dry-run': false,
  };
}

function UpdateForm({version: asRead, app, crumbs}: VersionFlowTarget) {
  const {host} = useServices();
  const router = useRouter();
  const nextSteps = useNextSteps();
  // The form compares with its initial values, even after a reload.
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
      typed={useEntry().params.preset?.fields}
      sends="changed"
      check={requireChange}
      discard="Discard the changes?"
      intro={`${name}: only what you change is sent.`}
      steps={(given, facts) => ({
        verb: 'update',
        review: {
          title: `Update ${name}`,
          facts,
          warnings: dateWarnings(given, version.earliestReleaseDate, host.clock.now()),
        },
        running: `Updating ${name}`,
        result({version: updated}) {
          const next = nextSteps({app, version: updated});
          return {title: `Updated ${versionLabel(updated)}`, facts, keys: [next.view, next.attach]};
        },
      })}
      onDone={router.back}
    />
  );
}

function requireChange(changed: Given): void {
  if (changed.size === 0) throw new ToolError('usage', 'Nothing was changed, so there is nothing to send.');
}
