/**
 * A time as the service writes it: seconds, and the offset of California, where summer time is taken to last from
 * April to October. e.g. `2026-11-12T10:04:00-08:00`
 */
export function wireDate(ms: number): string {
  const month = new Date(ms).getUTCMonth();
  const hours = month >= 3 && month <= 9 ? 7 : 8;
  return `${new Date(ms - hours * 3_600_000).toISOString().slice(0, 19)}-0${hours}:00`;
}
