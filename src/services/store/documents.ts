import * as v from 'valibot';
import {ToolError} from '../model/error.ts';
import type {Collection, Single, WireError} from './wire.ts';

/**
 * The shapes that answers must have. Loose on purpose: the service adds members, attributes and resource types at any
 * time, and what is not known is carried along or passed over; null is as good as absent.
 */
const identifier = v.looseObject({type: v.string(), id: v.pipe(v.string(), v.minLength(1))});
const relationship = v.fallback(
  v.nullish(v.looseObject({data: v.nullish(v.union([identifier, v.array(identifier)]))})),
  undefined,
);
const resource = v.looseObject({
  type: v.string(),
  id: v.pipe(v.string(), v.minLength(1)),
  attributes: v.nullish(v.record(v.string(), v.unknown()), {}),
  relationships: v.nullish(v.record(v.string(), relationship), {}),
});
/** A resource that only came along does no harm when it cannot be understood. */
const included = v.pipe(
  v.nullish(v.array(v.unknown()), []),
  v.transform((entries) => entries.filter((entry) => v.is(resource, entry)).map((entry) => v.parse(resource, entry))),
);
const total = v.fallback(v.optional(v.number()), undefined);
const collection = v.looseObject({
  data: v.array(resource),
  included,
  links: v.nullish(v.looseObject({}), {}),
  meta: v.fallback(v.optional(v.looseObject({paging: v.optional(v.looseObject({total}))})), undefined),
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
    // A byte order mark is no reason to refuse what follows it.
    json = JSON.parse(body.replace(/^\uFEFF/, ''));
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

/** The entries of an error body that can be understood; none when it is not one. */
export function parseErrors(body: string): WireError[] {
  let errors: unknown;
  try {
    ({errors} = JSON.parse(body) ?? {});
  } catch {
    return [];
  }
  return (Array.isArray(errors) ? errors : [errors]).flatMap((entry) => {
    const result = v.safeParse(wireError, entry);
    return result.success ? [result.output] : [];
  });
}
