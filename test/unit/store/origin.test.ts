import {describe, expect, it} from 'vitest';
import {checkNextLink, parseApiUrl} from '../../../src/services/store/origin.ts';
import {PAGES} from '../../../src/services/store/wire.ts';

describe('TOOL_API_URL', () => {
  it.each([
    ['http://localhost:4010', 'http://localhost:4010'],
    ['http://LOCALHOST', 'http://localhost'],
    ['http://[::1]:4010/', 'http://[::1]:4010'],
    ['HTTPS://API.example:443', 'https://api.example'],
    // The URL parser turns other spellings of 127.0.0.1 into that address before the check.
    ['http://127.1', 'http://127.0.0.1'],
    ['http://2130706433', 'http://127.0.0.1'],
    ['http://0x7f.0.0.1', 'http://127.0.0.1'],
    ['http://0177.0.0.1:80', 'http://127.0.0.1'],
    ['http://127.0.0.1%3A80', undefined],
    ['http://1２7.0.0.1', 'http://127.0.0.1'],
  ])('finds the origin of %s, if it has one: %s', (text, origin) => {
    if (origin === undefined) expect(() => parseApiUrl(text)).toThrow('must be an https: origin');
    else expect(parseApiUrl(text)).toBe(origin);
  });

  it.each([
    'http://localhost.evil.example',
    'http://127.0.0.1.evil.example',
    'http://evil.example#localhost',
    'http://localhost%2eevil.example',
    'http://localhost.',
    'http://127.0.0.1.evil',
    'http://128.0.0.1',
    'http://0.0.0.0',
    'http://0',
    'http://[::]',
    'http://[::ffff:7f00:1]',
    'http://[::ffff:127.0.0.1]',
    'http://2130706434.evil.example',
    'http://1270.0.1',
    'http://xn--localhost-.example',
    'http://169.254.169.254',
  ])('refuses an unencrypted connection to %s, which is not loopback', (text) => {
    expect(() => parseApiUrl(text)).toThrow(expect.objectContaining({kind: 'usage'}));
  });

  it.each([
    'https://me:pass@api.example',
    'https://me@api.example',
    'https://@api.example',
    'https://:@api.example',
    'http://127.0.0.1:80@evil.example',
    'https://api.example\\@evil.example',
    'https:\\\\api.example',
    'https:api.example',
    'https:///api.example',
    '//api.example',
    'api.example',
    ' https://api.example',
    'https://api.example ',
    'https://api.exa\tmple',
    'https://api.example\r\nX-Evil: 1',
    'https://api.example\u0000',
    'https://api.example/v1',
    'https://api.example/?x',
    'https://api.example/..%2f',
    'https://api.example#x',
    'https://api.example:99999',
    'https://[::1',
    'ws://127.0.0.1',
    'file:///etc/passwd',
    'data:text/plain,x',
    'javascript://127.0.0.1/%0aalert(1)',
  ])('refuses the origin %j without showing a user name or password in it', (text) => {
    expect(() => parseApiUrl(text)).toThrow(
      expect.objectContaining({kind: 'usage', message: expect.not.stringMatching(/me:pass|[\u0000-\u001f]/)}),
    );
  });
});

describe('a link to the next page', () => {
  const ORIGIN = 'https://store.test';
  const check = (link: string) => checkNextLink(link, ORIGIN, PAGES.builds);

  it.each([`${ORIGIN}/v1/builds?cursor=a`, `${ORIGIN}:443/v1/builds`, 'HTTPS://STORE.TEST/v1/builds'])(
    'follows a page link to %s',
    (link) => {
      expect(check(link)).toEqual({url: new URL(link).href});
    },
  );

  it.each([
    'https://evil.example/v1/builds',
    'https://store.test.evil.example/v1/builds',
    'https://store.test@evil.example/v1/builds',
    'https://evil.example#@store.test/v1/builds',
    'https://evil.example?@store.test/v1/builds',
    'https://evil.example\\@store.test/v1/builds',
    'https://store.test:8443/v1/builds',
    'https://store.test./v1/builds',
    'https://ｓtore.test.evil/v1/builds',
    'http://store.test/v1/builds',
    '//evil.example/v1/builds',
    '/v1/builds',
    '?cursor=2',
    'https:/v1/builds',
    'https://me:pass@store.test/v1/builds',
    'https://@store.test/v1/builds',
    `${ORIGIN}/v1/builds#x`,
    `${ORIGIN}/v1/builds?cursor=a#x`,
    `${ORIGIN}/v1/apps/../builds`,
    `${ORIGIN}/v1/%2e%2e/v1/builds`,
    `${ORIGIN}/v1/builds/../users`,
    `${ORIGIN}/v1/users`,
    `${ORIGIN}/v1//builds`,
    `${ORIGIN}//v1/builds`,
    `${ORIGIN}/v1/builds/`,
    `${ORIGIN}/v1/builds;x`,
    `${ORIGIN}/v1/builds\\..\\users`,
    `${ORIGIN}/v1/buil\nds`,
    `${ORIGIN}/v1/builds\r\nX-Evil: 1`,
    ` ${ORIGIN}/v1/builds`,
    'javascript:alert(1)',
    '\u001b]8;;https://evil.example\u0007',
    '',
  ])('does not follow a page link to %j', (link) => {
    expect(check(link)).toEqual({problem: expect.not.stringMatching(/[\u0000-\u001f]|pass:/)});
  });
});
