/** What to think about before a release is scheduled. @param current the date in force already, which stays */
export function dateWarnings(given: ReadonlyMap<string, string>, current: string | undefined, now: number): string[] {
  const date = given.get('earliest-release-date');
  if (date !== undefined && Date.parse(date) < now) return ['The date is in the past.'];
  if (given.get('release-type') === 'SCHEDULED' && date === undefined && !current) {
    return ['Scheduled, but without a date: the store may refuse it.'];
  }
  return [];
}
