import * as v from 'valibot';
import {ToolError} from '../model/error.ts';
import type {Collection, Single, WireError} from './wire.ts';

/**
 * The shapes that answers must have. Loose on purpose: the service adds members, attributes and resource types at any
 * time, and what is not known is carried along or passed over.
 */
const identifier = v.looseObject({type: v.string(), id: v.pipe(v.string(), v.minLength(1))});
const resource = v.looseObject({
  type: v.string(),
  id: v.pipe(v.string(), v.minLength(1)),
  attributes: v.optional(v.record(v.string(), v.unknown())),
  relationships: v.optional(
    v.record(v.string(), v.looseObject({data: v.optional(v.nullable(v.union([identifier, v.array(identifier)])))})),
  ),
});
const included = v.optional(v.array(resource));
const collection = v.looseObject({
  data: v.array(resource),
  included,
  links: v.optional(v.looseObject({next: v.optional(v.nullable(v.string()))})),
  meta: v.optional(v.looseObject({paging: v.optional(v.looseObject({total: v.optional(v.number())}))})),
});
const single = v.looseObject({data: resource, included});

/** @throws ToolError service */
export const parseCollection = (body: string): Collection => parse(body, collection) as Collection;

/** @throws ToolError service */
export const parseSingle = (body: string): Single => parse(body, single) as unknown as Single;

/** A document of a to-one relationship: `data` may be null. @throws ToolError service */
export const parseLinkage = (body: string): {data: {id: string} | null} =>
  parse(body, v.looseObject({data: v.nullable(identifier)})) as {data: {id: string} | null};

function parse(body: string, schema: v.GenericSchema): unknown {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch (error) {
    throw malformed(body.trim() === '' ? 'it is empty' : 'it is not JSON', error);
  }
  const result = v.safeParse(schema, json, {abortEarly: true});
  if (result.success) return result.output;
  const issue = result.issues[0];
  throw malformed(`unexpected value at ${v.getDotPath(issue) ?? 'its top'}`);
}

function malformed(why: string, cause?: unknown): ToolError {
  return new ToolError('service', `The service sent an answer that cannot be understood: ${why}`, {
    hint: 'Try again; if it stays so, something between here and the service changes its answers.',
    cause,
  });
}

const text = v.fallback(v.optional(v.string()), undefined);
const wireError: v.GenericSchema<unknown, WireError> = v.object({
  code: text,
  title: text,
  detail: text,
  source: v.fallback(v.optional(v.object({pointer: text, parameter: text})), undefined),
  meta: v.fallback(
    v.optional(v.object({associatedErrors: v.optional(v.record(v.string(), v.array(v.lazy(() => wireError))))})),
    undefined,
  ),
});

/** The entries of an error body; none when it is not one. */
export function parseErrors(body: string): WireError[] {
  try {
    const result = v.safeParse(v.object({errors: v.array(wireError)}), JSON.parse(body));
    return result.success ? result.output.errors : [];
  } catch {
    return [];
  }
}
