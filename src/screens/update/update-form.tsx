import {useState} from 'react';
import {updateVersion} from '../../app/commands/versions/update.ts';
import {ToolError} from '../../services/model/error.ts';
import {useDisplay} from '../context/display.ts';
import {useRouter} from '../context/router.ts';
import {useServices} from '../context/services.ts';
import {FormFlow} from '../flows/form-flow.tsx';
import {dateWarnings} from '../flows/release-date.ts';
import {useNextSteps} from '../flows/use-next-steps.ts';
import type {VersionFlowTarget} from '../flows/version-flow.tsx';
import type {FlowSteps} from '../flows/write-view.tsx';
import type {Given} from '../form/form-state.ts';
import {versionLabel} from '../text/labels.ts';
import {changeFacts, currentValues, updateFields} from './update-fields.ts';

type Updated = Awaited<ReturnType<typeof updateVersion.run>>;

/** The form of `versions update`. */
export function UpdateForm({version: asRead, app, crumbs}: VersionFlowTarget) {
  const {host} = useServices();
  const {theme} = useDisplay();
  const router = useRouter();
  const nextSteps = useNextSteps();
  // Changes are compared with the values that the form began with, whatever is read later.
  const [version] = useState(asRead);
  const name = versionLabel(version);

  const steps = (given: Given): FlowSteps<Updated> => {
    const facts = changeFacts(version, given, theme.glyphs);
    const warnings = dateWarnings(given, version.earliestReleaseDate, host.clock.now());
    return {
      verb: 'update',
      review: {title: `Update ${name}`, facts, warnings},
      running: `Updating ${name}`,
      result({version: updated}) {
        const next = nextSteps({app, version: updated});
        return {title: `Updated ${versionLabel(updated)}`, facts, keys: [next.view, next.attach]};
      },
    };
  };
  return (
    <FormFlow
      crumbs={crumbs}
      command={updateVersion}
      fixed={new Map([['version-id', version.id]])}
      form={{
        fields: (values) => updateFields(version, values),
        initial: currentValues(version),
        sends: 'changed',
        check: requireChange,
      }}
      discard="Discard the changes?"
      intro={`${name}: only what you change is sent.`}
      steps={steps}
      onDone={router.back}
    />
  );
}

function requireChange(changed: Given): void {
  if (changed.size === 0) throw new ToolError('usage', 'Nothing was changed, so there is nothing to send.');
}
