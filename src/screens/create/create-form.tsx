import {createVersion} from '../../app/commands/versions/create.ts';
import {useRouter} from '../context/router.ts';
import {useServices} from '../context/services.ts';
import {FormFlow} from '../flows/form-flow.tsx';
import {useNextSteps} from '../flows/use-next-steps.ts';
import type {FlowSteps} from '../flows/write-view.tsx';
import type {Given} from '../form/form-state.ts';
import {appLabel, versionLabel} from '../text/labels.ts';
import {stateWords} from '../text/words.ts';
import {createFields, firstValues, followPlatform} from './create-fields.ts';
import {blockWarnings, createReview} from './create-review.ts';
import type {Existing} from './use-existing.ts';

type Created = Awaited<ReturnType<typeof createVersion.run>>;

/** The form of `versions create` for an app. */
export function CreateForm({existing}: {existing: Existing}) {
  const {host} = useServices();
  const router = useRouter();
  const nextSteps = useNextSteps();
  const {app, versions} = existing;

  const steps = (given: Given): FlowSteps<Created> => {
    const name = versionLabel({id: '', versionString: given.get('version'), platform: given.get('platform')});
    return {
      verb: 'create',
      review: {title: `Create ${name}`, ...createReview(app, given, host.clock.now())},
      running: `Creating ${name}`,
      result({version}) {
        const next = nextSteps({app, version});
        return {
          title: `Created ${versionLabel(version)}`,
          facts: [
            ['App', appLabel(app)],
            ['State', stateWords(version.state).name],
            ['ID', version.id],
          ],
          next: 'Next: attach a build (b), then submit it for review (S).',
          keys: [next.attach, next.submit, next.view, next.web],
        };
      },
    };
  };
  const isPicked = router.stack.at(-2)?.params.pickFor !== undefined;
  return (
    <FormFlow
      crumbs={['Apps', appLabel(app), 'New version']}
      command={createVersion}
      fixed={new Map([['app', app.id]])}
      form={{
        fields: (values) => createFields(values, existing),
        initial: firstValues(existing),
        follow: (name, text, values) => (name === 'platform' ? followPlatform(text, values, versions) : {}),
      }}
      discard="Discard the new version?"
      warnings={({platform = ''}) => blockWarnings(versions, platform)}
      steps={steps}
      onDone={() => (isPicked ? router.reset('versions', {appId: app.id, app}) : router.back())}
    />
  );
}
