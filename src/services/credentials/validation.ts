import {asToolError, type ToolError} from '../model/error.ts';

/** What one request said of a credential. */
export type Validation =
  | {outcome: 'works'}
  /** Right, but its role is too small for the request; `reason` is what the service said. */
  | {outcome: 'limited'; reason: string}
  | {outcome: 'failed'; reason: string; error: ToolError};

/** Tries a credential. An interruption, a bug or a bad TOOL_API_URL is no verdict and is thrown on. */
export async function validate(probe: () => Promise<void>): Promise<Validation> {
  try {
    await probe();
    return {outcome: 'works'};
  } catch (thrown) {
    const error = asToolError(thrown);
    if (error.kind === 'interrupted' || error.kind === 'bug' || error.kind === 'usage') throw error;
    const reason = reasonOf(error);
    return speaksOfRole(error) ? {outcome: 'limited', reason} : {outcome: 'failed', reason, error};
  }
}

/** An agreement that the account has not accepted. */
export function isAgreement({facts}: ToolError): boolean {
  return facts.status === 403 && (facts.codes ?? []).some((code) => code.includes('AGREEMENT'));
}

function speaksOfRole(error: ToolError): boolean {
  if (error.facts.status !== 403 || isAgreement(error)) return false;
  return (
    (error.facts.codes ?? []).includes('FORBIDDEN_ERROR') || /\brole|does not allow|permission/i.test(error.message)
  );
}

function reasonOf(error: ToolError): string {
  if (isAgreement(error)) return 'an agreement is missing or expired; the Account Holder must accept it';
  return error.message
    .split('\n')
    .map((line) => line.trim())
    .join(' ');
}
