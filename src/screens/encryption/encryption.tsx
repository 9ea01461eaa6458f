import {updateBuild} from '../../app/commands/builds.ts';
import {useRouter} from '../context/router.ts';
import {FormFlow} from '../flows/form-flow.tsx';
import {VersionFlow, type VersionFlowTarget} from '../flows/version-flow.tsx';
import type {Labels} from '../form/fields.ts';

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

function EncryptionForm({crumbs, app, version}: VersionFlowTarget) {
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
        verb: 'answer',
        review: {title: `Answer the encryption question for ${name}`, facts, warnings: [FINAL]},
        running: `Answering the encryption question for ${name}`,
        result: () => ({title: `Answered the encryption question for ${name}`, facts}),
      })}
      onDone={router.back}
    />
  );
}
