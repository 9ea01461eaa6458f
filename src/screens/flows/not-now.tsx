import {type Action, whyNot} from '../../app/availability.ts';
import {ACTION_WORDS, versionLabel} from '../actions.ts';
import {screens} from '../registry.ts';
import {useEntry, useRouter} from '../router.ts';
import {Screen} from '../shell/screen.tsx';
import {stateWords} from '../text/words.ts';
import type {FlowVersion} from './flow-version.ts';
import {LinesDialog} from './lines-dialog.tsx';
import {LinesScreen} from './write-screen.tsx';

/** Why a flow that was opened all the same cannot be gone through, in sentences; undefined when it can. */
export function refusal(action: Action, {version, app}: FlowVersion): readonly string[] | undefined {
  const reason = version && whyNot(action, {appId: app?.id, version});
  if (!reason) return undefined;
  return [
    `${versionLabel(version)}: ${stateWords(version.state).name}`,
    `${ACTION_WORDS[action].label} is possible ${reason}. Nothing was sent.`,
  ].map(capital);
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** The version is being read, could not be read, or is in a state in which the flow makes no sense. */
export function NotNow({action, subject, crumbs}: {action: Action; subject: FlowVersion; crumbs: readonly string[]}) {
  const router = useRouter();
  const reasons = refusal(action, subject);
  if (!reasons) {
    return (
      <Screen crumbs={crumbs} keys={[]} load={subject.load}>
        {() => null}
      </Screen>
    );
  }
  const [what = '', why = ''] = reasons;
  return (
    <LinesScreen
      crumbs={crumbs}
      keys={[{keys: ['enter', 'esc'], label: 'back', run: router.back}]}
      lines={() => [[{text: what, bold: true}], '', why]}
    />
  );
}

/** A flow that was opened without the app or the version it is about. */
export function PickFirst({action, what}: {action: Action; what: 'app' | 'version'}) {
  const {params} = useEntry();
  const router = useRouter();
  const {appId, app} = params;
  const pick = () => {
    if (what === 'version' && appId) router.replace('versions', {appId, app, pickFor: action});
    else router.replace('home', {pickFor: action});
  };
  const title = ACTION_WORDS[action].title('a version');
  const keys = [{keys: ['enter'], label: `choose the ${what}`, run: pick}];
  const lines = () => [`First choose the ${what} that this is about.`];
  if (!screens[action]?.overlay) return <LinesScreen crumbs={[title]} keys={keys} lines={lines} />;
  return (
    <LinesDialog title={title} keys={[...keys, {keys: ['esc'], label: 'cancel', run: router.back}]} lines={lines} />
  );
}
