import {createHash} from 'node:crypto';
import {TYPE, VERSION_REL} from '../store/wire.ts';
import type {Node} from './documents.ts';
import {derivedId} from './ids.ts';
import type {VersionRecord} from './records.ts';
import type {AppSeed} from './sample-apps.ts';

/** Small resources that a version owns; all of their content is made up from the version. */

function part(type: string, version: VersionRecord, attributes: Node['attributes'], name = type): Node {
  return {type, id: derivedId(name, version.id), attributes};
}

const hashOf = (algorithm: 'md5' | 'sha256', version: VersionRecord): string =>
  createHash(algorithm).update(version.id).digest('hex');

export function localizations(version: VersionRecord, seed?: AppSeed): Node[] {
  const locales = [...new Set([seed?.locale ?? 'en-US', 'en-US'])];
  return locales.map((locale) =>
    part(
      TYPE.localization,
      version,
      {
        locale,
        description: `${seed?.name ?? 'An app'}, a sample app that does not exist.`,
        keywords: 'sample,sandbox',
        marketingUrl: 'https://www.example.com/',
        supportUrl: 'https://www.example.com/support',
        promotionalText: `Now in version ${version.versionString}`,
        whatsNew: 'Small things work better.',
      },
      `${TYPE.localization} ${locale}`,
    ),
  );
}

export function reviewDetail(version: VersionRecord): Node {
  return part(TYPE.reviewDetail, version, {
    contactFirstName: 'Robin',
    contactLastName: 'Example',
    contactPhone: '+1 555 0100',
    contactEmail: 'review@example.com',
    demoAccountName: 'demo',
    demoAccountRequired: false,
    notes: 'No account is needed.',
  });
}

export function gameVersion(version: VersionRecord): Node {
  return part(TYPE.gameVersion, version, {enabled: true});
}

export function routeCoverage(version: VersionRecord): Node {
  return part(TYPE.coverage, version, {
    fileSize: 20_480,
    fileName: 'coverage.geojson',
    sourceFileChecksum: hashOf('md5', version),
    assetDeliveryState: {errors: [], warnings: [], state: 'COMPLETE'},
  });
}

export function clipExperience(version: VersionRecord): Node {
  return part(TYPE.clipExperience, version, {action: 'OPEN'});
}

export function experiment(version: VersionRecord): Node {
  return part(TYPE.experiment, version, {
    name: 'Bolder icon',
    trafficProportion: 25,
    state: 'APPROVED',
    reviewRequired: true,
    startDate: version.createdDate,
  });
}

export function secondExperiment(version: VersionRecord): Node {
  return part(VERSION_REL.experimentsV2, version, {
    name: 'Screenshots in the dark',
    platform: version.platform,
    trafficProportion: 40,
    state: 'ACCEPTED',
    reviewRequired: false,
    startDate: version.createdDate,
  });
}

export function distributionPackage(version: VersionRecord): Node {
  return part(TYPE.distributionPackage, version, {
    sourceFileChecksum: {
      file: {hash: hashOf('sha256', version), algorithm: 'SHA_256'},
      composite: {hash: hashOf('md5', version), algorithm: 'MD5'},
    },
  });
}
