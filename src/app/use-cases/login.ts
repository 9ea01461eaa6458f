import type {LoginOptions, LoginResult} from '../../services/credentials/credentials.ts';
import {isAgreement, validate} from '../../services/credentials/validation.ts';
import type {Credential} from '../../services/model/credential.ts';
import type {Session} from '../session/session.ts';

/** What `auth login` and the app's forms ask for; `network` tries the credential with one request before it is stored. */
export type LoginInput = Omit<LoginOptions, 'validate'> & {network: boolean};

/**
 * Checks a credential and stores it, in the order of the command. @returns with every warning, that of a limited role
 * included. @throws ToolError; `facts.flag` says which field it is about
 */
export async function logIn(
  {network, ...options}: LoginInput,
  session: Session,
  signal: AbortSignal,
): Promise<LoginResult> {
  const warnings: string[] = [];
  const check = async (credential: Credential) => {
    warnings.push(...(await networkCheck(credential, session, signal)));
  };
  const credentials = await session.credentials();
  const result = await credentials.login({...options, validate: network ? check : undefined});
  return {...result, warnings: [...warnings, ...result.warnings]};
}

/**
 * Rejects when the credential does not work. A 403 is the answer to a credential that is right, so it is let pass, with
 * a warning; an agreement that nobody accepted keeps every request from working.
 */
async function networkCheck(credential: Credential, session: Session, signal: AbortSignal): Promise<string[]> {
  const result = await validate(() => session.probe(credential, signal));
  if (result.outcome === 'works') return [];
  if (result.outcome === 'failed' && (result.error.facts.status !== 403 || isAgreement(result.error))) {
    throw result.error;
  }
  return [`The key works, but its role is limited: ${result.reason}`];
}
