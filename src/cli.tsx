#!/usr/bin/env node
import process from 'node:process';
import {isatty} from 'node:tty';
import {fileURLToPath} from 'node:url';
import type {OpenApp} from './app/run.ts';
import type {HostProcess} from './services/host/app-process.ts';
import {collectLess, compileLess, optimiseSooner} from './services/host/v8-flags.ts';
import {cleanLines, cleanText} from './services/model/clean.ts';
import {isTrue} from './services/model/values.ts';

/**
 * The composition root: builds the host, brings the app, and is the one place where the process ends. What starts it
 * (scripts/start.cjs) has answered `--version` already.
 */

const version = typeof TOOL_VERSION === 'string' ? TOOL_VERSION : '0.0.0';

let job: HostProcess | undefined;

/** Loads React and Ink: only for a run that opens the app. */
const openApp: OpenApp = async (request, deps) => {
  // chalk, which Ink colours with, does not know NO_COLOR and reads its own variable while it loads.
  if (deps.session.globals.noColor) process.env.FORCE_COLOR = '0';
  // HTTP first: Node's own modules for it load slower once flags have changed.
  if (!deps.session.globals.sandbox) await import('./services/host/http.ts');
  compileLess();
  collectLess();
  const [screens, {createAppProcess}] = await Promise.all([
    import('./screens/index.tsx'),
    import('./services/host/app-process.ts'),
  ]);
  const {stdin, stdout, stderr} = process;
  // Paused, it still waits for the app to read it.
  stdin.pause().once('data', optimiseSooner);
  job = createAppProcess();
  return screens.openApp(request, {...deps, stdin, stdout, stderr, process: job});
};

async function main(argv: readonly string[]): Promise<number> {
  const [{createHost}, {stderrFlushed}, {run}] = await Promise.all([
    import('./services/host/host.ts'),
    import('./services/host/terminal.ts'),
    import('./app/run.ts'),
  ]);
  const helperPath = fileURLToPath(new URL('keychain-helper.js', import.meta.url));
  const host = createHost({helperPath, version});
  const code = await run(argv, host, openApp);
  await stderrFlushed(host.signal);
  return code;
}

/**
 * Ends the process. exit() sets the terminal's modes once more: where it has gone Node would crash there, and a job in
 * the background would be stopped instead. Ended by the signal itself, a shell sees the same number.
 */
function end(code: number, onTerminal: boolean): void {
  const hasGone = code === 129 && onTerminal && !isatty(1);
  const signal = hasGone ? 'SIGHUP' : job?.endedWhileStopped();
  if (signal === undefined) process.exit(code);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}

/** Nothing could be built that would say it better. @returns the exit code of a bug */
function reportCrash(error: unknown): number {
  const {message, stack} = error instanceof Error ? error : {message: String(error), stack: undefined};
  const trace = stack && isTrue(process.env.TOOL_DEBUG) ? `${cleanLines(stack)}\n` : '';
  process.stderr.write(`Error: ${cleanText(message)}\n${trace}`);
  return 1;
}

const onTerminal = isatty(1);
// Node itself would print the source line, which is the whole bundle. A rejection that nobody handles ends here, too.
process.on('uncaughtException', (error) => {
  // While the app has the screen, its own listener gives the terminal back before it says so.
  if (process.listenerCount('uncaughtException') === 1) end(reportCrash(error), onTerminal);
});
end(await main(process.argv.slice(2)).catch(reportCrash), onTerminal);
