import type {Env} from '../ports.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

export type LocalTime = ReturnType<typeof createLocalTime>;

function read(text: string): Date | undefined {
  const date = new Date(text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'));
  return Number.isNaN(date.getTime()) ? undefined : date;
}

export function createLocalTime(env: Env) {
  const {day: dateOf, time, minute} = inZone(env.TZ) ?? SYSTEM_ZONE;
  const format = (text: string | undefined, as: (date: Date) => string) => {
    if (text === undefined) return undefined;
    const date = read(text);
    return date ? as(date) : text;
  };
  return {
    milliseconds: (text: string | undefined) => (text === undefined ? undefined : read(text)?.getTime()),
    clock: (milliseconds: number) => time(new Date(milliseconds)),
    date: (text: string | undefined) => format(text, dateOf),
    dateTime: (text: string | undefined) => format(text, (date) => `${dateOf(date)}, ${minute(date)}`),
  };
}

interface Parts {
  day(date: Date): string;
  time(date: Date): string;
  minute(date: Date): string;
}

const twoDigits = (number: number) => String(number).padStart(2, '0');

/** Without Intl, whose first use takes longer than a frame. */
const SYSTEM_ZONE: Parts = {
  day: (date) => `${twoDigits(date.getDate())} ${MONTHS[date.getMonth()]} ${date.getFullYear()}`,
  time: (date) => `${SYSTEM_ZONE.minute(date)}:${twoDigits(date.getSeconds())}`,
  minute: (date) => `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`,
};

function inZone(timeZone: string | undefined): Parts | undefined {
  if (!timeZone) return undefined;
  try {
    const day = new Intl.DateTimeFormat('en-GB', {timeZone, day: '2-digit', month: 'short', year: 'numeric'});
    const time = new Intl.DateTimeFormat('en-GB', {timeZone, timeStyle: 'medium'});
    const minute = new Intl.DateTimeFormat('en-GB', {timeZone, timeStyle: 'short'});
    return {
      day: (date) => day.format(date).replace('Sept', 'Sep'),
      time: (date) => time.format(date),
      minute: (date) => minute.format(date),
    };
  } catch {
    return undefined;
  }
}

export const DATE_EXAMPLE = '2027-01-31T09:00:00+01:00';

export function elapsed(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000);
  const hours = Math.floor(minutes / 60);
  if (minutes < 1) return 'now';
  if (hours < 1) return `${minutes} min`;
  return hours < 24 ? `${hours} h` : `${Math.floor(hours / 24)} d`;
}
