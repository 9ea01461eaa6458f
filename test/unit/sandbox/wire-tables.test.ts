import {readdirSync, readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {fieldsOf, READS} from '../../../src/services/sandbox/api/api-document.ts';
import {branded} from '../../../src/services/store/wire.ts';

test('replaces ~ in an API name with the brand name, at the beginning and in the middle of a word', () => {
  expect(branded('~Versions.~State')).toBe('appStoreVersions.appStoreState');
  expect(branded('releaseWith~Version')).toBe('releaseWithAppStoreVersion');
});

test('reads the includes and fields of an operation from the API document', () => {
  const {includes, fields} = READS[branded('/v1/~Versions/{id}')] ?? {};
  expect(includes).toContain('build');
  expect(fields).toContain('builds');
  expect(fieldsOf('builds')).toContain('processingState');
});

test('lets the sandbox import only wire.ts of the client, and write no API name itself', () => {
  const folder = new URL('../../../src/services/sandbox/', import.meta.url);
  for (const file of readdirSync(folder, {recursive: true, encoding: 'utf8'})) {
    if (!file.endsWith('.ts')) continue;
    const text = readFileSync(new URL(file, folder), 'utf8');
    const imports = [...text.matchAll(/from '([^']+)'/g)].map(([, path]) => path ?? '');
    expect(
      imports.filter((path) => path.includes('../store/') && !path.endsWith('/wire.ts')),
      file,
    ).toEqual([]);
    expect(text, file).not.toMatch(/appStore[A-Z]|AppStore[A-Z]/);
  }
});
