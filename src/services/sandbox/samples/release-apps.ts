import {LOCALES} from '../lifecycle/enums.ts';
import type {AppSeed, VersionSeed} from './seed.ts';

/** Apps to try a release on: each stands at one point of the way from a build to the last day of a phased release. */

const LIVE = {state: 'READY_FOR_SALE', created: '2026-09-01T09:00:00-07:00', build: '10'} as const;
const NEXT = {state: 'PREPARE_FOR_SUBMISSION', created: '2026-11-16T09:00:00-08:00', releaseType: 'MANUAL'} as const;

/** An app for iOS with `1.0` on sale and the versions given above it, newest first; a build for each that names one. */
function app(
  name: string,
  word: string,
  versions: readonly Omit<VersionSeed, 'platform'>[],
  rest: Partial<Omit<AppSeed, 'versions'>> = {},
): AppSeed {
  const all = versions.map((version): VersionSeed => ({platform: 'IOS', ...version}));
  return {
    name,
    bundleId: `com.example.${word}`,
    sku: word.toUpperCase(),
    locales: ['en-US', 'de-DE'],
    copyright: '2026 Example Ltd',
    platforms: ['IOS'],
    versions: all,
    history: {count: 1, below: [1, 0]},
    ...rest,
    builds: [...(rest.builds ?? []), ...all.flatMap(uploadOf)],
  };
}

function uploadOf({build, version, platform, created, unanswered}: VersionSeed): AppSeed['builds'] {
  return build === undefined ? [] : [{number: build, version, platform, uploaded: created, unanswered}];
}

/** An update that lacks nothing. */
const ready = (version: string, build: string): Omit<VersionSeed, 'platform'> => ({
  ...NEXT,
  version,
  build,
  prepared: {},
});

export const RELEASE_APPS: readonly AppSeed[] = [
  app('Paper Boats', 'boats', [
    {...NEXT, version: '2.0', build: '21', prepared: {password: 'correct horse'}},
    {...LIVE, version: '1.0'},
  ]),
  app('Nearly There', 'nearly', [
    {...ready('1.1', '12'), prepared: {missing: [{text: 'whatsNew', locale: 'de-DE'}]}},
    {...LIVE, version: '1.0'},
  ]),
  app('Lost Draft', 'lost', [ready('1.1', '12'), {...LIVE, version: '1.0'}], {
    submissions: [{platform: 'IOS', state: 'READY_FOR_REVIEW'}],
  }),
  app('Full House', 'house', [
    ready('1.2', '13'),
    {
      ...NEXT,
      version: '1.1',
      state: 'READY_FOR_REVIEW',
      created: '2026-11-10T09:00:00-08:00',
      build: '12',
      prepared: {},
    },
    {...LIVE, version: '1.0'},
  ]),
  app(
    'Second Try',
    'second',
    [
      {...NEXT, version: '1.1', state: 'REJECTED', created: '2026-11-12T09:00:00-08:00', build: '12'},
      {...LIVE, version: '1.0'},
    ],
    {builds: [{number: '13', version: '1.1', platform: 'IOS', uploaded: '2026-11-19T15:00:00-08:00'}]},
  ),
  app('Penny Shop', 'coins', [ready('1.1', '12'), {...LIVE, version: '1.0'}], {
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
    {
      ...LIVE,
      version: '3.1',
      created: '2026-11-15T09:00:00-08:00',
      build: '31',
      phased: {state: 'ACTIVE', day: 3, startDate: '2026-11-18T00:00:00-08:00'},
    },
    {version: '3.0', state: 'REPLACED_WITH_NEW_VERSION', created: '2026-08-03T09:00:00-07:00', build: '30'},
  ]),
  app('Hand Brake', 'brake', [
    {
      ...LIVE,
      version: '2.1',
      created: '2026-11-08T09:00:00-08:00',
      build: '21',
      phased: {state: 'PAUSED', day: 4, pausedDays: 4, startDate: '2026-11-11T00:00:00-08:00'},
    },
    {version: '2.0', state: 'REPLACED_WITH_NEW_VERSION', created: '2026-07-03T09:00:00-07:00', build: '20'},
  ]),
  app('Forty Tongues', 'tongues', [ready('1.1', '12'), {...LIVE, version: '1.0'}], {locales: ['en-US', ...LOCALES]}),
  app(
    'Seedling',
    'seedling',
    [
      {
        ...NEXT,
        version: '1.0',
        build: '3',
        prepared: {missing: [{text: 'keywords'}, 'screenshots', 'review contact', 'copyright']},
      },
    ],
    {locales: ['en-US'], lacks: ['content rights', 'category', 'age rating'], history: {count: 0, below: [1, 0]}},
  ),
  app('Secret Ink', 'cipher', [
    {...ready('1.1', '12'), unanswered: true},
    {...LIVE, version: '1.0'},
  ]),
  app('Hard Judge', 'judge', [ready('1.1', '12'), {...LIVE, version: '1.0'}], {alwaysRejected: true}),
];
