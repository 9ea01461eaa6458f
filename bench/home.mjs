// Measures Home with 300 apps until nothing more is written, on a network that delays each answer.
import {generateKeyPairSync} from 'node:crypto';
import {startDelayed} from './delayed-service.mjs';
import {manyApps} from './many-apps.mjs';
import {inTurns, median} from './measure.mjs';
import {ms, row} from './print.mjs';
import {inTerminal} from './terminal.mjs';

/** The milliseconds without output after which Home counts as complete: more than two answers take. */
const QUIET_MS = 700;
/**
 * The milliseconds between two keys. With equal pauses, each key would come at the same moment of a round of requests.
 */
const PAUSES = [23, 61, 37, 79, 45, 30, 68, 52];

/** @param {import('./scripts.mjs').Bench} bench */
export async function measureHome({tool, env, rounds}) {
  const service = await startDelayed(({url = ''}, origin) => ({
    status: 200,
    headers: {'content-type': 'application/json'},
    body: JSON.stringify(manyApps(url, origin)),
  }));
  const {privateKey} = generateKeyPairSync('ec', {namedCurve: 'P-256'});
  const key = privateKey.export({type: 'pkcs8', format: 'pem'}).toString();
  const variables = {
    ...env,
    TOOL_API_URL: service.url,
    TOOL_KEY_ID: 'ABC1234567',
    TOOL_ISSUER_ID: '69a6de70-0a5b-47e3-e053-5b8c7c11a4d1',
    TOOL_PRIVATE_KEY: key,
    TOOL_NO_PROFILE: '1',
  };
  const words = [tool, 'apps', 'list'];
  const measure = async () => {
    service.forget();
    let rest = Number.NaN;
    const {cpu} = await inTerminal(words, variables, 'App 1000', async (terminal) => {
      rest = await terminal.quiet(QUIET_MS);
    });
    const {requests, depth, connections} = service.seen();
    return {rest, cpu, requests: requests.length, depth, connections};
  };
  try {
    const {home = {}} = await inTurns({home: measure}, (run) => run(), rounds);
    /** @type {number[]} */
    const presses = [];
    await inTerminal(words, variables, 'App 1000', async (terminal) => {
      for (const [step, pause] of [...PAUSES, ...PAUSES, ...PAUSES].entries()) {
        await new Promise((wake) => setTimeout(wake, pause));
        presses.push(await terminal.press(step % 8 < 4 ? 'j' : 'k', '▌'));
      }
    });
    const {requests, depth, rest = Number.NaN, cpu = Number.NaN, connections} = home;
    const detail = `${(rest / 1000).toFixed(2)} s, ${(cpu / 1000).toFixed(2)} s of CPU, connections: ${connections}`;
    row('Home with 300 apps, until it rests', `${requests} / ${depth}`, '87 / 13', detail);
    row('a key press while it reads', ms(median(presses)), '15 ms', `worst ${ms(Math.max(...presses))}`);
  } finally {
    service.stop();
  }
}
