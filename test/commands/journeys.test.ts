import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {setImmediate} from 'node:timers/promises';
import {describe, expect, it, onTestFinished} from 'vitest';
import type {HttpRequest, HttpResponse} from '../../src/services/ports.ts';
import {PracticeStore} from '../support/practice-store.ts';
import {TempHome} from '../support/temp-home.ts';

/**
 * Answers only once no new request has come for a while, so that requests that can be sent together count as one step.
 */
class SlowStore extends PracticeStore {
  depth = 0;
  #answered = 0;
  #sent = 0;

  override async send(request: HttpRequest): Promise<HttpResponse> {
    const own = this.#answered + 1;
    this.depth = Math.max(this.depth, own);
    this.#sent += 1;
    const response = await super.send(request);
    for (let turns = 0, sent = this.#sent; turns < QUIET_TURNS; turns += 1) {
      await setImmediate();
      if (sent === this.#sent) continue;
      sent = this.#sent;
      turns = 0;
    }
    this.#answered = Math.max(this.#answered, own);
    return response;
  }

  cost() {
    return {requests: this.lines.length, depth: this.depth};
  }
}

const QUIET_TURNS = 100;
const SHIP = ['ship', '--notes', 'Faster.', '--release-type', 'MANUAL', '--confirm'];

it.each([
  [
    'create to submitted in three locales',
    [...SHIP, '--build', 'latest', '--app', 'com.example.rings', '--version', '2.1', '--platform', 'IOS'],
    {requests: 22, depth: 12},
  ],
  ['submitted in 40 locales', [...SHIP, '--version-id', 'com.example.tongues@editable'], {requests: 60, depth: 17}],
  [
    'what is missing, by name',
    ['versions', 'check', '--version-id', 'com.example.boats@editable'],
    {requests: 6, depth: 3},
  ],
  ['viewed by name', ['versions', 'view', '--version-id', 'com.example.boats@editable'], {requests: 2, depth: 2}],
  [
    'released by name',
    ['versions', 'release', '--version-id', 'com.example.aurora@approved', '--confirm'],
    {requests: 4, depth: 3},
  ],
  ['paused by name', ['phased-release', 'pause', '--version-id', 'com.example.steps@live'], {requests: 4, depth: 3}],
  [
    'withdrawn by name',
    ['versions', 'withdraw', '--version-id', 'com.example.harbor@5.1.0:IOS', '--confirm'],
    {requests: 6, depth: 4},
  ],
])('keeps a command within its budget of requests and round trips: %s', async (_, words, most) => {
  const store = new SlowStore();
  const {code, stderr} = await store.run(words);
  expect(code, stderr).toBe(0);
  const {requests, depth} = store.cost();
  expect(requests, store.lines.join('\n')).toBeLessThanOrEqual(most.requests);
  expect(depth, store.lines.join('\n')).toBeLessThanOrEqual(most.depth);
});

describe('a second run', () => {
  it.each([
    ['a view', ['versions', 'view', '--version-id', 'com.example.boats@editable']],
    ['a release', ['versions', 'release', '--version-id', 'com.example.aurora@approved', '--confirm']],
    ['a pause', ['phased-release', 'pause', '--version-id', 'com.example.steps@live']],
  ])('needs at most three requests and two round trips for %s by name', async (_, words) => {
    const home = new TempHome();
    onTestFinished(() => home.remove());
    home.write('.tool/recent-apps.json', '[]');
    const host = {home: home.path};
    const [app = ''] = words[3]?.split('@') ?? [];
    await new SlowStore().run(['versions', 'view', '--version-id', `${app}@latest`], {host});
    const store = new SlowStore();
    const {code, stderr} = await store.run(words, {host});
    expect(code, stderr).toBe(0);
    expect(store.cost().requests, store.lines.join('\n')).toBeLessThanOrEqual(3);
    expect(store.depth, store.lines.join('\n')).toBeLessThanOrEqual(2);
  });

  it.each([
    ['an app that is gone', '1'],
    ['another app', '6446175075'],
  ])('looks up a bundle ID again if the cached app ID belongs to %s', async (_, kept) => {
    const home = new TempHome();
    onTestFinished(() => home.remove());
    home.write('.tool/app-ids.json', JSON.stringify({'https://store.test com.example.boats': kept}));
    const store = new SlowStore();
    const {code} = await store.run(['versions', 'view', '--version-id', 'com.example.boats@editable'], {
      host: {home: home.path},
    });
    const [app] = (await store.run(['apps', 'list', '--bundle-id', 'com.example.boats'])).result.data;
    const found = JSON.parse(readFileSync(join(home.path, '.tool/app-ids.json'), 'utf8'));
    expect({code, found}).toEqual({code: 0, found: {'https://store.test com.example.boats': app.id}});
  });
});
