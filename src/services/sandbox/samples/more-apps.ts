import type {AppSeed, BuildSeed, VersionSeed} from './seed.ts';

/** A build for each version that names one: uploaded when the version was created. */
function buildsOf(versions: readonly VersionSeed[]): BuildSeed[] {
  return versions.flatMap(({build, version, platform, created, state}) =>
    build === undefined
      ? []
      : [
          {
            number: build,
            version,
            platform,
            uploaded: created,
            state: state === 'INVALID_BINARY' ? 'INVALID' : 'VALID',
          },
        ],
  );
}

function app(seed: Omit<AppSeed, 'builds'>): AppSeed {
  return {...seed, builds: buildsOf(seed.versions)};
}

export const LATER_APPS: readonly AppSeed[] = [
  app({
    name: 'Harbor Light',
    bundleId: 'com.example.harbor',
    sku: 'HL-2022',
    locales: ['en-US'],
    copyright: '2026 Harbor Light Co.',
    platforms: ['IOS', 'MAC_OS', 'VISION_OS'],
    versions: [
      {
        version: '5.1.0',
        platform: 'VISION_OS',
        state: 'PENDING_CONTRACT',
        created: '2026-11-06T16:22:00-08:00',
        build: '1203',
      },
      {
        version: '5.1.0',
        platform: 'MAC_OS',
        state: 'WAITING_FOR_EXPORT_COMPLIANCE',
        created: '2026-11-06T16:20:00-08:00',
        build: '1202',
      },
      {
        version: '5.1.0',
        platform: 'IOS',
        state: 'WAITING_FOR_REVIEW',
        created: '2026-11-06T16:18:00-08:00',
        build: '1201',
        rich: true,
      },
      {
        version: '5.0.2',
        platform: 'IOS',
        state: 'READY_FOR_SALE',
        created: '2026-09-03T12:00:00-07:00',
        build: '1180',
        phased: {state: 'PAUSED', day: 3, pausedDays: 4, startDate: '2026-09-06T00:00:00-07:00'},
        reviews: 12,
      },
      {
        version: '5.0.2',
        platform: 'MAC_OS',
        state: 'READY_FOR_SALE',
        created: '2026-09-03T11:40:00-07:00',
        build: '1179',
      },
    ],
    history: {count: 16, below: [5, 0]},
  }),
  app({
    name: 'Morning Paper',
    bundleId: 'com.example.paper',
    sku: 'PAPER-EU',
    locales: ['de-DE'],
    copyright: '2026 Beispiel Verlag GmbH',
    platforms: ['IOS', 'TV_OS'],
    versions: [
      {
        version: '12.4',
        platform: 'IOS',
        state: 'REJECTED',
        created: '2026-11-03T07:45:00-08:00',
        build: '2411',
      },
      {
        version: '12.4',
        platform: 'TV_OS',
        state: 'METADATA_REJECTED',
        created: '2026-11-03T07:40:00-08:00',
        build: '2410',
      },
      {
        version: '12.3',
        platform: 'IOS',
        state: 'READY_FOR_SALE',
        created: '2026-09-28T07:30:00-07:00',
        build: '2388',
        reviews: 15,
      },
    ],
    history: {count: 21, below: [12, 3]},
  }),
  app({
    name: 'Quiet Hours',
    bundleId: 'com.example.quiet',
    sku: 'QH',
    locales: ['fr-FR'],
    copyright: '2026 Exemple SARL',
    platforms: ['IOS', 'MAC_OS', 'TV_OS', 'VISION_OS'],
    versions: [
      {
        version: '4.0',
        platform: 'VISION_OS',
        state: 'PENDING_APPLE_RELEASE',
        created: '2026-11-10T10:10:00-08:00',
        build: '63',
      },
      {
        version: '4.0',
        platform: 'TV_OS',
        state: 'PROCESSING_FOR_APP_STORE',
        created: '2026-11-10T10:08:00-08:00',
        build: '62',
      },
      {version: '4.0', platform: 'MAC_OS', state: 'INVALID_BINARY', created: '2026-11-10T10:06:00-08:00', build: '61'},
      {version: '4.0', platform: 'IOS', state: 'DEVELOPER_REJECTED', created: '2026-11-10T10:04:00-08:00', build: '60'},
      {version: '3.7', platform: 'MAC_OS', state: 'READY_FOR_SALE', created: '2026-06-30T09:00:00-07:00', build: '52'},
    ],
    history: {count: 12, below: [3, 4]},
  }),
  app({
    name: '星の地図 ✨ Étoiles',
    bundleId: 'com.example.hoshi',
    sku: '星-1',
    locales: ['ja'],
    copyright: '© 2026 星図工房',
    platforms: ['IOS', 'MAC_OS'],
    versions: [
      {version: '2.2.0', platform: 'IOS', state: 'READY_FOR_REVIEW', created: '2026-11-18T20:00:00-08:00', build: '31'},
      {
        version: '2.1.0',
        platform: 'IOS',
        state: 'READY_FOR_SALE',
        created: '2026-07-07T00:07:00-07:00',
        build: '27',
        reviews: 9,
      },
      {
        version: '1.4',
        platform: 'MAC_OS',
        state: 'REMOVED_FROM_SALE',
        created: '2025-02-14T12:00:00-08:00',
        build: '19',
      },
    ],
    history: {count: 5, below: [1, 4]},
  }),
  app({
    name: 'Empty Shelf',
    bundleId: 'com.example.shelf',
    sku: 'SHELF-0',
    locales: ['en-US'],
    copyright: '2026 Example Ltd',
    platforms: ['IOS'],
    versions: [],
    history: {count: 0, below: [1, 0]},
  }),
];

const LIVE_OR_NOT = ['READY_FOR_SALE', 'PREPARE_FOR_SUBMISSION', 'WAITING_FOR_REVIEW', 'PENDING_DEVELOPER_RELEASE'];

/** The sample app after those with a name; `number` counts from 1. */
export function numberedApp(number: number): AppSeed {
  const versions: VersionSeed[] = [
    {version: '1.1.0', platform: 'IOS', state: 'READY_FOR_SALE', created: '2026-04-02T09:00:00-07:00', build: '2'},
  ];
  const state = LIVE_OR_NOT[number % LIVE_OR_NOT.length];
  if (state && state !== 'READY_FOR_SALE') {
    versions.unshift({version: '1.2.0', platform: 'IOS', state, created: '2026-11-02T09:00:00-08:00', build: '3'});
  }
  return app({
    name: `Sample ${number}`,
    bundleId: `com.example.sample${number}`,
    sku: `SAMPLE-${number}`,
    locales: ['en-US'],
    copyright: '2026 Example Ltd',
    platforms: ['IOS'],
    versions,
    history: {count: 2, below: [1, 1]},
  });
}
