import {type ComponentType, createElement} from 'react';
import type {ScreenName} from '../app/command.ts';
import {dialogActions} from '../app/commands/index.ts';
import {AttachBuild} from './attach-build/attach-build.tsx';
import {Doctor} from './doctor/doctor.tsx';
import {Create} from './edit/create.tsx';
import {Encryption, Update} from './edit/forms.tsx';
import {ConfirmFlow} from './flows/confirm-flow.tsx';
import {History} from './history/history.tsx';
import {Home} from './home/home.tsx';
import {Init} from './init/init.tsx';
import {Login} from './login/login-form.tsx';
import {Profiles} from './profiles/profiles.tsx';
import {ReleaseNotes} from './release-notes/release-notes.tsx';
import {Ship} from './ship/ship.tsx';
import {Version} from './version/version.tsx';
import {Versions} from './versions/versions.tsx';

export interface RegisteredScreen {
  component: ComponentType;
  overlay?: boolean;
  /** The title in the palette, and the global key. Actions need neither, because the palette lists them anyway. */
  go?: {title: string; key?: string};
}

// `submit` opens Ship, which asks after it has shown what is missing.
const {submit: _, ...confirmed} = dialogActions;
const dialogs = Object.fromEntries(
  Object.entries(confirmed).map(([name, action]): [string, RegisteredScreen] => {
    return [name, {component: () => createElement(ConfirmFlow, {action}), overlay: true}];
  }),
) as Readonly<Record<keyof typeof confirmed, RegisteredScreen>>;

export const screens: Readonly<Record<ScreenName, RegisteredScreen>> = {
  ...dialogs,
  home: {component: Home, go: {title: 'Go to Apps'}},
  profiles: {component: Profiles, go: {title: 'Go to Profiles', key: 'P'}},
  login: {component: Login, go: {title: 'Log in: add a profile'}},
  doctor: {component: Doctor, go: {title: 'Go to Doctor: check the credentials', key: '!'}},
  history: {component: History, go: {title: 'Go to History: changes in this session', key: '@'}},
  init: {component: Init, go: {title: 'First-time set-up'}},
  versions: {component: Versions},
  version: {component: Version},
  create: {component: Create},
  'attach-build': {component: AttachBuild},
  'release-notes': {component: ReleaseNotes},
  update: {component: Update},
  submit: {component: Ship},
  ship: {component: Ship},
  encryption: {component: Encryption},
};

export const screenNames = Object.keys(screens) as readonly ScreenName[];
