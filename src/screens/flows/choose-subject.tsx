import type {Action} from '../../services/model/actions.ts';
import {useEntry, useRouter} from '../context/router.ts';
import {actionTitle} from './actions.ts';
import {LinesDialog} from './lines-dialog.tsx';
import {LinesScreen} from './lines-screen.tsx';

interface ChooseSubjectProps {
  action: Action;
  what: 'app' | 'version';
  /** The flow is a dialog over the screen below it. */
  dialog?: boolean;
}

/** A flow that was opened without the app or the version it is about. */
export function ChooseSubject({action, what, dialog = false}: ChooseSubjectProps) {
  const {appId, app} = useEntry().params;
  const router = useRouter();
  const choose = () => {
    if (what === 'version' && appId) router.replace('versions', {appId, app, pickFor: action});
    else router.replace('home', {pickFor: action});
  };
  const title = actionTitle(action, {});
  const keys = [{keys: ['enter'], label: `choose the ${what}`, run: choose}];
  const lines = [`First choose the ${what}.`];
  if (!dialog) return <LinesScreen crumbs={[title]} keys={keys} lines={lines} />;
  return (
    <LinesDialog title={title} keys={[...keys, {keys: ['esc'], label: 'cancel', run: router.back}]} lines={lines} />
  );
}
