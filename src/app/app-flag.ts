import type {Env} from '../services/ports.ts';
import {id} from './flags.ts';

const VARIABLE = 'TOOL_APP_ID';

/** `--app`: an app ID or a bundle ID, which a variable supplies where it is left out. */
export function appFlag<const O extends {summary?: string; required?: boolean}>(options: O) {
  return id({summary: 'App ID, or bundle ID', ...options, placeholder: 'APP', completes: 'app', env: VARIABLE});
}

/** The app that the variable names, as it stands there; undefined where it names none. */
export function appOf(env: Env | undefined): string | undefined {
  return env?.[VARIABLE]?.trim() || undefined;
}
