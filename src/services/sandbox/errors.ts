import type {WireError} from '../store/wire.ts';

type Entry = Omit<WireError, 'id' | 'status' | 'links' | 'meta'> & {code: string; title: string; detail: string};

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
export function errorBody({status, entries}: Refusal, newId: () => string): {errors: WireError[]} {
  const withId = status !== 401;
  return {
    errors: entries.map((entry) => ({...(withId && {id: newId()}), status: String(status), ...entry})),
  };
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

export function wrongMethod(method: string, allowed: readonly string[]): Refusal {
  return new Refusal(405, {
    code: 'METHOD_NOT_ALLOWED',
    title: 'The method is not allowed for this resource',
    detail: `The resource does not allow '${method}'. Allowed operations are: ${allowed.join(', ')}`,
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

export function stateError(detail: string): Refusal {
  return new Refusal(409, {
    code: 'STATE_ERROR',
    title: 'The request cannot be fulfilled because of the state of another resource.',
    detail,
  });
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
