import {afterEach, expect, test} from 'vitest';
import {manyApps} from '../../bench/many-apps.mjs';
import type {AppDriver} from '../support/app-driver.ts';
import {openInHome} from '../support/app-in-home.ts';
import {type Answer, json, type Service, startService} from '../support/service.ts';
import {TempHome} from '../support/temp-home.ts';

const AT_ONCE = 8;
const ROLL_OUTS = 85;

let home: TempHome;
let service: Service;
let app: AppDriver;
afterEach(async () => {
  await app.close();
  await service.close();
  home.remove();
});

/** Opens Home with 300 apps. `rollOut` answers every request that is not for apps. */
async function openOn(rollOut: Answer, headers: Record<string, string> = {}): Promise<void> {
  home = new TempHome();
  service = await startService((request, response) => {
    if (!request.target.startsWith('/v1/apps')) return rollOut(request, response);
    json(200, manyApps(request.target, service.url), headers)(request, response);
  });
  const env = {TOOL_KEY_ID: 'K1', TOOL_ISSUER_ID: 'issuer', TOOL_PRIVATE_KEY_PATH: home.keyPath};
  app = openInHome(home, {request: {screen: 'home'}, url: service.url, env, columns: 120});
}

test('reads 300 apps and 85 roll-outs in 13 rounds of at most eight requests', async () => {
  const rounds: number[] = [];
  let left = ROLL_OUTS;
  const round: (() => void)[] = [];
  await openOn((request, response) => {
    round.push(() => json(200, manyApps(request.target, service.url))(request, response));
    if (round.length < Math.min(AT_ONCE, left)) return;
    rounds.push(round.length);
    left -= round.length;
    for (const answer of round.splice(0)) answer();
  });
  await app.until('all are read', () => left === 0);
  await app.see(/App 1003 .*day 3/);
  const lists = service.lines().filter((line) => line === 'GET /v1/apps');
  expect([lists.length, rounds]).toEqual([2, [...Array.from({length: 10}, () => 8), 5]]);
  expect(service.requests).toHaveLength(87);
});

test('reads no roll-out if only 3 % of the rate limit is left, and reports that', async () => {
  await openOn(json(500, {}), {'x-rate-limit': 'user-hour-lim:3600;user-hour-rem:108;'});
  await app.see('300 apps · rate limit low: less is read');
  app.press('G');
  await app.see(/▌ App 1299/);
  expect(service.lines()).toEqual(['GET /v1/apps', 'GET /v1/apps']);
});
