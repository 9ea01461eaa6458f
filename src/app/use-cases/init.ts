import {type Validation, validate} from '../../services/credentials/validation.ts';
import type {ActiveProfile, Profile} from '../../services/model/credential.ts';
import {asToolError, type ToolError} from '../../services/model/error.ts';
import type {Host} from '../../services/ports.ts';
import type {Session} from '../session/session.ts';

export {isAgreement} from '../../services/credentials/validation.ts';

/** How far the first-time set-up is, as found. */
export interface InitState {
  configPath: string;
  configExists: boolean;
  profiles: readonly Profile[];
  active?: ActiveProfile;
  /** Why the config cannot be read. */
  problem?: ToolError;
}

/** Nothing is stored and the environment gives nothing: the run of someone who has just installed the tool. */
export async function isFirstTime(session: Session): Promise<boolean> {
  const credentials = await session.credentials();
  return (await session.active()) === undefined && (await credentials.profiles()).length === 0;
}

/** Looks at what is there; an unreadable config is part of the answer, not an error. */
export async function readInitState(session: Session, host: Pick<Host, 'files'>): Promise<InitState> {
  const credentials = await session.credentials();
  const configPath = await credentials.configPath();
  const configExists = (await host.files.lstat(configPath).catch(() => undefined)) !== undefined;
  try {
    return {configPath, configExists, profiles: await credentials.profiles(), active: await session.active()};
  } catch (error) {
    return {configPath, configExists, profiles: [], problem: asToolError(error)};
  }
}

/** One request with the credential in force. @throws ToolError when there is none, or when it was interrupted */
export async function checkInForce(session: Session, signal: AbortSignal): Promise<Validation> {
  const credentials = await session.credentials();
  const {credential} = await credentials.resolve();
  return validate(() => session.probe(credential, signal));
}
