/**
 * The full-screen app. openApp() takes over the terminal, runs until someone leaves, and gives the terminal back.
 *
 * ## Adding a screen
 *
 * 1. Write a component without props in its own folder, and put it into the table in registry.ts under its ScreenName.
 *    `overlay: true` draws it as a dialog over the screen below.
 * 2. Return `<Screen crumbs keys load …>{({columns, rows}) => content}</Screen>` (frame/screen.tsx): header, rule, banner,
 *    status and footer come with it; the content gets exactly `rows` lines. An overlay returns `<Dialog lines keys …>`. A list
 *    is a ListScreen (list/); `useSplit` and its `pane` show the selected row beside it where there is room.
 * 3. `useEntry().params` says what the screen was opened with (`appId`, `versionId`, what is known of them); `useRouter()`
 *    has push, replace, back, reset. Only the screen in front is mounted: what must survive a visit elsewhere goes into
 *    `useSaved(name, initial)`.
 * 4. Read with `useLoad(name, question, read)` (a `question` that is undefined waits) and hand it to Screen as `load`: the
 *    spinner, `r`, Esc, the banner with its retry and the countdown come with it. Write with `useTask()`: it runs once
 *    however often Enter is pressed. After a write call `useServices().touched()`: other screens then read again.
 * 5. Keys are data (input/keyboard.ts): give Screen a list of Binding; footer, help and palette are made from it. A binding
 *    with `unavailable` says so instead of running. `useKeys(bindings, {rank})` is for components such as lists.
 *    Handlers may use plain state: between two keys React has rendered, whatever the speed.
 * 6. Text from outside goes through `Line` or `List`, which clean it; never straight into Ink's Text.
 * 7. A form over a command's flags is `useForm` and FormView (form/). A write to the store is flows/: useWrite with
 *    app/run-command.ts and WriteSteps on a screen, ConfirmFlow in a dialog: both draw it with WriteView, unknown
 *    outcomes included. useLeaveGuard says what would be lost: Esc, `q` and Ctrl+C then ask first. What the
 *    app does for its screens is in context/: useServices, useDisplay, useShell.
 * 8. Tests: test/support/app-driver.ts opens the app on a fake terminal of any size.
 */
import {type Instance, render} from 'ink';
import type {AppRequest, Command} from '../app/command.ts';
import {commands as allCommands} from '../app/commands/index.ts';
import {describe} from '../app/present/error.ts';
import type {MessageQueue} from '../app/session/messages.ts';
import type {Session} from '../app/session/session.ts';
import {cleanLines, cleanText} from '../services/model/clean.ts';
import {asToolError} from '../services/model/error.ts';
import {exitCode} from '../services/model/exit-codes.ts';
import type {AppProcess, Host} from '../services/ports.ts';
import {App} from './shell/app.tsx';
import {CrashBoundary} from './shell/crash-boundary.tsx';
import {firstRequest} from './shell/start.ts';
import type {TerminalActions} from './shell/terminal-actions.ts';
import {readAtWork} from './shell/use-active-profile.ts';
import {AppTerminal} from './terminal/app-terminal.ts';
import {readNotify} from './terminal/bell.ts';
import {createTheme} from './theme.ts';

export interface AppDeps {
  session: Session;
  host: Host;
  /** What the services have to say: nothing is written to stderr while the app has the screen. */
  messages: MessageQueue;
  /** The table of commands; the palette and the forms are made from it. */
  commands?: readonly Command[];
  stdin: NodeJS.ReadStream;
  stdout: NodeJS.WriteStream;
  stderr: NodeJS.WriteStream;
  /** Absent where there is no job control. */
  process?: AppProcess;
}

/** @returns the exit code: 0 after `q`, 130 after Ctrl+C, 128 + n after a signal, 1 after a crash */
export async function openApp(request: AppRequest, deps: AppDeps): Promise<number> {
  const {session, host, messages, commands = allCommands, stdin, stdout, stderr, process: job} = deps;
  const {screenReader, noColor} = session.globals;
  const atWork = await readAtWork(session);
  const first = atWork.profile ? request : await firstRequest(request, session);
  const {env, clock} = host;
  const notify = readNotify(env, messages.warn);
  const terminal = new AppTerminal({stdin, stdout, env, clock, screenReader, notify});
  const end = ending();
  const crash = (reason: unknown) => end.reach({code: 1, crash: reason});
  const onSignal = () => {
    const reason = asToolError(host.signal.reason);
    if (reason.kind === 'interrupted') end.reach({code: reason.facts.closedPipe ? 0 : exitCode(reason)});
    else crash(reason);
  };
  const pending = new Set<Promise<void>>();
  const sayLater = (text: Promise<string>) => {
    const said = text.then((known) => {
      pending.delete(said);
      if (isOpen) messages.note(known);
      else stderr.write(`${cleanLines(known)}\n`);
    });
    pending.add(said);
  };
  const stop = job && (() => terminal.lend(() => job.stop()).catch(crash));
  const actions: TerminalActions = {
    copy: (text) => terminal.copy(text),
    repaint: () => terminal.screen.repaint(),
    ring: (text) => terminal.ring(text),
    exit: (code) => end.reach({code}),
    listen: (onKeys) => terminal.input.listen(onKeys),
    watchFrames: (onFrame) => terminal.screen.frames.watch(onFrame),
    suspend: stop,
    lend: (work) => terminal.lend(work),
    sayLater,
  };
  const unlisten = job?.listen({
    onStopRequest: () => void stop?.(),
    onContinued: () => void terminal.lend(async () => {}),
    onFatal: crash,
  });

  let isOpen = true;
  let ink: Instance | undefined;
  try {
    terminal.take();
    ink = render(
      <CrashBoundary onCrash={crash}>
        <App
          request={first}
          session={session}
          host={host}
          messages={messages}
          commands={commands}
          theme={createTheme({noColor, screenReader, env})}
          screenReader={screenReader}
          terminal={actions}
          atWork={atWork}
        />
      </CrashBoundary>,
      {
        stdin: NO_STDIN,
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
    await end.reached;
  } catch (reason) {
    crash(reason);
  } finally {
    host.signal.removeEventListener('abort', onSignal);
    unlisten?.();
    isOpen = false;
    try {
      ink?.unmount();
    } finally {
      terminal.close();
    }
  }
  const {code, crash: reason} = await end.reached;
  // A write that was stopped by leaving: whether it went out is known in a moment.
  const over = new AbortController();
  const longest = pending.size > 0 ? clock.sleep(LEFT_MS, over.signal).catch(() => {}) : undefined;
  await Promise.race([Promise.all(pending), ...(longest ? [longest] : [])]);
  over.abort();
  if (reason !== undefined) stderr.write(`Error: ${cleanText(describe(asToolError(reason)).message)}\n`);
  return code;
}

/** What a write that was stopped by leaving has to tell is waited for no longer than this. */
const LEFT_MS = 10_000;

/** Ink reads no keys: terminal/terminal-input.ts does. */
const NO_STDIN = {
  isTTY: false,
  on() {},
  off() {},
  addListener() {},
  removeListener() {},
} as unknown as NodeJS.ReadStream;

/** The first way to end that is reached counts. */
function ending() {
  let reach: (end: {code: number; crash?: unknown}) => void = () => {};
  const reached = new Promise<{code: number; crash?: unknown}>((resolve) => {
    reach = resolve;
  });
  return {reached, reach};
}
