/**
 * The full-screen app. openApp() takes over the terminal, runs until someone leaves, and gives the terminal back.
 *
 * ## Adding a screen
 *
 * 1. Write a component without props in its own folder, and put it into the table in registry.ts under its ScreenName.
 *    `overlay: true` draws it as a dialog over the screen below.
 * 2. Return `<Screen crumbs keys load …>{({columns, rows}) => content}</Screen>` (frame/screen.tsx): header, rule, banner,
 *    status and footer come with it; the content gets exactly `rows` lines. An overlay returns `<Dialog rows keys …>`.
 * 3. `useEntry().params` says what the screen was opened with (`appId`, `versionId`, what is known of them); `useRouter()`
 *    has push, replace, back, reset. Only the screen in front is mounted: what must survive a visit elsewhere goes into
 *    `useSaved(name, initial)`.
 * 4. Read with `useLoad(name, question, read)` (a `question` that is undefined waits) and hand it to Screen as `load`: the
 *    spinner, `r`, Esc, the banner with its retry and the countdown come with it. Write with `useTask()`: it runs once
 *    however often Enter is pressed. After a write call `useApp().touched()`: other screens then read again.
 * 5. Keys are data (input/keyboard.ts): give Screen a list of Binding; footer, help and palette are made from it. A binding
 *    with `unavailable` says so instead of running. `useKeys(bindings, {rank})` is for components such as lists.
 *    Handlers may use plain state: between two keys React has rendered, whatever the speed.
 * 6. Text from outside goes through `Line` or `List`, which clean it; never straight into Ink's Text.
 * 7. A form over a command's flags is `useForm` and FormView (form/). A write to the store is flows/: useWrite with
 *    app/use-cases/guided.ts, ReviewScreen and WriteScreen, or ConfirmFlow for what cannot be undone; they know what to do
 *    when its outcome is unknown. useLeaveGuard says what would be lost: Esc, `q` and Ctrl+C then ask first. `useApp()` has
 *    toast, ask, copy, browse, leave, quit, workAs.
 * 8. Tests: test/support/app-driver.ts opens the app on a fake terminal of any size.
 */
import {render} from 'ink';
import type {AppRequest, Command} from '../app/command.ts';
import {commands as allCommands} from '../app/commands/index.ts';
import {exitCode} from '../app/exit-code.ts';
import {describe} from '../app/present/error.ts';
import type {Session} from '../app/session.ts';
import {cleanText} from '../services/model/clean.ts';
import {asToolError} from '../services/model/error.ts';
import type {AppProcess, Host} from '../services/ports.ts';
import {App, type TerminalActions} from './shell/app.tsx';
import {CrashBoundary} from './shell/crash-boundary.tsx';
import {firstRequest} from './shell/start.ts';
import {clipboardSequence, hasClipboard} from './terminal/clipboard.ts';
import {LinearStream} from './terminal/linear-stream.ts';
import {ScreenStream} from './terminal/screen-stream.ts';
import {TerminalInput} from './terminal/terminal-input.ts';
import {createTheme} from './theme.ts';

export interface AppDeps {
  session: Session;
  host: Host;
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
  const {session, host, commands = allCommands, stdin, stdout, stderr} = deps;
  const {screenReader, noColor} = session.globals;
  const profile = await session.active().catch(() => undefined);
  const first = profile ? request : await firstRequest(request, session);
  const screen = screenReader ? new LinearStream(stdout) : new ScreenStream(stdout);
  const end = ending();
  const onSignal = () => {
    const reason = asToolError(host.signal.reason);
    if (reason.kind === 'interrupted') end.reach({code: reason.facts.closedPipe ? 0 : exitCode(reason)});
    else end.reach({code: 1, crash: reason});
  };
  const job = deps.process;
  const input = new TerminalInput(stdin, (text) => stdout.write(text));
  const take = () => {
    screen.enter();
    input.enter();
    screen.repaint();
  };
  const giveBack = () => {
    input.leave();
    screen.leave();
  };
  const suspend = async (wait: () => Promise<void>) => {
    giveBack();
    await wait();
    take();
  };
  const terminal: TerminalActions = {
    copy(text) {
      if (!hasClipboard(host.env)) return false;
      screen.sendRaw(clipboardSequence(text, host.env));
      return true;
    },
    repaint: () => screen.repaint(),
    exit: (code) => end.reach({code}),
    listen: (onKeys) => input.listen(onKeys),
    suspend: job && (() => void suspend(() => job.stop())),
  };
  const unlisten = job?.listen({
    onStopRequest: () => void suspend(() => job.stop()),
    onContinued: () => void suspend(async () => {}),
    onFatal: (crash) => end.reach({code: 1, crash}),
  });

  take();
  const ink = render(
    <CrashBoundary onCrash={(crash) => end.reach({code: 1, crash})}>
      <App
        request={first}
        session={session}
        host={host}
        commands={commands}
        theme={createTheme({noColor, screenReader, env: host.env})}
        screenReader={screenReader}
        terminal={terminal}
        profile={profile}
      />
    </CrashBoundary>,
    {
      stdin: NO_STDIN,
      stdout: screen as unknown as NodeJS.WriteStream,
      stderr,
      exitOnCtrlC: false,
      patchConsole: false,
      interactive: true,
      isScreenReaderEnabled: screenReader,
      maxFps: 60,
    },
  );
  ink.waitUntilExit().catch((crash) => end.reach({code: 1, crash}));
  if (host.signal.aborted) onSignal();
  else host.signal.addEventListener('abort', onSignal, {once: true});

  const {code, crash} = await end.reached;
  host.signal.removeEventListener('abort', onSignal);
  unlisten?.();
  ink.unmount();
  giveBack();
  screen.close();
  if (crash !== undefined) {
    const {message} = describe(asToolError(crash));
    stderr.write(`Error: ${cleanText(message)}\n`);
  }
  return code;
}

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
