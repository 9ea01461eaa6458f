import type {App} from '../../services/model/app.ts';
import {stateIs} from '../../services/model/states.ts';
import type {StoreVersion} from '../../services/model/version.ts';
import type {ScreenName} from '../command.ts';

/** What can be done to an app or a version, by the screen of its flow, in the order people need them. */
export const ACTIONS = [
  'release',
  'attach-build',
  'update',
  'delete',
  'create',
] as const satisfies readonly ScreenName[];
export type Action = (typeof ACTIONS)[number];

/** What is selected or open, as far as it is known: what an action acts on. */
export interface Subject {
  app?: App;
  version?: StoreVersion;
}

/**
 * Why an action is not possible now, in words for the person who asked for it; undefined when it is. The service has
 * the last word: this only keeps people from asking in vain.
 */
export function whyNot(action: Action, {app, version}: Subject): string | undefined {
  if (action === 'create') return app || version?.appId ? undefined : 'first choose an app';
  if (!version) return 'first choose a version';
  const {state} = version;
  switch (action) {
    case 'release':
      return stateIs(state, 'releasable') ? undefined : 'only in pending developer release';
    case 'delete':
      return stateIs(state, 'deletable') ? undefined : 'only in prepare for submission';
    case 'attach-build':
    case 'update':
      return stateIs(state, 'editable') ? undefined : 'only while the version is editable';
  }
}
