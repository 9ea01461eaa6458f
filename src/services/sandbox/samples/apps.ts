import type {Platform} from '../../model/version.ts';
import type {AppSeed, BuildSeed, VersionSeed} from './seed.ts';

const version = (
  versionString: string,
  platform: Platform,
  state: string,
  created: string,
  build?: string,
  rest: Partial<VersionSeed> = {},
): VersionSeed => ({versionString, platform, state, created, build, ...rest});

const build = (
  number: string,
  version: string,
  platform: Platform,
  uploaded: string,
  rest: Partial<BuildSeed> = {},
): BuildSeed => ({number, version, platform, uploaded, ...rest});

type Rest = Omit<AppSeed, 'name' | 'bundleId' | 'sku'>;
const app = (name: string, word: string, sku: string, rest: Rest): AppSeed => {
  return {name, bundleId: `com.example.${word}`, sku, ...rest};
};

export const NAMED_APPS: readonly AppSeed[] = [
  app('Aurora Notes', 'aurora', 'AURORA-001', {
    versions: [
      version('3.3.0', 'IOS', 'PENDING_DEVELOPER_RELEASE', '2026-11-12T10:04:00-08:00', '412', {
        releaseType: 'MANUAL',
        phased: {state: 'INACTIVE'},
      }),
      version('3.3.0', 'MAC_OS', 'IN_REVIEW', '2026-11-12T09:31:00-08:00', '411'),
      version('3.2.1', 'IOS', 'READY_FOR_SALE', '2026-10-02T14:20:00-07:00', '398', {
        phased: {state: 'ACTIVE', day: 5, startDate: '2026-11-16T00:00:00-08:00'},
        reviews: 23,
        rich: true,
      }),
      version('3.2.1', 'MAC_OS', 'READY_FOR_SALE', '2026-10-02T14:02:00-07:00', '397', {reviews: 4}),
    ],
    builds: [
      build('414', '3.4.0', 'IOS', '2026-11-20T16:40:00-08:00', {state: 'PROCESSING'}),
      build('413', '3.4.0', 'IOS', '2026-11-19T11:05:00-08:00'),
      build('412', '3.3.0', 'IOS', '2026-11-11T17:58:00-08:00'),
      build('411', '3.3.0', 'MAC_OS', '2026-11-11T17:41:00-08:00'),
      build('398', '3.2.1', 'IOS', '2026-10-01T18:12:00-07:00'),
      build('397', '3.2.1', 'MAC_OS', '2026-10-01T18:01:00-07:00'),
    ],
    history: {count: 44, below: [3, 2]},
  }),
  app('Tide Tables', 'tides', 'TIDES-7', {
    locales: ['en-GB'],
    versions: [
      version('2.0', 'TV_OS', 'PREPARE_FOR_SUBMISSION', '2026-11-17T08:15:00-08:00'),
      version('2.0', 'IOS', 'IN_REVIEW', '2026-11-15T13:47:00-08:00', '88', {
        releaseType: 'SCHEDULED',
        earliestReleaseDate: '2026-12-01T08:00:00-08:00',
        rich: true,
      }),
      version('1.9.0', 'IOS', 'READY_FOR_SALE', '2026-08-21T10:30:00-07:00', '79', {reviews: 7}),
      version('1.8.0', 'TV_OS', 'READY_FOR_SALE', '2026-05-11T09:00:00-07:00', '71', {
        phased: {state: 'COMPLETE', day: 7, startDate: '2026-05-14T00:00:00-07:00'},
      }),
    ],
    builds: [
      build('91', '2.0', 'TV_OS', '2026-11-20T09:12:00-08:00', {state: 'PROCESSING'}),
      build('90', '2.0', 'TV_OS', '2026-11-18T15:20:00-08:00'),
      build('89', '2.0', 'TV_OS', '2026-11-17T19:44:00-08:00', {state: 'INVALID'}),
      build('88', '2.0', 'IOS', '2026-11-15T11:02:00-08:00'),
      build('80', '2.0', 'TV_OS', '2026-08-22T09:00:00-07:00', {expired: true}),
      build('79', '1.9.0', 'IOS', '2026-08-20T16:31:00-07:00', {expired: true}),
      build('71', '1.8.0', 'TV_OS', '2026-05-10T12:00:00-07:00', {expired: true}),
    ],
    history: {count: 9, below: [1, 8]},
  }),
  app('Fern', 'fern', 'FERN', {
    copyright: '2026 Fern Works',
    versions: [
      version('1.0.0', 'IOS', 'PREPARE_FOR_SUBMISSION', '2026-11-09T11:11:00-08:00', undefined, {
        releaseType: 'MANUAL',
      }),
    ],
    builds: [
      build('7', '1.0.0', 'IOS', '2026-11-20T18:03:00-08:00', {state: 'PROCESSING'}),
      build('6', '1.0.0', 'IOS', '2026-11-19T17:26:00-08:00'),
      build('5', '1.0.0', 'IOS', '2026-11-14T10:10:00-08:00', {state: 'FAILED'}),
      build('4', '1.0.0', 'IOS', '2026-11-10T08:55:00-08:00'),
      build('3', '0.9.0', 'IOS', '2026-07-02T08:55:00-07:00', {expired: true}),
    ],
    history: {count: 0, below: [0, 9]},
  }),
  app('Harbor Light', 'harbor', 'HL-2022', {
    copyright: '2026 Harbor Light Co.',
    versions: [
      version('5.1.0', 'VISION_OS', 'PENDING_CONTRACT', '2026-11-06T16:22:00-08:00', '1203'),
      version('5.1.0', 'MAC_OS', 'WAITING_FOR_EXPORT_COMPLIANCE', '2026-11-06T16:20:00-08:00', '1202'),
      version('5.1.0', 'IOS', 'WAITING_FOR_REVIEW', '2026-11-06T16:18:00-08:00', '1201', {rich: true}),
      version('5.0.2', 'IOS', 'READY_FOR_SALE', '2026-09-03T12:00:00-07:00', '1180', {
        phased: {state: 'PAUSED', day: 3, pausedDays: 4, startDate: '2026-09-06T00:00:00-07:00'},
        reviews: 12,
      }),
      version('5.0.2', 'MAC_OS', 'READY_FOR_SALE', '2026-09-03T11:40:00-07:00', '1179'),
    ],
    history: {count: 16, below: [5, 0]},
  }),
  app('Morning Paper', 'paper', 'PAPER-EU', {
    locales: ['de-DE'],
    copyright: '2026 Beispiel Verlag GmbH',
    versions: [
      version('12.4', 'IOS', 'REJECTED', '2026-11-03T07:45:00-08:00', '2411'),
      version('12.4', 'TV_OS', 'METADATA_REJECTED', '2026-11-03T07:40:00-08:00', '2410'),
      version('12.3', 'IOS', 'READY_FOR_SALE', '2026-09-28T07:30:00-07:00', '2388', {reviews: 15}),
    ],
    history: {count: 21, below: [12, 3]},
  }),
  app('Quiet Hours', 'quiet', 'QH', {
    locales: ['fr-FR'],
    copyright: '2026 Exemple SARL',
    versions: [
      version('4.0', 'VISION_OS', 'PENDING_APPLE_RELEASE', '2026-11-10T10:10:00-08:00', '63'),
      version('4.0', 'TV_OS', 'PROCESSING_FOR_APP_STORE', '2026-11-10T10:08:00-08:00', '62'),
      version('4.0', 'MAC_OS', 'INVALID_BINARY', '2026-11-10T10:06:00-08:00', '61'),
      version('4.0', 'IOS', 'DEVELOPER_REJECTED', '2026-11-10T10:04:00-08:00', '60'),
      version('3.7', 'MAC_OS', 'READY_FOR_SALE', '2026-06-30T09:00:00-07:00', '52'),
    ],
    history: {count: 12, below: [3, 4]},
  }),
  app('星の地図 ✨ Étoiles', 'hoshi', '星-1', {
    locales: ['ja'],
    copyright: '© 2026 星図工房',
    versions: [
      version('2.2.0', 'IOS', 'READY_FOR_REVIEW', '2026-11-18T20:00:00-08:00', '31'),
      version('2.1.0', 'IOS', 'READY_FOR_SALE', '2026-07-07T00:07:00-07:00', '27', {reviews: 9}),
      version('1.4', 'MAC_OS', 'REMOVED_FROM_SALE', '2025-02-14T12:00:00-08:00', '19'),
    ],
    history: {count: 5, below: [1, 4]},
  }),
  app('Empty Shelf', 'shelf', 'SHELF-0', {versions: [], history: {count: 0, below: [1, 0]}}),
];

const LIVE_OR_NOT = ['READY_FOR_SALE', 'PREPARE_FOR_SUBMISSION', 'WAITING_FOR_REVIEW', 'PENDING_DEVELOPER_RELEASE'];

export function numberedApp(number: number): AppSeed {
  const state = LIVE_OR_NOT[number % LIVE_OR_NOT.length] ?? 'READY_FOR_SALE';
  const live = version('1.1.0', 'IOS', 'READY_FOR_SALE', '2026-04-02T09:00:00-07:00', '2');
  const next = version('1.2.0', 'IOS', state, '2026-11-02T09:00:00-08:00', '3');
  return app(`Sample ${number}`, `sample${number}`, `SAMPLE-${number}`, {
    versions: state === 'READY_FOR_SALE' ? [live] : [next, live],
    history: {count: 2, below: [1, 1]},
  });
}
