import {cleanJson} from '../../services/model/clean.ts';
import type {ToolError} from '../../services/model/error.ts';
import type {Presentation, Schema, TableData} from '../command.ts';
import {shaped} from './shapes.ts';

/** Escapes control and invisible characters; no final line break. */
export function formatJson(value: unknown, {pretty}: {pretty: boolean}): string {
  return cleanJson(JSON.stringify(value, null, pretty ? 2 : undefined));
}

/** Two columns, field and value. Absent values are omitted, nested ones are JSON. */
export function fieldTable(value: object): TableData {
  const rows = Object.entries(value).flatMap(([field, content]): [string, string][] => {
    if (content === undefined) return [];
    if (Array.isArray(content)) return content.map((item) => [field, JSON.stringify(item)]);
    return [[field, typeof content === 'object' ? JSON.stringify(content) : String(content)]];
  });
  return {columns: ['Field', 'Value'], rows};
}

/** A single record: JSON, or a row per field. Its `note` and `failure` are reported as well. */
export function record<Result extends object, T extends object>(
  schema: Schema<T>,
  json: (result: Result) => NoInfer<T>,
): Presentation<Result> {
  const beside = (result: Result) => result as {note?: string; failure?: ToolError};
  return {
    formats: ['json', 'table'],
    json: shaped(schema, json),
    table: (result) => fieldTable(json(result)),
    note: (result) => beside(result).note,
    failure: (result) => beside(result).failure,
  };
}
