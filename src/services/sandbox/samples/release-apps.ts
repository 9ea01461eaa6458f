import {LOCALES} from '../lifecycle/lookups.ts';
import type {AppSeed, BuildSeed, VersionSeed} from './seed.ts';

type Update = Omit<VersionSeed, 'platform'> & Partial<Pick<VersionSeed, 'platform'>>;

const RINGS = ['IOS', 'MAC_OS', 'TV_OS'] as const;

const app = (name: string, word: string, versions: readonly Update[], rest: Partial<AppSeed> = {}): AppSeed => ({
  name,
  bundleId: `com.example.${word}`,
  sku: word.toUpperCase(),
  locales: ['en-US', 'de-DE'],
  versions: versions.map((version): VersionSeed => ({platform: 'IOS', ...version})),
  history: {count: 1, below: [1, 0]},
  ...rest,
});

const inState =
  (state: string) =>
  (versionString: string, created: string, build: string, phased?: VersionSeed['phased']): Update => {
    return {versionString, state, created, build, phased};
  };
const onSale = inState('READY_FOR_SALE');
const replaced = inState('REPLACED_WITH_NEW_VERSION');

const LIVE = onSale('1.0', '2026-09-01T09:00:00-07:00', '10');
const READY: Update = {
  versionString: '1.1',
  state: 'PREPARE_FOR_SUBMISSION',
  created: '2026-11-16T09:00:00-08:00',
  releaseType: 'MANUAL',
  build: '12',
  prepared: {},
};
const REJECTED: Update = {...READY, state: 'REJECTED', created: '2026-11-12T09:00:00-08:00', prepared: undefined};

const PAUSED = {state: 'PAUSED', day: 4, pausedDays: 4, startDate: '2026-11-11T00:00:00-08:00'} as const;

const SEEDLING_LACKS = [{text: 'keywords'}, 'screenshots', 'review contact', 'copyright'] as const;

const NEWER_BUILD: BuildSeed = {number: '13', version: '1.1', platform: 'IOS', uploaded: '2026-11-19T15:00:00-08:00'};

export const RELEASE_APPS: readonly AppSeed[] = [
  app('Paper Boats', 'boats', [
    {...READY, versionString: '2.0', build: '21', prepared: {password: 'correct horse'}},
    LIVE,
  ]),
  app('Nearly There', 'nearly', [{...READY, prepared: {missing: [{text: 'whatsNew', locale: 'de-DE'}]}}, LIVE]),
  app('Lost Draft', 'lost', [READY, LIVE], {
    submissions: [{platform: 'IOS', state: 'READY_FOR_REVIEW'}],
    builds: [{...NEWER_BUILD, isInternal: true}],
  }),
  app('Full House', 'house', [
    {...READY, versionString: '1.2', build: '13'},
    {...READY, state: 'READY_FOR_REVIEW', created: '2026-11-10T09:00:00-08:00'},
    LIVE,
  ]),
  app('Second Try', 'second', [REJECTED, LIVE], {builds: [NEWER_BUILD]}),
  app('Penny Shop', 'coins', [READY, LIVE], {
    submissions: [
      {
        platform: 'IOS',
        state: 'IN_REVIEW',
        submitted: '2026-11-18T10:00:00-08:00',
        purchases: ['100 coins', '500 coins'],
      },
    ],
  }),
  app('Small Steps', 'steps', [
    onSale('3.1', '2026-11-15T09:00:00-08:00', '31', {state: 'ACTIVE', day: 3, startDate: '2026-11-18T00:00:00-08:00'}),
    replaced('3.0', '2026-08-03T09:00:00-07:00', '30'),
  ]),
  app('Hand Brake', 'brake', [
    onSale('2.1', '2026-11-08T09:00:00-08:00', '21', PAUSED),
    replaced('2.0', '2026-07-03T09:00:00-07:00', '20'),
  ]),
  app('Forty Tongues', 'tongues', [READY, LIVE], {locales: ['en-US', ...LOCALES]}),
  app('Seedling', 'seedling', [{...READY, versionString: '1.0', build: '3', prepared: {missing: SEEDLING_LACKS}}], {
    locales: ['en-US'],
    lacks: ['content rights', 'category', 'age rating'],
    history: {count: 0, below: [1, 0]},
  }),
  app('Secret Ink', 'cipher', [{...READY, unanswered: true}, LIVE]),
  app('Hard Judge', 'judge', [READY, LIVE], {alwaysRejected: true}),
  app('Sour Grapes', 'grapes', [READY, LIVE], {rejectedBuild: '12', builds: [NEWER_BUILD]}),
  app(
    'Three Rings',
    'rings',
    RINGS.map((platform, index) => ({...LIVE, platform, versionString: '2.0', build: String(18 + index)})),
    {builds: RINGS.map((platform) => ({...NEWER_BUILD, number: '21', version: '2.1', platform}))},
  ),
];
