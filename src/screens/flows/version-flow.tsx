import {Box} from 'ink';
import {type ReactNode, useState} from 'react';
import {ACTIONS, type Action, type Target, whyNot} from '../../services/model/actions.ts';
import type {App, StoreVersion} from '../../services/model/version.ts';
import {Lines} from '../components/line.tsx';
import {Select, type SelectItem} from '../components/select.tsx';
import {useDisplay} from '../context/display.ts';
import {useEntry, useRouter} from '../context/router.ts';
import {Screen} from '../frame/screen.tsx';
import type {Binding} from '../input/keyboard.ts';
import {capitalized, versionLabel} from '../text/labels.ts';
import {wrap} from '../text/width.ts';
import {stateWords} from '../text/words.ts';
import {actionParams, actionTitle, isNamed} from './actions.ts';
import {LinesView} from './lines-screen.tsx';
import {useFlowVersion} from './use-flow-version.ts';

/** The version that a flow is about. */
export interface VersionFlowTarget {
  /** Just read. */
  version: StoreVersion;
  app: App;
  crumbs: readonly string[];
}

interface VersionFlowProps {
  action: Action;
  /** The last step of the breadcrumb: `Update`. */
  crumb: string;
  children(subject: VersionFlowTarget): ReactNode;
}

/**
 * A flow about a version. It asks for one where none is known, reads it again, and where its state does not allow the
 * action, says so and offers what it does allow.
 */
export function VersionFlow(props: VersionFlowProps) {
  const {versionId} = useEntry().params;
  return versionId === undefined ? (
    <ChooseTarget action={props.action} what="version" />
  ) : (
    <KnownVersionFlow {...props} />
  );
}

function KnownVersionFlow({action, crumb, children}: VersionFlowProps) {
  const {load, version, app, readOnly, isWhole, appName, title} = useFlowVersion(useEntry().params);
  const crumbs = ['Apps', appName, title, crumb];
  const subject = {version, app, readOnly, isWhole};
  const reasons = refusal(action, subject);
  if (reasons) return <UnavailableFlow {...{reasons, crumbs, subject}} />;
  if (version && app) return children({version, app, crumbs});
  return (
    <Screen crumbs={crumbs} keys={[]} load={load}>
      {() => null}
    </Screen>
  );
}

interface ChooseTargetProps {
  action: Action;
  what: 'app' | 'version';
  /** The flow is a dialog over the screen below it. */
  dialog?: boolean;
}

/** A flow that was opened without the app or the version it is about. */
export function ChooseTarget({action, what, dialog = false}: ChooseTargetProps) {
  const {appId, app} = useEntry().params;
  const router = useRouter();
  const choose = () => {
    if (what === 'version' && appId) router.replace('versions', {appId, app, pickFor: action});
    else router.replace('home', {pickFor: action});
  };
  const title = actionTitle(action, {});
  const keys: Binding[] = [{keys: ['enter'], label: `choose the ${what}`, run: choose}];
  if (dialog) keys.push({keys: ['esc'], label: 'cancel', run: router.back});
  return <LinesView frame={dialog ? {title} : {crumbs: [title]}} keys={keys} lines={[`First choose the ${what}.`]} />;
}

const MARGIN = 2;

/** Why a flow is not possible now, in sentences; undefined when it is, or when the version is not known yet. */
export function refusal(action: Action, subject: Target): readonly [what: string, why: string] | undefined {
  const {version} = subject;
  const reason = version && whyNot(action, subject);
  if (!reason) return undefined;
  return [
    `${capitalized(versionLabel(version))}: ${stateWords(version.state).name}`,
    `Not possible now: ${reason}. Nothing was sent.`,
  ];
}

interface UnavailableFlowProps {
  reasons: readonly [what: string, why: string];
  crumbs: readonly string[];
  subject: Target;
}

/** Why a flow is not possible now, and a menu of what is. No item sends anything by itself. */
export function UnavailableFlow({reasons: [what, why], crumbs, subject}: UnavailableFlowProps) {
  const router = useRouter();
  const {screenReader} = useDisplay();
  const [index, setIndex] = useState(0);
  const possible = ACTIONS.filter((other) => isNamed(other, subject) && !whyNot(other, subject));
  const items: SelectItem[] = [
    {value: 'back', label: 'Go back'},
    ...(subject.version ? [{value: 'version', label: `Show ${versionLabel(subject.version)}`}] : []),
    ...possible.map((other) => ({value: other, label: actionTitle(other, subject)})),
  ];
  const {value, label = ''} = items[index] ?? {};
  const choose = () => {
    const screen = value === 'version' ? value : possible.find((other) => other === value);
    if (screen) router.replace(screen, actionParams(subject));
    else router.back();
  };
  const keys: Binding[] = [{keys: ['enter'], label: 'choose', title: label, guarded: true, run: choose}];
  return (
    <Screen crumbs={crumbs} keys={keys}>
      {({columns, rows}) => {
        const width = columns - 2 * MARGIN;
        const lines = [[{text: what, bold: true}], ...wrap(why, width), ''];
        const room = screenReader ? items.length : rows - lines.length - 1;
        return (
          <Box flexDirection="column" paddingTop={1} paddingLeft={MARGIN}>
            <Lines lines={lines} width={width} />
            <Select items={items} index={index} onMove={setIndex} width={width} rows={room} />
          </Box>
        );
      }}
    </Screen>
  );
}
