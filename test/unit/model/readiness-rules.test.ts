import {describe, expect, it} from 'vitest';
import {readiness} from '../../../src/services/model/readiness.ts';
import {checkReadiness, type LocaleTexts, type ReadinessFacts} from '../../../src/services/model/readiness-rules.ts';

const texts = (locale: string, over: Partial<LocaleTexts> = {}): LocaleTexts => ({
  locale,
  description: 'd',
  keywords: 'k',
  supportUrl: 'https://x',
  whatsNew: 'w',
  screenshotSets: 1,
  ...over,
});
const CONTACT = ['contactFirstName', 'contactLastName', 'contactPhone', 'contactEmail'];
const READY: ReadinessFacts = {
  version: {
    id: 'v1',
    appId: '42',
    state: 'PREPARE_FOR_SUBMISSION',
    copyright: '2026',
    build: {id: 'b1', version: '7', processingState: 'VALID', expired: false, usesEncryption: false},
  },
  locales: [texts('de-DE'), texts('en-US')],
  primaryLocale: 'en-US',
  hasContentRights: true,
  hasCategory: true,
  hasAgeRating: true,
  reviewDetail: {filled: new Set(CONTACT), needsAccount: false},
  isFirst: false,
  submitting: {kind: 'new'},
  now: Date.parse('2026-03-01T10:00:00Z'),
};
const found = (over: Partial<ReadinessFacts>) =>
  checkReadiness({...READY, ...over}).filter(({status}) => status !== 'ok');
const withVersion = (over: Partial<ReadinessFacts['version']>) => found({version: {...READY.version, ...over}});
const only = (checks: ReturnType<typeof found>) => checks.filter(({id}) => id !== 'not-visible');

describe('the checks of review', () => {
  it('reports a complete version as ready, except for values that the API does not show', () => {
    expect(found({}).map(({id, status}) => [id, status])).toEqual([['not-visible', 'unknown']]);
    expect(readiness('v1', checkReadiness(READY)).ready).toBe(true);
  });

  it.each<[string, Partial<ReadinessFacts>, string[]]>([
    ['screenshots', {locales: [texts('en-US', {screenshotSets: undefined})]}, ['screenshots']],
    ['a review detail', {reviewDetail: 'unseen'}, ['review-contact', 'demo-account']],
    ['an age rating', {hasAgeRating: undefined}, ['age-rating']],
    ['content rights', {hasContentRights: undefined}, ['content-rights']],
  ])('reports %s as unknown, not missing, if the service does not show the value', (_, over, ids) => {
    expect(only(found(over)).map(({id, status}) => [id, status])).toEqual(ids.map((id) => [id, 'unknown']));
  });

  it('reports a build as unknown, not complete, if only its ID is known', () => {
    expect(only(withVersion({build: {id: 'b1'}})).map(({id, status}) => [id, status])).toEqual([
      ['build', 'unknown'],
      ['encryption', 'unknown'],
    ]);
  });

  it.each<[string, Partial<ReadinessFacts['version']>, string, string]>([
    ['no build', {build: undefined}, 'build', 'No build is attached'],
    [
      'a build in a state that tool does not know yet',
      {build: {...READY.version.build, id: 'b1', processingState: 'ON_HOLD'}},
      'build',
      'Build 7 is in ON_HOLD',
    ],
    ['an expired build', {build: {...READY.version.build, id: 'b1', expired: true}}, 'build', 'Build 7 has expired'],
    [
      'a build in processing',
      {build: {...READY.version.build, id: 'b1', processingState: 'PROCESSING'}},
      'build',
      'Build 7 is still being processed',
    ],
    [
      'no encryption answer',
      {build: {...READY.version.build, id: 'b1', usesEncryption: undefined}},
      'encryption',
      'Encryption question not answered for build 7',
    ],
    ['no copyright', {copyright: ''}, 'copyright', 'The copyright is missing'],
  ])('reports a readiness error for %s', (_, over, id, message) => {
    expect(only(withVersion(over))).toMatchObject([{id, status: 'error', message}]);
  });

  it.each<[string, Partial<ReadinessFacts>, string]>([
    ['age rating', {hasAgeRating: false}, 'age-rating'],
    ['category', {hasCategory: false}, 'category'],
    ['content rights', {hasContentRights: false}, 'content-rights'],
    ['review detail', {reviewDetail: undefined}, 'review-contact'],
    ['contact', {reviewDetail: {filled: new Set(CONTACT.slice(1)), needsAccount: false}}, 'review-contact'],
    [
      'demo account',
      {reviewDetail: {filled: new Set([...CONTACT, 'demoAccountName']), needsAccount: true}},
      'demo-account',
    ],
  ])('links to the web page on which a missing %s is added', (_, over, id) => {
    expect(only(found(over))).toMatchObject([{id, status: 'error', hint: expect.stringContaining('/apps/42/')}]);
  });

  it.each<[Partial<LocaleTexts>, string, string]>([
    [{whatsNew: ''}, 'whats-new', "What's New is missing"],
    [{whatsNew: 'x'.repeat(4001)}, 'whats-new', "What's New is too long: 4001 characters (limit 4000)"],
    [{description: undefined}, 'description', 'The description is missing'],
    [{description: 'x'.repeat(4001)}, 'description', 'The description is too long: 4001 characters (limit 4000)'],
    [{keywords: ' '}, 'keywords', 'The keywords are missing'],
    [{keywords: 'x'.repeat(101)}, 'keywords', 'The keywords are too long: 101 characters (limit 100)'],
    [{supportUrl: ''}, 'support-url', 'The support URL is missing'],
  ])('reports the problem of %j in one locale', (over, id, message) => {
    expect(only(found({locales: [texts('de-DE', over), texts('en-US')]}))).toMatchObject([
      {id, status: 'error', message, locale: 'de-DE'},
    ]);
  });

  it('accepts texts of a version at their limits', () => {
    const long = {description: 'x'.repeat(4000), keywords: 'x'.repeat(100), whatsNew: 'x'.repeat(4000)};
    expect(only(found({locales: [texts('en-US', long)]}))).toEqual([]);
  });

  it("requires no What's New for a first version", () => {
    expect(only(found({isFirst: true, locales: [texts('en-US', {whatsNew: undefined})]}))).toEqual([]);
  });

  it('requires screenshots only in the primary locale', () => {
    const bare = texts('de-DE', {screenshotSets: 0});
    expect(only(found({locales: [bare, texts('en-US')]}))).toEqual([]);
    expect(only(found({locales: [bare, texts('en-US')], primaryLocale: 'de-DE'}))).toMatchObject([
      {id: 'screenshots', locale: 'de-DE'},
    ]);
  });

  it('reports every text as missing in a version without a locale', () => {
    expect(only(found({locales: []})).map(({id}) => id)).toEqual([
      'whats-new',
      'description',
      'keywords',
      'support-url',
      'screenshots',
    ]);
  });

  it('warns about a release date in the past, but reports the version as ready', () => {
    const version = {...READY.version, releaseType: 'SCHEDULED', earliestReleaseDate: '2026-02-01T00:00:00Z'};
    const checks = checkReadiness({...READY, version});
    expect(checks.find(({id}) => id === 'release-date')).toMatchObject({status: 'warning'});
    const {ready, checks: sorted} = readiness('v1', checks);
    expect({ready, first: sorted.slice(0, 2).map(({id}) => id)}).toEqual({
      ready: true,
      first: ['release-date', 'not-visible'],
    });
  });

  it('reports another submission that blocks the version as an error', () => {
    expect(only(found({submitting: {kind: 'blocked', words: 'cannot', otherId: 'v2'}}))).toMatchObject([
      {id: 'submission', status: 'error', message: 'The version cannot', command: {flags: {'version-id': 'v2'}}},
    ]);
  });
});
