import {PassThrough} from 'node:stream';
import {type Instance, render} from 'ink';
import {Component, type ReactNode} from 'react';
import type {AppRequest} from '../app/command.ts';
import {describe} from '../app/present/error.ts';
import {showsLinks} from '../app/present/formats.ts';
import type {MessageQueue} from '../app/session/messages.ts';
import type {Session} from '../app/session/session.ts';
import {cleanLines, cleanText} from '../services/model/clean.ts';
import {asToolError, exitCode, SIGNAL_EXIT_CODES} from '../services/model/error.ts';
import type {AppProcess, Host} from '../services/ports.ts';
import {readAccess} from './context/services.ts';
import {Writes} from './context/writes.ts';
import {App} from './shell/app.tsx';
import {firstRequest} from './shell/start.ts';
import {AppTerminal, readNotify} from './terminal/app-terminal.ts';
import {createTheme} from './theme.ts';

export interface AppDeps {
  session: Session;
  host: Host;
  messages: MessageQueue;
  stdin: NodeJS.ReadStream;
  stdout: NodeJS.WriteStream;
  stderr: NodeJS.WriteStream;
  process?: AppProcess;
}

/** Resolves to 130 after Ctrl+C, 128 + n after a signal, 1 after a crash, or 0 unless a write fails as the app ends. */
export async function openApp(request: AppRequest, deps: AppDeps): Promise<number> {
  const {session, host, messages, stdin, stdout, stderr, process: job} = deps;
  const {screenReader, noColor} = session.globals;
  const [access, links] = await Promise.all([readAccess(session), showsLinks(host, session.globals)]);
  const first = access.profile ? request : await firstRequest(request, session);
  const {env, clock} = host;
  const notify = readNotify(env, messages.warn);
  let end: (how: Ending) => void = () => {};
  const ended = new Promise<Ending>((resolve) => {
    end = resolve;
  });
  const onGone = () => end({code: SIGNAL_EXIT_CODES.SIGHUP});
  const terminal = new AppTerminal({stdin, stdout, host, screenReader, notify, onGone});
  const crash = (reason: unknown) => end({code: 1, crash: reason});
  const onSignal = () => {
    const reason = asToolError(host.signal.reason);
    if (reason.kind === 'interrupted') end({code: exitCode(reason)});
    else crash(reason);
  };
  let isOpen = true;
  let stoppedWith = 0;
  const writes = new Writes(({text, code}) => {
    if (isOpen) return messages.note(text);
    stoppedWith ||= code;
    stderr.write(`${cleanLines(text)}\n`);
  });
  const keptFiles = new Set<string>();
  const stop = job && (() => terminal.releaseWhile(() => job.stop()).catch(crash));
  const forSomeTime = async (work: Promise<unknown>) => {
    const over = new AbortController();
    await Promise.race([work, clock.sleep(OUTCOME_MS, over.signal).catch(() => {})]);
    over.abort();
  };
  const unlisten = job?.listen({
    onStopRequest: () => void stop?.(),
    onContinued: () => void terminal.releaseWhile(async () => {}),
    onWindowChange: () => terminal.onWindowChange(),
    onFatal: crash,
    // While the user's editor has the terminal, the key Ctrl+\ is meant for the editor.
    onQuit: () => terminal.isReleased || end({code: 131}),
  });

  let ink: Instance | undefined;
  try {
    terminal.acquire();
    ink = render(
      <CrashBoundary onCrash={crash}>
        <App
          request={first}
          session={session}
          host={host}
          messages={messages}
          theme={createTheme({noColor, screenReader, env, links})}
          screenReader={screenReader}
          terminal={terminal}
          writes={writes}
          keptFiles={keptFiles}
          exit={(code) => end({code})}
          suspend={stop}
          access={access}
        />
      </CrashBoundary>,
      {
        // Ink reads no keys. terminal/terminal-input.ts reads them.
        stdin: new PassThrough() as unknown as NodeJS.ReadStream,
        stdout: terminal.screen as unknown as NodeJS.WriteStream,
        stderr,
        exitOnCtrlC: false,
        patchConsole: false,
        interactive: true,
        isScreenReaderEnabled: screenReader,
        maxFps: 60,
      },
    );
    ink.waitUntilExit().catch(crash);
    if (host.signal.aborted) onSignal();
    else host.signal.addEventListener('abort', onSignal, {once: true});
    await ended;
    // The user's editor ends first, so that its saved text is not lost.
    await forSomeTime(terminal.abandon());
  } catch (reason) {
    crash(reason);
  } finally {
    host.signal.removeEventListener('abort', onSignal);
    unlisten?.();
    isOpen = false;
    writes.stopAll();
    try {
      ink?.unmount();
    } finally {
      await terminal.close();
    }
  }
  const {code, crash: reason} = await ended;
  // Leaving the app may have interrupted a write, whose outcome is known in a moment.
  await forSomeTime(writes.finished());
  for (const path of keptFiles) stderr.write(`The text from your editor is kept in ${cleanText(path)}\n`);
  if (reason !== undefined) stderr.write(`Error: ${cleanText(describe(asToolError(reason)).message)}\n`);
  return code === 0 ? stoppedWith : code;
}

const OUTCOME_MS = 10_000;

interface Ending {
  code: number;
  crash?: unknown;
}

class CrashBoundary extends Component<{onCrash(error: unknown): void; children: ReactNode}, {crashed: boolean}> {
  override state = {crashed: false};

  static getDerivedStateFromError(): {crashed: boolean} {
    return {crashed: true};
  }

  override componentDidCatch(error: unknown): void {
    this.props.onCrash(error);
  }

  override render(): ReactNode {
    return this.state.crashed ? null : this.props.children;
  }
}
