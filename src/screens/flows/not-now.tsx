import {Box} from 'ink';
import {useState} from 'react';
import {ACTIONS, type Action, whyNot} from '../../app/use-cases/availability.ts';
import {Line} from '../components/line.tsx';
import {Select, type SelectItem} from '../components/select.tsx';
import {useEntry, useRouter} from '../context/router.ts';
import {Screen} from '../frame/screen.tsx';
import {versionLabel} from '../text/labels.ts';
import {wrap} from '../text/width.ts';
import {stateWords} from '../text/words.ts';
import {ACTION_WORDS, actionParams, actionTitle} from './actions.ts';
import type {FlowVersion} from './flow-version.ts';
import {LinesDialog} from './lines-dialog.tsx';
import {LinesScreen} from './write-screen.tsx';

const MARGIN = 2;

/** Why a flow that was opened all the same cannot be gone through, in sentences; undefined when it can. */
export function refusal(action: Action, {version, app}: FlowVersion): readonly string[] | undefined {
  const reason = version && whyNot(action, {app, version});
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
  const reasons = refusal(action, subject);
  if (!reasons) {
    return (
      <Screen crumbs={crumbs} keys={[]} load={subject.load}>
        {() => null}
      </Screen>
    );
  }
  return <Instead reasons={reasons} crumbs={crumbs} subject={subject} />;
}

/** Why not, and what can be done with the version instead. Nothing in the menu sends anything by itself. */
function Instead({
  reasons,
  crumbs,
  subject,
}: {
  reasons: readonly string[];
  crumbs: readonly string[];
  subject: FlowVersion;
}) {
  const router = useRouter();
  const [index, setIndex] = useState(0);
  const {version, app} = subject;
  const params = actionParams({app, version});
  const possible = ACTIONS.filter((other) => !whyNot(other, {app, version}));
  const items: SelectItem[] = [
    {value: 'back', label: 'Go back'},
    {value: 'version', label: `Show ${versionLabel(version)}`},
    ...possible.map((other) => ({value: other, label: actionTitle(other, {app, version})})),
  ];
  const choose = ({value}: SelectItem) => {
    const screen = value === 'version' ? value : possible.find((other) => other === value);
    if (screen) router.replace(screen, params);
    else router.back();
  };
  const [what = '', why = ''] = reasons;
  return (
    <Screen crumbs={crumbs} keys={[]}>
      {({columns}) => (
        <Box flexDirection="column" paddingTop={1} paddingLeft={MARGIN}>
          {[[{text: what, bold: true}], ...wrap(why, columns - 2 * MARGIN), ''].map((content, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
            <Line key={line} content={content} width={columns - 2 * MARGIN} />
          ))}
          <Select items={items} index={index} onMove={setIndex} onSelect={choose} width={columns - 2 * MARGIN} />
        </Box>
      )}
    </Screen>
  );
}

interface PickFirstProps {
  action: Action;
  what: 'app' | 'version';
  /** The flow is a dialog over the screen below it. */
  dialog?: boolean;
}

/** A flow that was opened without the app or the version it is about. */
export function PickFirst({action, what, dialog = false}: PickFirstProps) {
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
  if (!dialog) return <LinesScreen crumbs={[title]} keys={keys} lines={lines} />;
  return (
    <LinesDialog title={title} keys={[...keys, {keys: ['esc'], label: 'cancel', run: router.back}]} lines={lines} />
  );
}
