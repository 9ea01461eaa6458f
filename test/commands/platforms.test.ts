import {describe, expect, it} from 'vitest';
import {parseReference} from '../../src/services/model/reference.ts';
import {type Asked, type Reply, runAgainst} from '../support/fake-service.ts';

const resource = (id: string, platform: string, versionString = '3.0') => ({
  type: 'appStoreVersions',
  id,
  attributes: {platform, versionString, appStoreState: 'READY_FOR_SALE'},
});
const serving =
  (...versions: ReturnType<typeof resource>[]) =>
  ({method, target, path}: Asked): Reply => {
    const one = versions.find(({id}) => path === `/v1/appStoreVersions/${id}`);
    if (one) return {body: {data: one, links: {}}};
    const wanted = /filter\[platform\]=([^&]*)/.exec(target)?.[1];
    if (method === 'POST') return {status: 201, body: {data: resource('new', 'IOS')}};
    return {body: {data: versions.filter(({attributes}) => !wanted || wanted === attributes.platform), links: {}}};
  };

describe('a platform', () => {
  it.each([
    ['ios', 'IOS'],
    ['MacOS', 'MAC_OS'],
    ['mac_os', 'MAC_OS'],
    ['tvos', 'TV_OS'],
    ['visionOS', 'VISION_OS'],
    ['CAR_OS', 'CAR_OS'],
    ['car_os', 'CAR_OS'],
  ])('accepts the platform %s in a reference', (word, platform) => {
    expect(parseReference(`1002@3.0:${word}`)).toMatchObject({platform});
  });

  it('refuses an unknown platform name in a reference', () => {
    expect(parseReference('1002@3.0:toaster')).toHaveProperty('problem');
  });

  it("accepts a platform's everyday name in a flag, and suggests a similar name", async () => {
    const {service} = await runAgainst(serving(), ['versions', 'list', '--app', '1', '--platform', 'macos,tvos']);
    expect(service.asked[0]?.target).toContain('filter[platform]=MAC_OS,TV_OS');
    const {code, stderr} = await runAgainst(serving(), ['versions', 'list', '--app', '1', '--platform', 'mac_oss']);
    expect({code, stderr}).toMatchObject({code: 2, stderr: expect.stringContaining('Did you mean MAC_OS?')});
  });

  it('finds a version on an unknown platform by its reference', async () => {
    const {result} = await runAgainst(serving(resource('car', 'CAR_OS')), [
      'phased-release',
      'view',
      '--version-id',
      '1002@3.0:CAR_OS',
    ]);
    expect(result).toBeDefined();
  });

  describe('that tool does not know', () => {
    const ship = (platform: string) => ['ship', '--app', '1002', '--version', '3.0', '--platform', platform];
    const versions = [resource('car', 'CAR_OS'), resource('phone', 'IOS')];
    const app = {
      type: 'apps',
      id: '1002',
      attributes: {bundleId: 'com.example.car'},
      relationships: {appStoreVersions: {data: versions.map(({id, type}) => ({id, type})), meta: {paging: {total: 2}}}},
    };
    const service = (asked: Asked): Reply =>
      asked.path === '/v1/apps' ? {body: {data: [app], included: versions, links: {}}} : serving(...versions)(asked);

    it('ships on an unknown platform if the app has a version on it', async () => {
      const {code, result} = await runAgainst(service, [...ship('car_os'), '--until', 'live', '--confirm']);
      expect({code, result}).toMatchObject({code: 0, result: {versionId: 'car', platform: 'CAR_OS', reached: true}});
    });

    it("refuses an unknown platform that the app lacks, and names the app's platforms", async () => {
      const {code, stderr} = await runAgainst(service, [...ship('BOAT_OS'), '--dry-run']);
      expect({code, stderr}).toMatchObject({
        code: 2,
        stderr: expect.stringMatching(/--platform is BOAT_OS, but the app has CAR_OS, IOS/),
      });
    });

    it('refuses a malformed platform name at once', async () => {
      const {code, stderr, service: fake} = await runAgainst(service, [...ship('mac-osx'), '--dry-run']);
      expect({code, asked: fake.asked}).toEqual({code: 2, asked: []});
      expect(stderr).toContain('Did you mean MAC_OS?');
    });
  });
});

describe('versions create without a platform', () => {
  const create = ['versions', 'create', '--app', '1', '--version', '3.1'];

  it.each([
    ['an app without versions', []],
    ['an app that has iOS versions', [resource('a', 'MAC_OS'), resource('b', 'IOS')]],
  ])('creates an iOS version without --platform for %s', async (_, versions) => {
    const {code, service} = await runAgainst(serving(...versions), create);
    expect(code).toBe(0);
    expect(service.asked.at(-1)?.body?.data.attributes).toMatchObject({platform: 'IOS'});
  });

  it('ends versions create with exit code 2 if an app has only versions of other platforms', async () => {
    const {code, stderr, service} = await runAgainst(serving(resource('a', 'MAC_OS')), create);
    expect({code, writes: service.writes()}).toEqual({code: 2, writes: []});
    expect(stderr).toContain('--platform is needed: the app has MAC_OS');
  });
});
