import {orElse} from '../model/values.ts';
import type {Env} from '../ports.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

export type LocalTime = ReturnType<typeof createLocalTime>;

function read(text: string): Date | undefined {
  const date = new Date(text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'));
  return Number.isNaN(date.getTime()) ? undefined : date;
}

export function createLocalTime(env: Env) {
  const local = inZone(env.TZ);
  const format = (text: string | undefined, as: (date: Date) => string) => {
    const date = text === undefined ? undefined : read(text);
    return date ? as(local(date)) : text;
  };
  return {
    milliseconds: (text: string | undefined) => (text === undefined ? undefined : read(text)?.getTime()),
    clock(milliseconds: number) {
      const date = local(new Date(milliseconds));
      return `${minute(date)}:${twoDigits(date.getSeconds())}`;
    },
    date: (text: string | undefined) => format(text, day),
    dateTime: (text: string | undefined) => format(text, (date) => `${day(date)}, ${minute(date)}`),
  };
}

const twoDigits = (number: number) => String(number).padStart(2, '0');
const day = (date: Date) => `${twoDigits(date.getDate())} ${MONTHS[date.getMonth()]} ${date.getFullYear()}`;
const minute = (date: Date) => `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;

/** Gives a date the local parts that it has in the zone. Without a zone, Intl is not used: its first use takes a frame. */
function inZone(timeZone: string | undefined): (date: Date) => Date {
  if (!timeZone) return (date) => date;
  const options = {timeZone, dateStyle: 'short', timeStyle: 'medium'} as const;
  const format = orElse(() => new Intl.DateTimeFormat('sv-SE', options), undefined);
  return (date) => (format ? new Date(format.format(date).replace(' ', 'T')) : date);
}

export const DATE_EXAMPLE = '2027-01-31T09:00:00+01:00';

export function elapsed(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000);
  const hours = Math.floor(minutes / 60);
  if (minutes < 1) return 'now';
  if (hours < 1) return `${minutes} min`;
  return hours < 24 ? `${hours} h` : `${Math.floor(hours / 24)} d`;
}
