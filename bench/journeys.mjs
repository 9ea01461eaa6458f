// Measures whole tasks on a network that delays each answer. The number of requests, their depth (the answers that have
// to come one after another) and the connections do not depend on the machine; only the seconds do.
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdtempSync} from 'node:fs';
import {join} from 'node:path';
import {DELAY_MS} from './delayed-service.mjs';
import {startDelayedStore} from './delayed-store.mjs';
import {row} from './print.mjs';

const SHIP = ['ship', '--notes', 'Faster.', '--release-type', 'MANUAL', '--confirm'];
const VIEW = ['versions', 'view', '--version-id', 'com.example.boats@editable'];

/** @typedef {{what: string, bound: string, words: string[], before?: string[], store?: string[]}} Journey */

/** @type {Journey[]} */
const JOURNEYS = [
  {
    what: 'create to submitted, 3 locales',
    bound: '22 / 12',
    words: [...SHIP, '--build', 'latest', '--app', 'com.example.rings', '--version', '2.1', '--platform', 'IOS'],
  },
  {what: 'submitted, 40 locales', bound: '60 / 17', words: [...SHIP, '--version-id', 'com.example.tongues@editable']},
  {
    what: 'what is missing, by name',
    bound: '6 / 3',
    words: ['versions', 'check', '--version-id', 'com.example.boats@editable'],
  },
  {what: 'view by name', bound: '4 / 3', words: VIEW},
  {what: 'view by name, the second time', bound: '3 / 2', before: VIEW, words: VIEW},
  {
    what: 'release by name',
    bound: '4 / 3',
    words: ['versions', 'release', '--version-id', 'com.example.aurora@approved', '--confirm'],
  },
  {
    what: 'pause by name',
    bound: '4 / 3',
    words: ['phased-release', 'pause', '--version-id', 'com.example.steps@live'],
  },
  {
    what: 'release until live',
    bound: '9 / 6',
    words: ['ship', '--version-id', 'com.example.aurora@approved', '--until', 'live', '--every', '5s', '--confirm'],
  },
  {
    what: 'withdraw by name',
    bound: '6 / 4',
    words: ['versions', 'withdraw', '--version-id', 'com.example.harbor@5.1.0:IOS', '--confirm'],
  },
  {
    what: 'APP@latest of 5 000 versions',
    bound: '2 / 2',
    words: ['versions', 'view', '--version-id', 'com.example.aurora@latest'],
    store: ['--versions', '5000'],
  },
];

/** @param {{tool: string, env: Record<string, string>}} bench */
export async function measureJourneys({tool, env}) {
  console.log(`\nJourneys, ${DELAY_MS} ms for each answer: requests / depth\n`);
  for (const {what, bound, words, before, store = []} of JOURNEYS) {
    const delayed = await startDelayedStore(tool, env, ['--review-seconds', '1', ...store]);
    const variables = {...delayed.env, HOME: mkdtempSync(join(env.HOME ?? '', 'journey-'))};
    const run = async (/** @type {string[]} */ given) => {
      const child = spawn(process.execPath, [tool, ...given], {env: variables, stdio: 'ignore'});
      const [code] = await once(child, 'close');
      return code === 0 ? '' : `, exit code ${code}`;
    };
    if (before) await run(before);
    delayed.forget();
    const started = performance.now();
    const end = await run(words);
    const seconds = ((performance.now() - started) / 1000).toFixed(2);
    const {requests, depth, connections} = delayed.seen();
    const detail = `${seconds} s, connections: ${connections}${end}`;
    row(what, `${requests.length} / ${depth}`, bound, detail);
    if (process.env.BENCH_REQUESTS) for (const seen of requests) console.log(`  ${seen.depth}  ${seen.line}`);
    await delayed.stop();
  }
}
