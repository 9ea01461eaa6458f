import {ToolError} from '../model/error.ts';
import {isId} from '../model/values.ts';
import {isPlaceholder} from './write-mode.ts';

/** A path with its query. Values are encoded; commas between them and brackets in names stay readable to the service. */
export function withQuery(
  path: string,
  parameters: Readonly<Record<string, readonly string[] | string | number | undefined>>,
): string {
  const pairs = Object.entries(parameters).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const values = Array.isArray(value) ? value : [String(value)];
    return [`${encodeURIComponent(name)}=${values.map(encode).join(',')}`];
  });
  return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`;
}

/** What the service sent may hold half a character, which no URL can. */
function encode(value: string): string {
  return encodeURIComponent(value.replace(/[\ud800-\udfff]/gu, '\ufffd'));
}

/**
 * An ID that the service gave, about to become part of a path: it must be one clean segment there too.
 * @throws ToolError service
 */
export function segment(id: string): string {
  if (!isId(id) && !isPlaceholder(id)) {
    throw new ToolError('service', 'The service sent an ID that cannot be part of a URL');
  }
  return id;
}
