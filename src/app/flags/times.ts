import {quoted} from '../../services/model/clean.ts';
import {formatDuration} from '../../services/model/time.ts';
import {type FlagOptions, nonBlank, refuse, valueFlag} from './flags.ts';

const DATE_TIME = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::(\d\d(?:\.\d{1,9})?))?(Z|[+-]\d\d:?\d\d)$/i;

/**
 * ISO 8601 with `Z` or a numeric offset, e.g. `2026-03-01T10:00:00+01:00`. The value keeps its offset; a colon is added
 * if missing, as the API's `date-time` format (RFC 3339) requires.
 */
export function parseDateTime(value: string): string {
  nonBlank(value);
  const [match, date, time, seconds = '00', zone = ''] = DATE_TIME.exec(value) ?? [];
  if (!match) refuse('must be a date and time with an offset, like 2026-03-01T10:00:00+01:00');
  const [hours, minutes] = [zone.slice(0, 3), zone.slice(-2)];
  const offset = zone.length === 1 ? 'Z' : `${hours}:${minutes}`;
  const isZone = offset === 'Z' || (Math.abs(Number(hours)) <= 18 && Number(minutes) <= 59);
  // Date takes the 30th of February for the 2nd of March.
  const local = `${date}T${time}:${seconds.slice(0, 2)}`;
  const moment = new Date(`${local}Z`);
  const exists = !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(local);
  if (!exists || !isZone) refuse(`${quoted(value)} is not a date and time that exists`);
  return `${date}T${time}:${seconds}${offset}`;
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
