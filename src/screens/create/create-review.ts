import {parseDateTime} from '../../app/flags/times.ts';
import {inFlight} from '../../services/model/next-version.ts';
import type {App, StoreVersion} from '../../services/model/version.ts';
import {dateWarnings} from '../flows/release-date.ts';
import type {Given} from '../form/form-state.ts';
import {appLabel, versionLabel} from '../text/labels.ts';
import type {Fact} from '../text/lines.ts';
import {platformName, releaseTypeName, stateWords} from '../text/words.ts';

/** The review of a new version. @param now in milliseconds since the epoch */
export function createReview(app: App, given: Given, now: number): {facts: Fact[]; warnings: string[]} {
  const type = given.get('release-type');
  const date = given.get('earliest-release-date');
  const facts: [string, string | undefined][] = [
    ['App', appLabel(app)],
    ['Version', given.get('version')],
    ['Platform', platformName(given.get('platform') ?? '')],
    ['Copyright', given.get('copyright')],
    ['Release', type && releaseTypeName(type)],
    ['Not before', date && parseDateTime(date)],
  ];
  return {
    facts: facts.filter((fact): fact is [string, string] => fact[1] !== undefined),
    warnings: dateWarnings(given, undefined, now),
  };
}

/** A version in flight prevents a new one, or may. */
export function blockWarnings(versions: readonly StoreVersion[], platform: string): string[] {
  const moving = inFlight(versions, platform);
  if (!moving) return [];
  const {version, blocks} = moving;
  const what = `${versionLabel(version)} is on its way (${stateWords(version.state).short})`;
  return [`${what}: the store ${blocks ? 'will refuse a second one' : 'may refuse a new one until it is released'}.`];
}
