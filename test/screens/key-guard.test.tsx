import {generateKeyPairSync} from 'node:crypto';
import {afterEach, expect, test} from 'vitest';
import {AppDriver, KEYS} from '../support/app-driver.ts';
import {type Bench, startBench} from '../support/flow-bench.ts';

const PEM = generateKeyPairSync('ec', {namedCurve: 'P-256'}).privateKey.export({
  type: 'pkcs8',
  format: 'pem',
}) as string;
const REFUSED = 'A private key was left out';

/** The ways in which a terminal can deliver a private key. */
const WAYS: [string, string[]][] = [
  ['as a paste', [KEYS.paste(PEM)]],
  ['in one read', [PEM.replaceAll('\n', '\r')]],
  ['line by line', PEM.split(/(?<=\n)/).map((text) => text.replace('\n', '\r'))],
  ['as base64', [KEYS.paste(Buffer.from(PEM).toString('base64'))]],
];

let app: AppDriver;
let bench: Bench | undefined;
afterEach(async () => {
  if (bench) await bench.close();
  else await app.close();
  bench = undefined;
});

/** Fails if any frame so far contained a part of the key. */
function expectNothingOfKeyShown(): void {
  for (const line of PEM.split('\n').filter((text) => /^[A-Za-z0-9+/=]{20,}$/.test(text))) {
    expect(app.stdout.bytes).not.toContain(line.slice(0, 12));
  }
}

test.each(WAYS)('keeps a private key out of a search if the key arrives %s', async (_, reads) => {
  app = new AppDriver({});
  await app.see('3 apps');
  app.press('/tide');
  await app.see('1 of 3');
  for (const read of reads) app.press(read);
  await app.see(REFUSED);
  // The field keeps its text.
  app.press(KEYS.ctrl('u'));
  await app.see('3 of 3');
  app.press('aurora');
  await app.see('1 of 3');
  expectNothingOfKeyShown();
});

test.each(WAYS)('keeps a private key out of the palette if the key arrives %s', async (_, reads) => {
  app = new AppDriver({});
  await app.see('3 apps');
  app.press(KEYS.ctrl('p'));
  await app.see('Esc close');
  for (const read of reads) app.press(read);
  await app.see(REFUSED);
  expectNothingOfKeyShown();
});

test.each(WAYS)("refuses a private key as What's New if the key arrives %s", async (_, reads) => {
  bench = await startBench();
  const apps = await bench.sandbox.ask('/v1/apps?filter[bundleId]=com.example.tongues');
  const versions = await bench.sandbox.ask(`/v1/apps/${apps.json.data[0].id}/appStoreVersions`);
  app = bench.open({screen: 'release-notes', versionId: versions.json.data[0].id}, {});
  await app.see('updated');
  app.press(KEYS.enter);
  await app.see('25 of 4000 characters');
  for (const read of reads) app.press(read);
  await app.see(REFUSED);
  expectNothingOfKeyShown();
  expect(bench.line.writes()).toEqual([]);
});

test("refuses What's New from an editor if the text holds a private key", async () => {
  bench = await startBench();
  const apps = await bench.sandbox.ask('/v1/apps?filter[bundleId]=com.example.tongues');
  const versions = await bench.sandbox.ask(`/v1/apps/${apps.json.data[0].id}/appStoreVersions`);
  const editor = {edit: async () => ({text: `New.\n${PEM}`})};
  app = bench.open({screen: 'release-notes', versionId: versions.json.data[0].id}, {host: {editor}});
  await app.see('40 unchanged');
  app.press('e');
  await app.see('The text contains a private key');
  app.press(KEYS.ctrl('s'));
  await app.see('no text has changed');
  expectNothingOfKeyShown();
});
