import {fromJson} from './documents.ts';
import type {WireError} from './wire.ts';

/** The entries of an error body that can be understood; none when it is not one. */
export function parseErrors(body: string): WireError[] {
  try {
    return readErrors((fromJson(body) as {errors?: unknown}).errors);
  } catch {
    return [];
  }
}

/** Errors of errors of errors: nobody reads further down, and much further down nothing could write them out. */
const DEEPEST = 10;

/** One error without its list is taken as well. */
function readErrors(errors: unknown, left = DEEPEST): WireError[] {
  return [errors]
    .flat()
    .filter(isObject)
    .map(({code, title, detail, source, meta}) => ({
      code: text(code),
      title: text(title),
      detail: text(detail),
      source: isObject(source) ? {pointer: text(source.pointer), parameter: text(source.parameter)} : undefined,
      meta:
        left > 0 && isObject(meta) && isObject(meta.associatedErrors)
          ? {associatedErrors: mapped(meta.associatedErrors, left - 1)}
          : undefined,
    }));
}

const mapped = (errors: Record<string, unknown>, left: number): Record<string, WireError[]> =>
  Object.fromEntries(Object.entries(errors).map(([path, entries]) => [path, readErrors(entries, left)]));

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
