import {quoted} from '../../services/model/clean.ts';
import {formatDuration} from '../../services/model/time.ts';
import {type FlagOptions, nonBlank, refuse, valueFlag} from './flags.ts';

const DATE_TIME = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?(Z|z|[+-]\d\d:?\d\d)$/;

/**
 * ISO 8601 with `Z` or a numeric offset, e.g. `2026-03-01T10:00:00+01:00`. The value keeps its offset; a colon is added
 * if missing, as the API's `date-time` format (RFC 3339) requires.
 */
export function parseDateTime(value: string): string {
  nonBlank(value);
  const [match, ...parts] = DATE_TIME.exec(value) ?? [];
  if (!match) refuse('must be a date and time with an offset, like 2026-03-01T10:00:00+01:00');
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
    .slice(0, 6)
    .map((part) => Number(part ?? 0));
  const zone = parts[6] === 'z' ? 'Z' : (parts[6] ?? 'Z');
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const isDate = month >= 1 && month <= 12 && day >= 1 && day <= days;
  const isTime = hour <= 23 && minute <= 59 && second <= 59;
  const isZone = zone === 'Z' || (Number(zone.slice(1, 3)) <= 18 && Number(zone.slice(-2)) <= 59);
  if (!isDate || !isTime || !isZone) refuse(`${quoted(value)} is not a date and time that exists`);
  const offset = zone === 'Z' ? zone : `${zone.slice(0, 3)}:${zone.slice(-2)}`;
  return `${value.slice(0, value.length - zone.length).replace('t', 'T')}${parts[5] ? '' : ':00'}${offset}`;
}

export function dateTime<const O extends FlagOptions>(options: O) {
  return valueFlag(options, parseDateTime, {placeholder: 'DATE-TIME'});
}

const UNITS: Readonly<Record<string, number>> = {s: 1000, m: 60_000, h: 3_600_000};

/** `30s`, `20m` or `4h` to ms; the bounds are in ms, inclusive. */
export function duration<const O extends FlagOptions & {min: number; max: number}>(options: O) {
  const {min, max} = options;
  const parse = (value: string) => {
    const [, amount, unit = ''] = /^(\d{1,9})([smh])$/i.exec(nonBlank(value)) ?? [];
    const ms = Number(amount) * (UNITS[unit.toLowerCase()] ?? Number.NaN);
    if (Number.isNaN(ms)) refuse('must be a time such as 30s, 20m or 4h');
    if (ms < min || ms > max) refuse(`must be from ${formatDuration(min)} to ${formatDuration(max)}`);
    return ms;
  };
  return valueFlag(options, parse, {placeholder: 'TIME'});
}
