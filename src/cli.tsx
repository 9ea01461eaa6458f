#!/usr/bin/env node
import process from 'node:process';
import {isatty} from 'node:tty';
import {fileURLToPath} from 'node:url';
import type {OpenApp} from './app/run.ts';
import type {HostProcess} from './services/host/app-process.ts';
import {compileLess, optimiseSooner} from './services/host/v8-flags.ts';
import {cleanLines, cleanText} from './services/model/clean.ts';
import {isTrue} from './services/model/values.ts';

const version = typeof TOOL_VERSION === 'string' ? TOOL_VERSION : '0.0.0';

/** The command that starts this program, and the argument that starts its keychain helper, a part of the executable. */
const PROGRAM =
  typeof TOOL_KEYCHAIN_HELPER === 'string'
    ? {command: [process.execPath], helper: TOOL_KEYCHAIN_HELPER}
    : {
        command: [process.execPath, process.argv[1] ?? ''],
        helper: fileURLToPath(new URL('keychain-helper.js', import.meta.url)),
      };

let job: HostProcess | undefined;

const openApp: OpenApp = async (request, deps) => {
  // chalk, which Ink uses, ignores NO_COLOR and reads FORCE_COLOR as it loads.
  if (deps.session.globals.noColor) process.env.FORCE_COLOR = '0';
  // HTTP comes first, because Node's HTTP modules load slower once V8's flags have changed.
  if (!deps.session.globals.sandbox) await import('./services/host/http.ts');
  compileLess();
  const [screens, {createAppProcess}] = await Promise.all([
    import('./screens/index.tsx'),
    import('./services/host/app-process.ts'),
  ]);
  const {stdin, stdout, stderr} = process;
  // Without the pause, this listener would take the input before the app is there to read it.
  stdin.pause().once('data', optimiseSooner);
  job = createAppProcess();
  return screens.openApp(request, {...deps, stdin, stdout, stderr, process: job});
};

async function main(argv: readonly string[]): Promise<number> {
  const [{createHost}, {run}] = await Promise.all([import('./services/host/host.ts'), import('./app/run.ts')]);
  const host = createHost({...PROGRAM, version});
  const code = await run(argv, host, openApp);
  await host.terminal.errorsWritten();
  return code;
}

/**
 * Ends the process. process.exit() restores the terminal's modes, which crashes Node if the terminal is gone, and stops
 * a background job. Dying of the signal avoids both, and gives the shell the same exit code.
 */
function end(code: number, onTerminal: boolean): void {
  const hasGone = code === 129 && onTerminal && !isatty(1);
  const signal = hasGone ? 'SIGHUP' : job?.endedWhileStopped();
  if (signal === undefined) process.exit(code);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(`A promise was rejected with "${reason}"`);
}

function reportCrash(error: unknown): number {
  const {message, stack} = error instanceof Error ? error : {message: String(error), stack: undefined};
  const trace = stack && isTrue(process.env.TOOL_DEBUG) ? `${cleanLines(stack)}\n` : '';
  process.stderr.write(`Error: ${cleanText(message)}\n${trace}`);
  return 1;
}

const onTerminal = isatty(1);
// Node would print the source line, which is the whole bundle. The listener also catches unhandled rejections.
process.on('uncaughtException', (error) => {
  // While the app is open, its own listener restores the terminal and then reports the error.
  if (process.listenerCount('uncaughtException') === 1) end(reportCrash(error), onTerminal);
});
// Unlike Node, Bun does not report an unhandled rejection as an exception.
if (process.versions.bun)
  process.on('unhandledRejection', (reason) => process.emit('uncaughtException', asError(reason)));
end(await main(process.argv.slice(2)).catch(reportCrash), onTerminal);
