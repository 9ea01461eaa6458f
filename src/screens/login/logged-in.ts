import type {Session} from '../../app/session.ts';
import type {LoginResult} from '../../services/credentials/credentials.ts';
import type {Values} from '../form/form-state.ts';
import {shortPath} from '../text/path.ts';

/** A profile that was stored, and the command that would have done it. */
export interface LoggedIn {
  result: LoginResult;
  command: string;
  /** What the form held, but for a pasted key: where it begins when it is opened again. */
  values: Values;
}

/** The name to work under after a login: none where the new profile, as the default, is in force by itself. */
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
