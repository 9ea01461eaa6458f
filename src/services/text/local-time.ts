const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function read(text: string): Date | undefined {
  const date = new Date(text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'));
  return Number.isNaN(date.getTime()) ? undefined : date;
}

const twoDigits = (number: number) => String(number).padStart(2, '0');
const day = (date: Date) => `${twoDigits(date.getDate())} ${MONTHS[date.getMonth()]} ${date.getFullYear()}`;
const minute = (date: Date) => `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;

function format(text: string | undefined, as: (date: Date) => string): string | undefined {
  const date = text === undefined ? undefined : read(text);
  return date ? as(date) : text;
}

export const localDate = (text: string | undefined) => format(text, day);
export const localDateTime = (text: string | undefined) => format(text, (date) => `${day(date)}, ${minute(date)}`);

export function localTime(milliseconds: number): string {
  const date = new Date(milliseconds);
  return `${minute(date)}:${twoDigits(date.getSeconds())}`;
}

export function millisecondsOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : read(text)?.getTime();
}

export const DATE_EXAMPLE = '2027-01-31T09:00:00+01:00';

export function elapsed(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000);
  const hours = Math.floor(minutes / 60);
  if (minutes < 1) return 'now';
  if (hours < 1) return `${minutes} min`;
  return hours < 24 ? `${hours} h` : `${Math.floor(hours / 24)} d`;
}
