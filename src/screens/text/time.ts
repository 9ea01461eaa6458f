import type {Env} from '../../services/ports.ts';

/** Times in the zone of the person in front of the terminal. */
export interface LocalTime {
  /** `14:03:22` */
  clock(milliseconds: number): string;
  /** `12 Nov 2026` of a date-time of the service; what cannot be read stays as it is. */
  date(text: string | undefined): string | undefined;
  /** `12 Nov 2026, 10:04` */
  dateTime(text: string | undefined): string | undefined;
  /** Of a date-time of the service; undefined for what cannot be read. */
  milliseconds(text: string | undefined): number | undefined;
}

/** `2026-11-12T10:04:00.000+0000` as other programs write it: with a colon in the offset. */
function read(text: string): Date | undefined {
  const date = new Date(text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'));
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** @param env `TZ` names the zone; without it, or with one that is unknown, the system's is used */
export function createLocalTime(env: Env): LocalTime {
  const timeZone = knownZone(env.TZ);
  const day = new Intl.DateTimeFormat('en-GB', {timeZone, day: '2-digit', month: 'short', year: 'numeric'});
  const time = new Intl.DateTimeFormat('en-GB', {timeZone, timeStyle: 'medium'});
  const minute = new Intl.DateTimeFormat('en-GB', {timeZone, timeStyle: 'short'});
  const dateOf = (date: Date) => day.format(date).replace('Sept', 'Sep');
  const format = (text: string | undefined, as: (date: Date) => string) => {
    if (text === undefined) return undefined;
    const date = read(text);
    return date ? as(date) : text;
  };
  return {
    milliseconds: (text) => (text === undefined ? undefined : read(text)?.getTime()),
    clock: (milliseconds) => time.format(milliseconds),
    date: (text) => format(text, dateOf),
    dateTime: (text) => format(text, (date) => `${dateOf(date)}, ${minute.format(date)}`),
  };
}

function knownZone(zone: string | undefined): string | undefined {
  if (!zone) return undefined;
  try {
    return new Intl.DateTimeFormat('en-GB', {timeZone: zone}).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/** A date-time exactly as the service gave it: its own wall clock and offset, `12 Nov 2026, 10:04:00 (+0000)`. */
export function exactTime(text: string): string {
  const match = /^(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d)(:\d\d)?(?:\.\d+)?(Z|[+-]\d\d:?\d\d)$/.exec(text);
  if (!match) return text;
  const [, year, month, day, minutes, seconds = '', zone] = match;
  const name = MONTHS[Number(month) - 1];
  return name
    ? `${day} ${name} ${year}, ${minutes}${seconds} (${zone === 'Z' ? '+0000' : zone?.replace(':', '')})`
    : text;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
