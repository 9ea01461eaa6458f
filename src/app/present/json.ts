import {cleanJson} from '../../services/model/clean.ts';

/** A JSON document that is safe to show: control and invisible characters escaped. Without a final line break. */
export function formatJson(value: unknown, {pretty}: {pretty: boolean}): string {
  return cleanJson(JSON.stringify(value, null, pretty ? 2 : undefined));
}
