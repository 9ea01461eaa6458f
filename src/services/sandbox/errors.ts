/** One of the `errors[]` of a body, before it gets its ID and status. */
export interface Entry {
  code: string;
  title: string;
  detail: string;
  source?: {pointer: string} | {parameter: string};
  /** By path: what is wrong with other resources. */
  associated?: Readonly<Record<string, readonly Entry[]>>;
}

/** One of the `errors[]` as the service sends it. */
export interface WireEntry extends Omit<Entry, 'associated'> {
  id?: string;
  status: string;
  meta?: {associatedErrors: Record<string, WireEntry[]>};
}

/** An answer that is not a success: a status and the `errors[]` of its body, before they get their IDs. */
export class Refusal extends Error {
  readonly status: number;
  readonly entries: readonly Entry[];

  constructor(status: number, ...entries: Entry[]) {
    super(entries[0]?.detail ?? String(status));
    this.name = 'Refusal';
    this.status = status;
    this.entries = entries;
  }
}

/** The body of a refusal. @param newId one ID per entry; a 401 of the real service has none */
export function errorBody({status, entries}: Refusal, newId: () => string): {errors: WireEntry[]} {
  const write = ({associated, ...entry}: Entry): WireEntry => ({
    ...(status !== 401 && {id: newId()}),
    status: String(status),
    ...entry,
    ...(associated && {meta: {associatedErrors: writeAll(associated)}}),
  });
  const writeAll = (byPath: NonNullable<Entry['associated']>) =>
    Object.fromEntries(Object.entries(byPath).map(([path, some]) => [path, some.map(write)]));
  return {errors: entries.map(write)};
}

export function notAuthorized(): Refusal {
  return new Refusal(401, {
    code: 'NOT_AUTHORIZED',
    title: 'Authentication credentials are missing or invalid.',
    detail:
      'Provide a properly configured and signed bearer token, and make sure that it has not expired. Learn more about ' +
      'Generating Tokens for API Requests https://developer.apple.com/go/?id=api-generating-tokens',
  });
}

export function notJson(detail: string): Refusal {
  return new Refusal(400, {code: 'ENTITY_INVALID', title: 'JSON processing failed', detail});
}

export function forbidden(detail: string): Refusal {
  return new Refusal(403, {code: 'FORBIDDEN_ERROR', title: 'This request is forbidden for security reasons', detail});
}

export function notFound(type: string, id: string): Refusal {
  return new Refusal(404, {
    code: 'NOT_FOUND',
    title: 'The specified resource does not exist',
    detail: `There is no resource of type '${type}' with id '${id}'`,
  });
}

/** A to-one relationship with nothing at its other end. */
export function nothingRelated(type: string, id: string, relationship: string): Refusal {
  return new Refusal(404, {
    code: 'NOT_FOUND',
    title: 'The specified resource does not exist',
    detail: `The resource '${type}' with id '${id}' has no '${relationship}'`,
  });
}

export function noSuchPath(path: string): Refusal {
  return new Refusal(404, {
    code: 'PATH_ERROR',
    title: 'The URL path is not valid',
    detail: `The resource '${path.replace(/^\//, '')}' does not exist`,
  });
}

/** The service says so of what a resource does not have, deleting a review submission for one. */
export function wrongMethod(method: string, resource: string, allowed: readonly string[]): Refusal {
  return new Refusal(403, {
    code: 'FORBIDDEN_ERROR',
    title: 'The given operation is not allowed',
    detail: `The resource '${resource}' does not allow '${method}'. Allowed operations are: ${allowed.join(', ') || 'none'}`,
  });
}

export function illegalParameter(parameter: string, detail: string): Refusal {
  return new Refusal(400, {
    code: 'PARAMETER_ERROR.ILLEGAL',
    title: 'A parameter is not allowed',
    detail,
    source: {parameter},
  });
}

export function invalidParameter(parameter: string, detail: string): Refusal {
  return new Refusal(400, {
    code: 'PARAMETER_ERROR.INVALID',
    title: 'A parameter has an invalid value',
    detail,
    source: {parameter},
  });
}

export function missingParameter(parameter: string): Refusal {
  return new Refusal(400, {
    code: 'PARAMETER_ERROR.REQUIRED',
    title: 'A required parameter is missing',
    detail: `The parameter '${parameter}' is required`,
    source: {parameter},
  });
}

/** What the store does not do because of the state that something is in. */
export function stateError(detail: string): Refusal {
  return new Refusal(409, {
    code: 'STATE_ERROR',
    title: 'The request cannot be fulfilled because of the state of another resource.',
    detail,
  });
}

export function invalidState(detail: string): Refusal {
  return new Refusal(409, {code: 'STATE_ERROR.ENTITY_STATE_INVALID', title: 'Resource state invalid', detail});
}

/** An attribute that cannot have this value now. */
export function unacceptable(attribute: string, detail: string): Refusal {
  return new Refusal(409, {
    code: 'ENTITY_ERROR.ATTRIBUTE.INVALID.INVALID_STATE',
    title: 'An attribute value is not acceptable for the current resource state.',
    detail,
    source: {pointer: `/data/attributes/${attribute}`},
  });
}

/** A relationship that leads to something that does not exist or cannot be there. */
export function invalidRelationship(pointer: string, detail: string): Entry {
  return {
    code: 'ENTITY_ERROR.RELATIONSHIP.INVALID',
    title: 'The provided entity includes a relationship with an invalid value',
    detail,
    source: {pointer},
  };
}

/** @throws Refusal 409 where there is anything wrong */
export function refuse(...problems: Entry[]): void {
  if (problems.length > 0) throw new Refusal(409, ...problems);
}

export function unexpected(status: 500 | 503): Refusal {
  return status === 500
    ? new Refusal(500, {
        code: 'UNEXPECTED_ERROR',
        title: 'An unexpected error occurred.',
        detail: 'An unexpected error occurred on the server side. If this issue continues, try again later.',
      })
    : new Refusal(503, {
        code: 'SERVICE_UNAVAILABLE',
        title: 'The service is unavailable.',
        detail: 'The service is temporarily unable to handle the request. Try again later.',
      });
}
