import {readdirSync, readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {createCatalog} from '../../../src/services/sandbox/api/catalog.ts';
import {readOperations} from '../../../src/services/sandbox/api/operations.ts';
import {branded} from '../../../src/services/store/wire.ts';

test('names are filled in at the beginning of a word and within one', () => {
  expect(branded('~Versions.~State')).toBe('appStoreVersions.appStoreState');
  expect(branded('releaseWith~Version')).toBe('releaseWithAppStoreVersion');
});

test('every included resource has a type that the catalog knows', () => {
  const catalog = createCatalog();
  for (const {type, includes} of Object.values(readOperations())) {
    if (!includes) continue;
    for (const {name, target} of catalog.type(type).relationships.values()) {
      // The document has no member of a keyword.
      if (target && target !== 'appKeywords')
        expect(catalog.type(target).attributes.length + catalog.type(target).relationships.size, name).toBeGreaterThan(
          0,
        );
    }
  }
});

test('the sandbox knows the names of the wire, and nothing of what the client makes of them', () => {
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
