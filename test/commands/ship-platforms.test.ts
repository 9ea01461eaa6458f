import {describe, expect, it} from 'vitest';
import {type Asked, type Reply, runAgainst} from '../support/fake-service.ts';

interface Sample {
  id: string;
  platform: string;
  versionString: string;
  state: string;
}
const IOS = Array.from({length: 60}, (_, index): Sample => {
  return {id: `ios-${index}`, platform: 'IOS', versionString: `9.${60 - index}`, state: 'REPLACED_WITH_NEW_VERSION'};
});
const MAC: Sample = {id: 'mac', platform: 'MAC_OS', versionString: '2.0', state: 'WAITING_FOR_REVIEW'};

const resource = ({id, platform, versionString, state}: Sample) => ({
  type: 'appStoreVersions',
  id,
  attributes: {platform, versionString, appStoreState: state, createdDate: '2026-01-01T10:00:00-08:00'},
  relationships: {app: {data: {type: 'apps', id: '42'}}, build: {data: {type: 'builds', id: 'b'}}},
});

/**
 * Returns a service that filters versions as the real one does, and includes only the fifty newest versions with an
 * app.
 */
function serving(versions: readonly Sample[]) {
  return ({method, target, path}: Asked): Reply => {
    if (method !== 'GET') return {status: 500, body: {errors: [{title: 'No'}]}};
    const url = new URL(target, 'https://store.test');
    const wanted = (name: string) => url.searchParams.get(`filter[${name}]`)?.split(',');
    if (path === '/v1/apps') {
      const included = versions.slice(0, 50).map(resource);
      const data = included.map(({type, id}) => ({type, id}));
      const meta = {paging: {total: versions.length, limit: 50}};
      const app = {
        type: 'apps',
        id: '42',
        attributes: {name: 'Forty-two'},
        relationships: {appStoreVersions: {data, meta}},
      };
      return {body: {data: [app], included, links: {}}};
    }
    if (path === '/v1/apps/42/appStoreVersions') {
      const fits = (value: string, name: string) => wanted(name)?.includes(value) ?? true;
      const found = versions.filter(
        (one) =>
          fits(one.platform, 'platform') &&
          fits(one.versionString, 'versionString') &&
          fits(one.state, 'appStoreState'),
      );
      return {body: {data: found.slice(0, Number(url.searchParams.get('limit') ?? 50)).map(resource), links: {}}};
    }
    const one = versions.find(({id}) => path === `/v1/appStoreVersions/${id}`);
    const build = {
      type: 'builds',
      id: 'b',
      attributes: {version: '7', processingState: 'VALID', usesNonExemptEncryption: false},
    };
    if (one) return {body: {data: resource(one), included: [build], links: {}}};
    return {body: {data: [], links: {}}};
  };
}

const words = (...more: string[]) => ['ship', '--app', '42', '--confirm', ...more];
const MANY = [...IOS, MAC];

describe('an app with 60 newer iOS versions', () => {
  it('ships on the platform that has the version, and creates nothing on other platforms', async () => {
    const {code, result, service} = await runAgainst(serving(MANY), words('--version', '2.0'));
    expect(service.writes()).toEqual([]);
    expect({code, id: result.versionId, platform: result.platform}).toEqual({code: 0, id: 'mac', platform: 'MAC_OS'});
  });

  it('ends ship with exit code 2 and lists all platforms if none has the version', async () => {
    const {code, stderr, service} = await runAgainst(serving(MANY), words('--version', '99.0'));
    expect({code, writes: service.writes()}).toEqual({code: 2, writes: []});
    expect(stderr).toContain('--platform is needed: the app has IOS, MAC_OS');
  });

  it('ships both platforms with --platform ALL', async () => {
    const {result} = await runAgainst(serving(MANY), words('--version', '2.0', '--platform', 'ALL', '--dry-run'));
    expect(result.data.map(({platform}: {platform: string}) => platform)).toEqual(['IOS', 'MAC_OS']);
  });

  it.each([
    ['without any release of its own', MANY, true],
    [
      'with an old release of its own',
      [...MANY, {...MAC, id: 'old', versionString: '1.0', state: 'REPLACED_WITH_NEW_VERSION'}],
      false,
    ],
  ])('applies the rule for first versions to each platform: on macOS %s', async (_, versions, isFirst) => {
    const editable = versions.map((one) => (one.id === 'mac' ? {...one, state: 'PREPARE_FOR_SUBMISSION'} : one));
    const serve = serving(editable);
    const notes = {type: 'appStoreVersionLocalizations', id: 'l', attributes: {locale: 'en-US'}};
    const withLocale = (asked: Asked) =>
      asked.path.endsWith('/appStoreVersionLocalizations') ? {body: {data: [notes], links: {}}} : serve(asked);
    const checked = await runAgainst(withLocale, ['versions', 'check', '--version-id', 'mac']);
    const ids = checked.result.checks
      .filter(({status}: {status: string}) => status === 'error')
      .map(({id}: {id: string}) => id);
    expect(ids.includes('whats-new')).toBe(!isFirst);
    const shipped = await runAgainst(withLocale, words('--version', '2.0', '--notes', 'New.', '--dry-run'));
    const step = shipped.result.steps.find(({id}: {id: string}) => id === 'release-notes');
    expect(step.status).toBe(isFirst ? 'blocked' : 'open');
  });

  it('ignores versions of another platform that the service returns despite a filter', async () => {
    const editable = MANY.map((one) => (one.id === 'mac' ? {...one, state: 'PREPARE_FOR_SUBMISSION'} : one));
    const serve = serving(editable);
    const lax = (asked: Asked) => serve({...asked, target: asked.target.replace(/filter\[platform\]=[^&]*&?/, '')});
    const {code, stderr} = await runAgainst(lax, ['phased-release', 'enable', '--version-id', 'mac']);
    expect({code, stderr}).toMatchObject({code: 5, stderr: expect.stringContaining('is the first version')});
  });
});
