import {hasWebPages} from '../../services/model/web-pages.ts';
import {defineCommand} from '../command.ts';
import {decimal, integer, text} from '../flags/flags.ts';
import sampleApps from '../present/sample-apps.json' with {type: 'json'};

export const sandbox = defineCommand({
  path: ['sandbox'],
  summary: 'Serve an embedded store to try things out',
  description: `Serves a made-up store on 127.0.0.1 in the API's own wire format until it is stopped: with Ctrl+C, or with kill "$TOOL_SANDBOX_PID". Prints 'export TOOL_…' lines for a throw-away key, to be sourced or passed to eval, then closes stdout.

To run a single command on an embedded store, without a server: tool --sandbox COMMAND.

The sandbox has no web pages. In the app, o fills in what a page would have; in a script, tool sandbox --fill-in APP does, on the served sandbox of the environment or else on that of --sandbox. A new version of an app that has no build gets one.

The sample apps and their versions have the same IDs in every run. They do not change until you write to them; with --day-seconds, phased releases move on too.`,
  sections: [{title: 'Sample apps', rows: Object.entries(sampleApps)}],
  examples: [
    'eval "$(tool sandbox &)"',
    'tool versions list --app com.example.aurora',
    'tool versions check --version-id com.example.boats@editable',
    'kill "$TOOL_SANDBOX_PID"',
    'tool sandbox --port 4010 --data store.json --latency 300',
  ],
  flags: {
    port: integer({min: 0, max: 65_535, summary: 'Port to listen on; any free port by default'}),
    data: text({
      summary: 'File to keep changes in; without it they are lost when the server stops',
      placeholder: 'FILE',
      completes: 'files',
    }),
    'public-url': text({summary: 'Origin to use in links and TOOL_API_URL, e.g. that of a proxy', placeholder: 'URL'}),
    latency: integer({min: 0, max: 600_000, summary: 'Delay before each response, in milliseconds', placeholder: 'MS'}),
    'fail-rate': decimal({min: 0, max: 1, summary: 'Share of requests that fail with 500 or 503, from 0 to 1'}),
    'review-seconds': integer({min: 1, max: 86_400, summary: 'Seconds per review step; 10 by default'}),
    'day-seconds': integer({min: 1, max: 86_400, summary: 'Seconds per day of a phased release; real days by default'}),
    apps: integer({min: 0, max: 10_000, summary: 'Number of sample apps'}),
    'fill-in': text({
      summary: 'Serve nothing: fill in what an app of the sandbox lacks on its web page, as a person would',
      placeholder: 'APP',
      completes: 'app',
    }),
    versions: integer({min: 0, max: 100_000, summary: 'Number of versions per app'}),
  },
  effect: 'local',
  async run({latency: latencyMs, fillIn, ...options}, {host, session, signal}) {
    if (fillIn !== undefined) {
      const sandbox = hasWebPages(session.globals) ? session.withSandbox() : session;
      const filled = await (await sandbox.store()).fillInApp(fillIn, signal);
      return {filled};
    }
    await host.sandbox.serve({...options, latencyMs}, (lines) => host.terminal.write(lines), signal);
    return undefined;
  },
  present: {
    text: (done) => (done ? [`Filled in: ${done.filled.join(', ') || 'nothing was missing'}`] : []),
  },
});
