import {Box} from 'ink';
import {type ComponentType, useEffect, useRef, useState} from 'react';
import type {Dialog as ActionDialog} from '../../app/command.ts';
import {ACTIONS, type Action, type Target, whyNot} from '../../services/model/actions.ts';
import type {Submission} from '../../services/model/submission.ts';
import {capitalized} from '../../services/model/values.ts';
import type {App, StoreVersion, VersionView} from '../../services/model/version.ts';
import {wrap} from '../../services/text/width.ts';
import {Select} from '../components/choices.tsx';
import {Lines} from '../components/line.tsx';
import {type Params, useEntry, useRouter} from '../context/router.ts';
import {useDisplay, useServices} from '../context/services.ts';
import {useGone} from '../frame/banner.ts';
import {Screen} from '../frame/screen.tsx';
import {type Query, useQuery, useRollOutNoted} from '../hooks/use-query.ts';
import type {Binding} from '../input/keyboard.ts';
import {useFirstRead} from '../input/use-keys.tsx';
import {appLabel, stateDisplay, versionLabel, versionTitle} from '../text/labels.ts';
import {actionParams, actionTitle, isListed} from './actions.ts';

export type FlowView = VersionView & {submission?: Submission};

export function useFlowVersion(params: Params, readSubmission?: ActionDialog<unknown>['reads']) {
  const {session, readOnly} = useServices();
  const {versionId = ''} = params;
  const read = async (signal: AbortSignal) => {
    const store = await session.store();
    const view = await store.viewVersion({id: versionId, includeBuild: true, withPhasedRelease: true}, signal);
    return {...view, submission: await readSubmission?.(store, view.version, signal)};
  };
  const load = useQuery<FlowView>(`target:${versionId}`, read);
  useOutdated(params.version, load);
  useFirstRead(load);
  useRollOutNoted(load.data?.version, load);
  const version = load.data?.version;
  const known = version ?? params.version;
  const appId = version?.appId ?? params.appId;
  const bare = appId === undefined ? undefined : {id: appId};
  const app: App | undefined = load.data?.app?.name ? load.data.app : (params.app ?? bare);
  return {
    load,
    read,
    ...useGone(known, load),
    versionId,
    version,
    app,
    isComplete: version !== undefined,
    readOnly,
    appName: app ? appLabel(app) : '',
    title: known ? versionTitle(known) : versionId,
  };
}

/** Makes the screens below reload when the flow is left, if the state is not the one that the flow was opened with. */
function useOutdated(known: StoreVersion | undefined, {data}: Query<VersionView>): void {
  const {invalidate} = useServices();
  const {state, phasedRelease: {state: phased} = {}} = known ?? {};
  const now = data?.version;
  const isOther = now && (state !== now.state || (phased !== undefined && phased !== now.phasedRelease?.state));
  const isOutdated = Boolean(known && isOther);
  const id = known?.id;
  useEffect(() => (isOutdated ? () => invalidate(id) : undefined), [isOutdated, invalidate, id]);
}

export interface VersionData {
  version: StoreVersion;
  app: App;
  crumbs: readonly string[];
}

interface VersionFlowProps {
  action: Action;
  crumb: string;
  step: ComponentType<VersionData>;
}

export function VersionFlow({action, crumb, step: Step}: VersionFlowProps) {
  const target = useFlowVersion(useEntry().params);
  const {load, notice, version, app, appName, title} = target;
  const crumbs = ['Apps', appName, title, crumb].filter((text) => text !== '');
  const isBegun = useRef(false);
  // A later read keeps the typed values. If the action has become impossible, the command says so.
  const reasons = isBegun.current ? undefined : refusal(action, target);
  if (reasons) return <UnavailableFlow {...{reasons, crumbs}} target={target} />;
  if (version && app) {
    isBegun.current = true;
    return <Step {...{version, app, crumbs}} />;
  }
  return <Screen {...{crumbs, load, notice}} reading={appName} />;
}

const MARGIN = 2;

export function refusal(
  action: Action,
  target: Target,
  why?: string,
): readonly [what: string, why: string] | undefined {
  const {version} = target;
  const reason = version && (whyNot(action, target) ?? why);
  if (!reason) return undefined;
  return [
    `${capitalized(versionLabel(version))}: ${stateDisplay(version.state).name}`,
    `Not possible now: ${reason}. Nothing was sent.`,
  ];
}

interface UnavailableFlowProps {
  reasons: readonly [what: string, why: string];
  crumbs: readonly string[];
  target: Target;
  without?: Action;
}

/** Explains why a flow is not possible now, and offers the actions that are. Choosing an item sends nothing. */
export function UnavailableFlow({reasons: [what, why], crumbs, target, without}: UnavailableFlowProps) {
  const router = useRouter();
  const {screenReader} = useDisplay();
  const [index, setIndex] = useState(0);
  const {version} = target;
  const open = (screen: Action | 'version') => () => router.replace(screen, actionParams(target));
  const possible = ACTIONS.filter((other) => other !== without && isListed(other, target) && !whyNot(other, target));
  const choices = [
    {label: 'Go back', run: router.back},
    ...(version ? [{label: `Show ${versionLabel(version)}`, run: open('version')}] : []),
    ...possible.map((other) => ({label: actionTitle(other, target), run: open(other)})),
  ];
  const labels = choices.map(({label}) => label);
  const {label: title, run} = choices[index] ?? {};
  const keys: Binding[] = [{keys: ['enter'], label: 'choose', title, guarded: true, run}];
  return (
    <Screen crumbs={crumbs} keys={keys}>
      {({columns, rows}) => {
        const width = columns - 2 * MARGIN;
        const lines = [[{text: what, bold: true}], ...wrap(why, width), ''];
        const room = screenReader ? labels.length : rows - lines.length - 1;
        return (
          <Box flexDirection="column" paddingTop={1} paddingLeft={MARGIN}>
            <Lines lines={lines} width={width} />
            <Select labels={labels} index={index} onMove={setIndex} width={width} rows={room} />
          </Box>
        );
      }}
    </Screen>
  );
}
