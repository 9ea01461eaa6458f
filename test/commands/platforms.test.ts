import {describe, expect, it} from 'vitest';
import {parseReference} from '../../src/services/model/reference.ts';
import {type Asked, type Reply, runAgainst} from '../support/fake-service.ts';

/** How platforms are named, and which one is meant where none is given. */

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
  ])('is named %s in a reference', (word, platform) => {
    expect(parseReference(`1002@3.0:${word}`)).toMatchObject({platform});
  });

  it('is not any word', () => {
    expect(parseReference('1002@3.0:toaster')).toHaveProperty('problem');
  });

  it('has its everyday name as a flag, and a near one is suggested', async () => {
    const {service} = await runAgainst(serving(), ['versions', 'list', '--app', '1', '--platform', 'macos,tvos']);
    expect(service.asked[0]?.target).toContain('filter[platform]=MAC_OS,TV_OS');
    const {code, stderr} = await runAgainst(serving(), ['versions', 'list', '--app', '1', '--platform', 'mac_oss']);
    expect({code, stderr}).toMatchObject({code: 2, stderr: expect.stringContaining('Did you mean MAC_OS?')});
  });

  it('that tool does not know is found by a pasted reference', async () => {
    const {result} = await runAgainst(serving(resource('car', 'CAR_OS')), [
      'phased-release',
      'view',
      '--version-id',
      '1002@3.0:CAR_OS',
    ]);
    expect(result).toBeDefined();
  });
});

describe('versions create without a platform', () => {
  const create = ['versions', 'create', '--app', '1', '--version', '3.1'];

  it.each([
    ['an app without versions', []],
    ['an app that has iOS versions', [resource('a', 'MAC_OS'), resource('b', 'IOS')]],
  ])('means iOS for %s', async (_, versions) => {
    const {code, service} = await runAgainst(serving(...versions), create);
    expect(code).toBe(0);
    expect(service.asked.at(-1)?.body?.data.attributes).toMatchObject({platform: 'IOS'});
  });

  it('is 2 for an app that has other platforms only', async () => {
    const {code, stderr, service} = await runAgainst(serving(resource('a', 'MAC_OS')), create);
    expect({code, writes: service.writes()}).toEqual({code: 2, writes: []});
    expect(stderr).toContain('--platform is needed: the app has MAC_OS');
  });
});
