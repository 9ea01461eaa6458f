import type {ComponentType} from 'react';
import type {ScreenName} from '../app/command.ts';
import {AttachBuild} from './attach-build/attach-build.tsx';
import {Submit} from './checks/submit.tsx';
import {Create} from './create/create.tsx';
import {Delete} from './delete/delete.tsx';
import {Doctor} from './doctor/doctor.tsx';
import {Encryption} from './encryption/encryption.tsx';
import {Home} from './home/home.tsx';
import {Init} from './init/init.tsx';
import {Login} from './login/login.tsx';
import {phasedChange} from './phased-release/phased-change.tsx';
import {Profiles} from './profiles/profiles.tsx';
import {Release} from './release/release.tsx';
import {ReleaseNotes} from './release-notes/release-notes.tsx';
import {Ship} from './ship/ship.tsx';
import {Update} from './update/update.tsx';
import {Version} from './version/version.tsx';
import {Versions} from './versions/versions.tsx';
import {Withdraw} from './withdraw/withdraw.tsx';

export interface RegisteredScreen {
  component: ComponentType;
  /** Drawn as a dialog over the screen below it on the stack, which stays as it is. */
  overlay?: boolean;
}

/** THE TABLE of screens. */
export const screens: Record<ScreenName, RegisteredScreen> = {
  home: {component: Home},
  versions: {component: Versions},
  version: {component: Version},
  create: {component: Create},
  'attach-build': {component: AttachBuild},
  'release-notes': {component: ReleaseNotes},
  update: {component: Update},
  release: {component: Release, overlay: true},
  delete: {component: Delete, overlay: true},
  submit: {component: Submit},
  ship: {component: Ship},
  withdraw: {component: Withdraw, overlay: true},
  encryption: {component: Encryption},
  'pause-phased': {component: phasedChange('pause-phased'), overlay: true},
  'resume-phased': {component: phasedChange('resume-phased'), overlay: true},
  'complete-phased': {component: phasedChange('complete-phased'), overlay: true},
  'enable-phased': {component: phasedChange('enable-phased'), overlay: true},
  'disable-phased': {component: phasedChange('disable-phased'), overlay: true},
  profiles: {component: Profiles},
  login: {component: Login},
  init: {component: Init},
  doctor: {component: Doctor},
};
