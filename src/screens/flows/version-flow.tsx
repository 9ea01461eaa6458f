import type {ReactNode} from 'react';
import type {Action} from '../../services/model/actions.ts';
import type {App, StoreVersion} from '../../services/model/version.ts';
import {useEntry} from '../context/router.ts';
import {Screen} from '../frame/screen.tsx';
import {ChooseSubject} from './choose-subject.tsx';
import {refusal, UnavailableFlow} from './unavailable-flow.tsx';
import {useFlowVersion} from './use-flow-version.ts';

/** The version that a flow is about. */
export interface VersionFlowSubject {
  /** Just read. */
  version: StoreVersion;
  app: App;
  crumbs: readonly string[];
}

interface VersionFlowProps {
  action: Action;
  /** The last step of the breadcrumb: `Update`. */
  crumb: string;
  children(subject: VersionFlowSubject): ReactNode;
}

/**
 * A flow about a version. It asks for one where none is known, reads it again, and where its state does not allow the
 * action, says so and offers what it does allow.
 */
export function VersionFlow(props: VersionFlowProps) {
  const {versionId} = useEntry().params;
  return versionId === undefined ? (
    <ChooseSubject action={props.action} what="version" />
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
