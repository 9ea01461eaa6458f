import {quoted} from '../../services/model/clean.ts';
import {durationWords} from '../../services/model/time.ts';
import {type Flag, type FlagOptions, nonBlank, type Required, refuse, valueFlag} from './flags.ts';

const DATE_TIME = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?(Z|z|[+-]\d\d:?\d\d)$/;

/**
 * An ISO 8601 date-time with `Z` or a numeric offset, e.g. `2026-03-01T10:00:00+01:00`. The value keeps its offset;
 * one without a colon gets it, as the API document's `date-time` format wants (RFC 3339).
 */
export function parseDateTime(value: string): string {
  nonBlank(value);
  const match = DATE_TIME.exec(value);
  if (!match) refuse('must be a date and time with an offset, like 2026-03-01T10:00:00+01:00');
  const [, year, month, day, hour, minute, second = '00', zone = 'Z'] = match;
  const days = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  const real =
    Number(month) >= 1 &&
    Number(month) <= 12 &&
    Number(day) >= 1 &&
    Number(day) <= days &&
    Number(hour) <= 23 &&
    Number(minute) <= 59 &&
    Number(second) <= 59;
  const [zoneHours, zoneMinutes] = /^z$/i.test(zone) ? [0, 0] : [Number(zone.slice(1, 3)), Number(zone.slice(-2))];
  if (!real || zoneHours > 18 || zoneMinutes > 59) refuse(`${quoted(value)} is not a date and time that exists`);
  const offset = /^z$/i.test(zone) ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(-2)}`;
  return `${value.slice(0, value.length - zone.length).replace('t', 'T')}${match[6] ? '' : ':00'}${offset}`;
}

/** A date-time with offset, see parseDateTime. */
export function dateTime<const O extends FlagOptions>(options: O): Flag<Required<string, O>> {
  return valueFlag(options, parseDateTime, {placeholder: 'DATE-TIME'});
}

const UNITS: Readonly<Record<string, number>> = {s: 1000, m: 60_000, h: 3_600_000};

/** A length of time such as `30s`, `20m` or `4h`, in ms; within bounds in ms, both included. */
export function duration<const O extends FlagOptions & {min: number; max: number}>(
  options: O,
): Flag<Required<number, O>> {
  const {min, max} = options;
  return valueFlag(
    options,
    (value) => {
      const [, amount, unit = ''] = /^(\d{1,9})([smh])$/i.exec(nonBlank(value)) ?? [];
      const ms = Number(amount) * (UNITS[unit.toLowerCase()] ?? Number.NaN);
      if (Number.isNaN(ms)) refuse('must be a time such as 30s, 20m or 4h');
      if (ms < min || ms > max) refuse(`must be from ${durationWords(min)} to ${durationWords(max)}`);
      return ms;
    },
    {placeholder: 'TIME'},
  );
}
