import type {Session} from '../../app/session/session.ts';
import type {LoginResult} from '../../services/credentials/credentials.ts';
import type {Values} from '../form/form-state.ts';
import {shortPath} from '../text/labels.ts';

/** A profile that was stored, and the equivalent command. */
export interface LoggedIn {
  result: LoginResult;
  command: string;
  /** The values of the form, except a pasted key: it begins with them when it is opened again. */
  values: Values;
}

/** The profile to choose after a login; undefined where the new one is in use by default. */
export async function nameToWorkAs(name: string, session: Session): Promise<string | undefined> {
  const byItself = await session
    .withProfile(undefined)
    .active()
    .catch(() => undefined);
  return byItself?.name === name ? undefined : name;
}

/** `system keychain`, or the config file. */
export function placeWords({storedIn, configPath}: LoginResult, home: string): string {
  return storedIn === 'keychain' ? 'system keychain' : `config file at ${shortPath(configPath, home)}`;
}
