import type {LoginOptions, LoginResult} from '../../services/credentials/credentials.ts';
import type {ActiveProfile, Credential, Profile, Validation} from '../../services/model/credential.ts';
import {asToolError, endsRun, type ToolError} from '../../services/model/error.ts';
import type {Session} from './session.ts';

async function validate(probe: () => Promise<void>): Promise<Validation> {
  try {
    await probe();
    return {outcome: 'works'};
  } catch (thrown) {
    const error = asToolError(thrown);
    if (endsRun(error)) throw error;
    return {outcome: error.facts.answer?.refusal === 'role' ? 'limited' : 'failed', reason: reasonOf(error), error};
  }
}

export function validateActive(session: Session, signal: AbortSignal): Promise<Validation> {
  return validate(async () => session.probe((await (await session.credentials()).resolve()).credential, signal));
}

export async function validateProfile(profile: Profile, session: Session, signal: AbortSignal): Promise<Validation> {
  const credentials = await session.credentials();
  return validate(async () => session.probe(await credentials.load(profile), signal));
}

export function activeByDefault(session: Session): Promise<ActiveProfile | undefined> {
  return session
    .withProfile(undefined)
    .active()
    .catch(() => undefined);
}

export function isAgreement({facts}: ToolError): boolean {
  return facts.answer?.refusal === 'agreement';
}

function reasonOf(error: ToolError): string {
  if (isAgreement(error)) return 'an agreement is missing or expired; the Account Holder must accept it';
  return error.message
    .split('\n')
    .map((line) => line.trim())
    .join(' ');
}

export type LoginInput = Omit<LoginOptions, 'validate'> & {network: boolean};

/** @throws ToolError. If one field is wrong, `facts.flag` names it */
export async function logIn(
  {network, ...options}: LoginInput,
  session: Session,
  signal: AbortSignal,
): Promise<LoginResult> {
  const warnings: string[] = [];
  const check = async (credential: Credential) => {
    const result = await validate(() => session.probe(credential, signal));
    if (result.outcome === 'works') return;
    if (result.outcome === 'failed') throw result.error;
    warnings.push(`The key works, but its role is limited: ${result.reason}`);
  };
  const credentials = await session.credentials();
  const result = await credentials.login({...options, validate: network ? check : undefined});
  return {...result, warnings: [...warnings, ...result.warnings]};
}
