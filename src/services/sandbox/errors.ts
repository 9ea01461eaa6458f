import {randomUUID} from 'node:crypto';
import type {WireError} from '../store/wire.ts';
import errors from './errors.json' with {type: 'json'};

export type ErrorCode = keyof typeof errors;

const ERRORS: Readonly<Record<ErrorCode, {status: number; title: string; detail?: string}>> = errors;

export class Refusal extends Error {
  readonly status: number;
  readonly entries: readonly WireError[];

  constructor(status: number, ...entries: WireError[]) {
    super(entries[0]?.detail ?? String(status));
    this.name = 'Refusal';
    this.status = status;
    this.entries = entries;
  }
}

/** Returns an entry of an error answer. As in the real service, an entry has an ID unless the status is 401. */
export function errorEntry(code: ErrorCode, given?: string, source?: WireError['source']): WireError {
  const {status, title, detail = ''} = ERRORS[code];
  const id = status === 401 ? undefined : randomUUID();
  return {id, status: String(status), code, title, detail: given ?? detail, source};
}

export const refusal = (code: ErrorCode, detail?: string, source?: WireError['source']): Refusal =>
  new Refusal(ERRORS[code].status, errorEntry(code, detail, source));

export function refuse(...problems: WireError[]): void {
  if (problems.length > 0) throw new Refusal(409, ...problems);
}

export const notFound = (type: string, id: string): Refusal =>
  refusal('NOT_FOUND', `There is no resource of type '${type}' with id '${id}'`);

export const stateError = (detail: string): Refusal => refusal('STATE_ERROR', detail);
export const invalidState = (detail: string): Refusal => refusal('STATE_ERROR.ENTITY_STATE_INVALID', detail);

export const unacceptable = (attribute: string, detail: string): Refusal =>
  refusal('ENTITY_ERROR.ATTRIBUTE.INVALID.INVALID_STATE', detail, {pointer: `/data/attributes/${attribute}`});

export const missingMember = (kind: 'attribute' | 'relationship', name: string): WireError => {
  const code = kind === 'attribute' ? 'ENTITY_ERROR.ATTRIBUTE.REQUIRED' : 'ENTITY_ERROR.RELATIONSHIP.REQUIRED';
  const detail = `You must provide a value for the ${kind} '${name}' with this request`;
  return errorEntry(code, detail, {pointer: `/data/${kind}s/${name}`});
};

export const duplicate = (attribute: string, value: string): WireError => {
  const detail = `The attribute '${attribute}' has been previously used: '${value}'`;
  return errorEntry('ENTITY_ERROR.ATTRIBUTE.INVALID.DUPLICATE', detail, {pointer: `/data/attributes/${attribute}`});
};

export const invalidRelationship = (pointer: string, detail: string): WireError =>
  errorEntry('ENTITY_ERROR.RELATIONSHIP.INVALID', detail, {pointer});
