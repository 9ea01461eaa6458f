import {RELEASE_WRITES} from './releases.ts';
import {SUBMISSION_WRITES} from './submissions.ts';
import {TEXT_WRITES} from './texts.ts';
import {VERSION_WRITES} from './versions.ts';
import type {Write} from './write.ts';

/** The writing operations by name (routes.ts). */
export const WRITES: Readonly<Record<string, Write>> = {
  ...VERSION_WRITES,
  ...SUBMISSION_WRITES,
  ...TEXT_WRITES,
  ...RELEASE_WRITES,
};
