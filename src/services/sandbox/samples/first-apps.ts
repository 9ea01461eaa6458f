import type {Platform} from '../../model/version.ts';
import type {AppSeed, BuildSeed} from './seed.ts';

const built = (
  number: string,
  version: string,
  platform: Platform,
  uploaded: string,
  rest: Partial<BuildSeed> = {},
): BuildSeed => ({number, version, platform, uploaded, ...rest});

const AURORA: AppSeed = {
  name: 'Aurora Notes',
  bundleId: 'com.example.aurora',
  sku: 'AURORA-001',
  locales: ['en-US'],
  copyright: '2026 Example Ltd',
  platforms: ['IOS', 'MAC_OS'],
  versions: [
    {
      version: '3.3.0',
      platform: 'IOS',
      state: 'PENDING_DEVELOPER_RELEASE',
      created: '2026-11-12T10:04:00-08:00',
      build: '412',
      releaseType: 'MANUAL',
      phased: {state: 'INACTIVE'},
    },
    {
      version: '3.3.0',
      platform: 'MAC_OS',
      state: 'IN_REVIEW',
      created: '2026-11-12T09:31:00-08:00',
      build: '411',
      releaseType: 'AFTER_APPROVAL',
    },
    {
      version: '3.2.1',
      platform: 'IOS',
      state: 'READY_FOR_SALE',
      created: '2026-10-02T14:20:00-07:00',
      build: '398',
      releaseType: 'AFTER_APPROVAL',
      phased: {state: 'ACTIVE', day: 5, startDate: '2026-11-16T00:00:00-08:00'},
      reviews: 23,
      rich: true,
    },
    {
      version: '3.2.1',
      platform: 'MAC_OS',
      state: 'READY_FOR_SALE',
      created: '2026-10-02T14:02:00-07:00',
      build: '397',
      reviews: 4,
    },
  ],
  builds: [
    built('414', '3.4.0', 'IOS', '2026-11-20T16:40:00-08:00', {state: 'PROCESSING'}),
    built('413', '3.4.0', 'IOS', '2026-11-19T11:05:00-08:00'),
    built('412', '3.3.0', 'IOS', '2026-11-11T17:58:00-08:00'),
    built('411', '3.3.0', 'MAC_OS', '2026-11-11T17:41:00-08:00'),
    built('398', '3.2.1', 'IOS', '2026-10-01T18:12:00-07:00'),
    built('397', '3.2.1', 'MAC_OS', '2026-10-01T18:01:00-07:00'),
  ],
  history: {count: 44, below: [3, 2]},
};

const TIDES: AppSeed = {
  name: 'Tide Tables',
  bundleId: 'com.example.tides',
  sku: 'TIDES-7',
  locales: ['en-GB'],
  copyright: '2026 Example Ltd',
  platforms: ['IOS', 'TV_OS'],
  versions: [
    {
      version: '2.0',
      platform: 'TV_OS',
      state: 'PREPARE_FOR_SUBMISSION',
      created: '2026-11-17T08:15:00-08:00',
      releaseType: 'AFTER_APPROVAL',
    },
    {
      version: '2.0',
      platform: 'IOS',
      state: 'IN_REVIEW',
      created: '2026-11-15T13:47:00-08:00',
      build: '88',
      releaseType: 'SCHEDULED',
      earliestReleaseDate: '2026-12-01T08:00:00-08:00',
      rich: true,
    },
    {
      version: '1.9.0',
      platform: 'IOS',
      state: 'READY_FOR_SALE',
      created: '2026-08-21T10:30:00-07:00',
      build: '79',
      reviews: 7,
    },
    {
      version: '1.8.0',
      platform: 'TV_OS',
      state: 'READY_FOR_SALE',
      created: '2026-05-11T09:00:00-07:00',
      build: '71',
      phased: {state: 'COMPLETE', day: 7, startDate: '2026-05-14T00:00:00-07:00'},
    },
  ],
  builds: [
    built('91', '2.0', 'TV_OS', '2026-11-20T09:12:00-08:00', {state: 'PROCESSING'}),
    built('90', '2.0', 'TV_OS', '2026-11-18T15:20:00-08:00'),
    built('89', '2.0', 'TV_OS', '2026-11-17T19:44:00-08:00', {state: 'INVALID'}),
    built('88', '2.0', 'IOS', '2026-11-15T11:02:00-08:00'),
    built('80', '2.0', 'TV_OS', '2026-08-22T09:00:00-07:00', {expired: true}),
    built('79', '1.9.0', 'IOS', '2026-08-20T16:31:00-07:00', {expired: true}),
    built('71', '1.8.0', 'TV_OS', '2026-05-10T12:00:00-07:00', {expired: true}),
  ],
  history: {count: 9, below: [1, 8]},
};

const FERN: AppSeed = {
  name: 'Fern',
  bundleId: 'com.example.fern',
  sku: 'FERN',
  locales: ['en-US'],
  copyright: '2026 Fern Works',
  platforms: ['IOS'],
  versions: [
    {
      version: '1.0.0',
      platform: 'IOS',
      state: 'PREPARE_FOR_SUBMISSION',
      created: '2026-11-09T11:11:00-08:00',
      releaseType: 'MANUAL',
    },
  ],
  builds: [
    built('7', '1.0.0', 'IOS', '2026-11-20T18:03:00-08:00', {state: 'PROCESSING'}),
    built('6', '1.0.0', 'IOS', '2026-11-19T17:26:00-08:00'),
    built('5', '1.0.0', 'IOS', '2026-11-14T10:10:00-08:00', {state: 'FAILED'}),
    built('4', '1.0.0', 'IOS', '2026-11-10T08:55:00-08:00'),
    built('3', '0.9.0', 'IOS', '2026-07-02T08:55:00-07:00', {expired: true}),
  ],
  history: {count: 0, below: [0, 9]},
};

export const FIRST_APPS: readonly AppSeed[] = [AURORA, TIDES, FERN];
