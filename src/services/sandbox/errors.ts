import {randomUUID} from 'node:crypto';
import type {WireError} from '../store/wire.ts';

const ERRORS = {
  ENTITY_INVALID: [400, 'JSON processing failed'],
  'PARAMETER_ERROR.ILLEGAL': [400, 'A parameter is not allowed'],
  'PARAMETER_ERROR.INVALID': [400, 'A parameter has an invalid value'],
  'PARAMETER_ERROR.REQUIRED': [400, 'A required parameter is missing'],
  NOT_AUTHORIZED: [
    401,
    'Authentication credentials are missing or invalid.',
    'Provide a properly configured and signed bearer token, and make sure that it has not expired. Learn more about ' +
      'Generating Tokens for API Requests https://developer.apple.com/go/?id=api-generating-tokens',
  ],
  FORBIDDEN_ERROR: [403, 'This request is forbidden for security reasons'],
  NOT_FOUND: [404, 'The specified resource does not exist'],
  PATH_ERROR: [404, 'The URL path is not valid'],
  'ENTITY_ERROR.ATTRIBUTE.INVALID': [409, 'The provided entity includes an attribute with an invalid value'],
  'ENTITY_ERROR.ATTRIBUTE.INVALID.DUPLICATE': [
    409,
    'The provided entity includes an attribute with a value that has already been used',
  ],
  'ENTITY_ERROR.ATTRIBUTE.INVALID.INVALID_STATE': [
    409,
    'An attribute value is not acceptable for the current resource state.',
  ],
  'ENTITY_ERROR.ATTRIBUTE.INVALID.TOO_LONG': [409, 'There is a problem with the request entity'],
  'ENTITY_ERROR.ATTRIBUTE.REQUIRED': [409, 'The provided entity is missing a required attribute'],
  'ENTITY_ERROR.ATTRIBUTE.TYPE': [409, 'The provided entity includes an attribute with an invalid type'],
  'ENTITY_ERROR.ATTRIBUTE.UNKNOWN': [409, 'The provided entity includes an unknown attribute'],
  'ENTITY_ERROR.RELATIONSHIP.INVALID': [409, 'The provided entity includes a relationship with an invalid value'],
  'ENTITY_ERROR.RELATIONSHIP.REQUIRED': [409, 'The provided entity is missing a required relationship'],
  'ENTITY_ERROR.RELATIONSHIP.UNKNOWN': [409, 'The provided entity includes an unknown relationship'],
  STATE_ERROR: [409, 'The request cannot be fulfilled because of the state of another resource.'],
  'STATE_ERROR.ALREADY_EXISTS': [409, 'The resource already exists'],
  'STATE_ERROR.ENTITY_STATE_INVALID': [409, 'Resource state invalid'],
  'STATE_ERROR.ITEM_PART_OF_ANOTHER_SUBMISSION': [409, 'Item is part of another submission'],
  ENTITY_TOO_LARGE: [413, 'The request entity is too large'],
  UNSUPPORTED_MEDIA_TYPE: [415, 'The media type of the request is not supported'],
  ENTITY_UNPROCESSABLE: [422, 'The request entity is not a valid request document object'],
  RATE_LIMIT_EXCEEDED: [
    429,
    'The request rate limit has been reached.',
    "We've received too many requests for this API. Please wait and try again or slow down your request rate.",
  ],
  UNEXPECTED_ERROR: [
    500,
    'An unexpected error occurred.',
    'An unexpected error occurred on the server side. If this issue continues, try again later.',
  ],
} as const satisfies Readonly<Record<string, ErrorWords>>;

type ErrorWords = readonly [status: number, title: string, detail?: string];
export type ErrorCode = keyof typeof ERRORS;

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

/** Each entry has an ID; the real service gives none with a 401. */
export function errorBody({status, entries}: Refusal): {errors: WireError[]} {
  const write = ({meta, ...entry}: WireError): WireError => ({
    ...(status !== 401 && {id: randomUUID()}),
    status: String(status),
    ...entry,
    ...(meta?.associatedErrors && {meta: {associatedErrors: writeAll(meta.associatedErrors)}}),
  });
  const writeAll = (byPath: Readonly<Record<string, readonly WireError[]>>) =>
    Object.fromEntries(Object.entries(byPath).map(([path, some]) => [path, some.map(write)]));
  return {errors: entries.map(write)};
}

export function errorEntry(code: ErrorCode, given?: string, source?: WireError['source']): WireError {
  const [, title, detail = ''] = ERRORS[code] as ErrorWords;
  return {code, title, detail: given ?? detail, ...(source && {source})};
}

export const refusal = (code: ErrorCode, detail?: string, source?: WireError['source']): Refusal =>
  new Refusal(ERRORS[code][0], errorEntry(code, detail, source));

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
