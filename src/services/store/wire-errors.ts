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

/** One error without its list is taken as well. */
function readErrors(errors: unknown): WireError[] {
  return [errors]
    .flat()
    .filter(isObject)
    .map(({code, title, detail, source, meta}) => ({
      code: text(code),
      title: text(title),
      detail: text(detail),
      source: isObject(source) ? {pointer: text(source.pointer), parameter: text(source.parameter)} : undefined,
      meta:
        isObject(meta) && isObject(meta.associatedErrors)
          ? {associatedErrors: mapped(meta.associatedErrors)}
          : undefined,
    }));
}

const mapped = (errors: Record<string, unknown>): Record<string, WireError[]> =>
  Object.fromEntries(Object.entries(errors).map(([path, entries]) => [path, readErrors(entries)]));

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
