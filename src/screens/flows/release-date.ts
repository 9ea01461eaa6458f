import {DATE_EXAMPLE} from '../../app/present/local-time.ts';
import type {FieldLabel, Given, Values} from '../form/fields.ts';

export function releaseDateLabel(values: Values): FieldLabel {
  return {
    label: 'Not before',
    placeholder: DATE_EXAMPLE,
    help: 'date and time with offset',
    hidden: values['release-type'] !== 'SCHEDULED',
  };
}

/** @param current the date already set @param now in ms since the epoch */
export function dateWarnings(given: Given, current: string | undefined, now: number): string[] {
  const date = given.get('earliest-release-date');
  if (date !== undefined && Date.parse(date) < now) return ['The date is in the past.'];
  if (given.get('release-type') === 'SCHEDULED' && date === undefined && !current) {
    return ['Scheduled, but without a date: the store may refuse it.'];
  }
  return [];
}
