import type {ActiveProfile, Profile} from '../../services/model/credential.ts';
import {asToolError, type ToolError} from '../../services/model/error.ts';
import type {Host} from '../../services/ports.ts';
import type {Session} from '../session/session.ts';

export interface InitState {
  configPath: string;
  configExists: boolean;
  profiles: readonly Profile[];
  active?: ActiveProfile;
  problem?: ToolError;
}

/** No stored profile and no credential in the environment: the tool was just installed. */
export async function isFirstTime(session: Session): Promise<boolean> {
  const credentials = await session.credentials();
  return (await session.active()) === undefined && (await credentials.profiles()).length === 0;
}

/** An unreadable config is reported in `problem`, not thrown. */
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
