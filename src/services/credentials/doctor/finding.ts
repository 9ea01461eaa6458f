import {ToolError} from '../../model/error.ts';
import type {DoctorCheck} from '../credentials.ts';

/** A check's outcome, and how to repair it where the doctor may. */
export interface Finding extends DoctorCheck {
  repair?(): Promise<void>;
}

export const ok = (message: string): Finding => ({status: 'ok', message});
export const info = (message: string, hint?: string): Finding => ({status: 'info', message, hint});
export const warn = (message: string, hint: string, repair?: () => Promise<void>): Finding => ({
  status: 'warn',
  message,
  hint,
  repair,
});
export const fail = (message: string, hint: string, repair?: () => Promise<void>): Finding => ({
  status: 'fail',
  message,
  hint,
  repair,
});

/** Repairs what can be repaired, one after the other, when that was asked for. */
export async function applyRepairs(findings: readonly Finding[], fix: boolean): Promise<DoctorCheck[]> {
  const checks: DoctorCheck[] = [];
  for (const {repair, ...check} of findings) {
    if (!repair) checks.push(check);
    else if (!fix) checks.push({...check, repairable: true});
    else checks.push(await repaired(check, repair));
  }
  return checks;
}

async function repaired(check: DoctorCheck, repair: () => Promise<void>): Promise<DoctorCheck> {
  try {
    await repair();
    return {status: 'ok', message: `${check.message} (repaired)`, fixed: true};
  } catch (error) {
    return {...check, message: `${check.message} (not repaired: ${wordsOf(error)})`, fixed: false};
  }
}

/** What went wrong, for a finding. @throws ToolError the interruption of the run, which is none */
export function wordsOf(error: unknown): string {
  if (error instanceof ToolError && error.kind === 'interrupted') throw error;
  return error instanceof Error ? error.message : String(error);
}
