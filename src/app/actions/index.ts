import type {Action} from '../../services/model/actions.ts';
import type {ActionCommand} from './action.ts';
import {attachBuild} from './attach-build.ts';
import {createVersion} from './create.ts';
import {deleteVersion} from './delete.ts';
import {updateBuild} from './encryption.ts';
import {completePhased, disablePhased, enablePhased, pausePhased, resumePhased} from './phased.ts';
import {releaseVersion} from './release.ts';
import {setNotes} from './release-notes.ts';
import {ship} from './ship/ship.ts';
import {submitVersion} from './submit.ts';
import {updateVersion} from './update.ts';
import {withdrawVersion} from './withdraw.ts';

const table = {
  release: releaseVersion,
  submit: submitVersion,
  ship,
  'pause-phased': pausePhased,
  'resume-phased': resumePhased,
  'complete-phased': completePhased,
  'attach-build': attachBuild,
  encryption: updateBuild,
  'release-notes': setNotes,
  update: updateVersion,
  withdraw: withdrawVersion,
  'enable-phased': enablePhased,
  'disable-phased': disablePhased,
  delete: deleteVersion,
  create: createVersion,
} satisfies Record<Action, unknown>;

export const actions = table as unknown as Readonly<Record<Action, ActionCommand>>;
