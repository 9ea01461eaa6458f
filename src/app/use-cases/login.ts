import type {Credentials, LoginOptions, LoginResult} from '../../services/credentials/credentials.ts';
import type {Credential, Profile, Validation} from '../../services/model/credential.ts';
import {asToolError, type ToolError} from '../../services/model/error.ts';
import type {Session} from '../session/session.ts';

/** An interruption, a bug or a bad TOOL_API_URL says nothing about a credential and is thrown on. */
async function validate(probe: () => Promise<void>): Promise<Validation> {
  try {
    await probe();
    return {outcome: 'works'};
  } catch (thrown) {
    const error = asToolError(thrown);
    if (error.kind === 'interrupted' || error.kind === 'bug' || error.kind === 'usage') throw error;
    const reason = reasonOf(error);
    return error.facts.refusal === 'role' ? {outcome: 'limited', reason} : {outcome: 'failed', reason, error};
  }
}

/** One request with the active credential. @throws ToolError when there is none, or when it was interrupted */
export async function validateActive(session: Session, signal: AbortSignal): Promise<Validation> {
  const {credential} = await (await session.credentials()).resolve();
  return validate(() => session.probe(credential, signal));
}

/** One request with a stored profile, nothing filled in from the environment. */
export function validateProfile(
  profile: Profile,
  credentials: Credentials,
  session: Session,
  signal: AbortSignal,
): Promise<Validation> {
  return validate(async () => session.probe(await credentials.load(profile), signal));
}

/** An agreement that the account has not accepted. */
export function isAgreement({facts}: ToolError): boolean {
  return facts.refusal === 'agreement';
}

function reasonOf(error: ToolError): string {
  if (isAgreement(error)) return 'an agreement is missing or expired; the Account Holder must accept it';
  return error.message
    .split('\n')
    .map((line) => line.trim())
    .join(' ');
}

/** What `auth login` and the app's forms ask for; `network` tries the credential with one request before it is stored. */
export type LoginInput = Omit<LoginOptions, 'validate'> & {network: boolean};

/** Checks a credential and stores it. @throws ToolError; `facts.flag` says which field it is about */
export async function logIn(
  {network, ...options}: LoginInput,
  session: Session,
  signal: AbortSignal,
): Promise<LoginResult> {
  const warnings: string[] = [];
  const check = async (credential: Credential) => {
    const result = await validate(() => session.probe(credential, signal));
    if (result.outcome === 'works') return;
    // A 403 is the answer to a credential that is right, but an agreement that nobody accepted fails every request.
    if (result.outcome === 'failed' && (result.error.facts.status !== 403 || isAgreement(result.error))) {
      throw result.error;
    }
    warnings.push(`The key works, but its role is limited: ${result.reason}`);
  };
  const credentials = await session.credentials();
  const result = await credentials.login({...options, validate: network ? check : undefined});
  return {...result, warnings: [...warnings, ...result.warnings]};
}
