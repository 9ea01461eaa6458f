import {updateBuild} from '../../app/commands/builds/update.ts';
import type {Build} from '../../services/model/version.ts';
import {useRouter} from '../context/router.ts';
import {FormFlow} from '../flows/form-flow.tsx';
import {VersionFlow, type VersionFlowTarget} from '../flows/version-flow.tsx';
import type {FlowSteps} from '../flows/write-view.tsx';
import type {Given} from '../form/form-state.ts';
import type {Fact} from '../text/lines.ts';

/** The answer to the encryption question of the build that is attached to a version. */
export function Encryption() {
  return (
    <VersionFlow action="encryption" crumb="Encryption">
      {(subject) => (subject.version.build ? <EncryptionForm {...subject} build={subject.version.build} /> : null)}
    </VersionFlow>
  );
}

type Answered = Awaited<ReturnType<typeof updateBuild.run>>;

const FLAG = 'uses-encryption';
const FINAL = 'The answer is final: to change it, upload another build.';

function answerName(answer: string): string {
  return answer === 'true' ? 'yes, not exempt' : 'no, or exempt only';
}

function EncryptionForm({crumbs, build}: VersionFlowTarget & {build: Build}) {
  const router = useRouter();
  const name = `build ${build.version ?? build.id}`;
  const steps = (given: Given): FlowSteps<Answered> => {
    const facts: Fact[] = [['Uses encryption', answerName(given.get(FLAG) ?? '')]];
    return {
      verb: 'answer',
      review: {title: `Answer the encryption question of ${name}`, facts, warnings: [FINAL]},
      running: `Answering the encryption question of ${name}`,
      result: () => ({title: `Answered the encryption question of ${name}`, facts}),
    };
  };
  return (
    <FormFlow
      crumbs={crumbs}
      command={updateBuild}
      fixed={new Map([['build-id', build.id]])}
      form={{
        fields: () => [
          {name: FLAG, flag: updateBuild.flags[FLAG], label: 'Uses encryption', choiceName: answerName, help: ''},
        ],
        initial: {},
      }}
      discard="Discard the answer?"
      intro={`Does ${name} use encryption that is not exempt from export rules?`}
      steps={steps}
      onDone={router.back}
    />
  );
}
