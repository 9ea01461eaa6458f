import {afterEach, expect, test} from 'vitest';
import type {AppRequest} from '../../src/app/command.ts';
import {createHttp} from '../../src/services/host/http.ts';
import type {Http, Terminal} from '../../src/services/ports.ts';
import type {AppDriver} from '../support/app-driver.ts';
import {type Bench, PREPARING, startBench} from '../support/flow-bench.ts';
import {ACTED_UPON, MEANINGFUL, spoilt} from '../support/hostile.ts';

let bench: Bench;
afterEach(() => bench.close());

async function spoiling(): Promise<Http> {
  const http = await createHttp({});
  return {
    async send(request) {
      const response = await http.send(request);
      return {...response, body: spoilt(response.body, MEANINGFUL)};
    },
    close: () => http.close(),
  };
}

const OWN = /\u001B\[[?>=]?[0-9;]*[A-Za-z]|\u001B(?:[78=>]|\(B)|\u000F|\r/g;

function expectHarmless(app: AppDriver): void {
  const {bytes} = app.stdout;
  expect(bytes).not.toMatch(/\u001B\[[23]?J|\u001B\]|\u001BP/);
  expect(ACTED_UPON.exec(bytes.replace(OWN, ''))?.[0]).toBeUndefined();
}

const APP = '6446111723';
const ofVersion = (screen: AppRequest['screen']): AppRequest => ({screen, versionId: PREPARING});

test.each<AppRequest>([
  {screen: 'home'},
  {screen: 'versions', app: APP},
  {screen: 'create', app: APP},
  ofVersion('version'),
  ofVersion('attach-build'),
  ofVersion('release-notes'),
  ofVersion('update'),
  ofVersion('ship'),
  ofVersion('withdraw'),
  ofVersion('release'),
  ofVersion('delete'),
])('lets no text from the service control the terminal on $screen', async (request) => {
  bench = await startBench();
  const app = bench.open(request, {columns: 200, rows: 60, host: {http: spoiling}});
  await app.see('\\x1b[2J');
  expectHarmless(app);
});

test.each<AppRequest>([{screen: 'home'}, {screen: 'versions', app: APP}, ofVersion('version')])(
  'draws no links from the text of the service on $screen',
  async (request) => {
    bench = await startBench();
    const terminal = {stdoutIsTty: true, showsLinks: async () => true} as Terminal;
    const app = bench.open(request, {columns: 200, rows: 60, host: {http: spoiling, terminal}});
    await app.see('\\x1b[2J');
    await app.until('a link', () => app.stdout.links().length > 0);
    for (const [, url] of app.stdout.links())
      expect(url).toMatch(/^https:\/\/appstoreconnect\.apple\.com\/apps\/[\w%.-]+\/[\w%./-]+$/);
    const bytes = app.stdout.bytes.replace(/\u001B\]8;;(?:https:\/\/appstoreconnect[\w%.:/-]+)?\u0007/g, '');
    expect(bytes).not.toContain('\u001B]');
    expect(ACTED_UPON.exec(bytes.replace(OWN, ''))?.[0]).toBeUndefined();
  },
);

test.each<AppRequest>([{screen: 'home'}, {screen: 'versions', app: APP}, ofVersion('version')])(
  'lets no text from the service control the terminal on $screen with a screen reader',
  async (request) => {
    bench = await startBench();
    const globals = {screenReader: true};
    const app = bench.open(request, {columns: 200, rows: 60, globals, host: {http: spoiling}});
    await app.see('\\x1b[2J');
    expectHarmless(app);
  },
);
