import {cleanText} from '../model/clean.ts';
import {ToolError} from '../model/error.ts';
import type {PlannedRequest} from '../model/outcome.ts';

/** The ID of what a planned POST would make. */
export function newId(type: string): string {
  return `<id of the new ${type}>`;
}

/** Whether an ID stands for one that is not known yet. */
export function isPlaceholder(id: string): boolean {
  return /^<id of [^<>]+>$/.test(id);
}

/** The refusal of a write in a run that only reads. */
export function refusal(readOnly: string, {method, path}: PlannedRequest): ToolError {
  return new ToolError('usage', `This run is read-only (${readOnly}): ${method} ${cleanText(path)} is refused`, {
    hint: '--dry-run shows what would be sent.',
    facts: {outcome: 'not-sent'},
  });
}

/** What the service would answer, as far as a write that follows needs it. */
export function plannedAnswer({method, body}: PlannedRequest): string {
  const {data} = (body ?? {}) as {data?: {type?: string}};
  if (method === 'DELETE' || !data) return '';
  return JSON.stringify({data: method === 'POST' ? {id: newId(data.type ?? 'resource'), ...data} : data});
}
