import {Box, useWindowSize} from 'ink';
import {type ReactNode, useCallback, useMemo, useReducer, useRef, useState} from 'react';
import type {AppRequest, Command} from '../../app/command.ts';
import type {Session} from '../../app/session.ts';
import type {ActiveProfile} from '../../services/model/credential.ts';
import type {Host} from '../../services/ports.ts';
import {type AppApi, AppContext, type Toast} from '../context/app-context.ts';
import {type Entry, EntryContext, RouterContext} from '../context/router.ts';
import {CoveredContext, GlobalKeysContext, ToastContext} from '../frame/screen.tsx';
import {SubjectContext, type SubjectRef} from '../frame/subject.ts';
import {useRateLimit} from '../hooks/use-rate-limit.ts';
import {useRecentApps} from '../hooks/use-recent-apps.ts';
import {titleOf} from '../input/key-names.ts';
import type {KeyPress} from '../input/key-press.ts';
import {KeyPump} from '../input/key-pump.tsx';
import {type Binding, Keyboard} from '../input/keyboard.ts';
import {KeyboardContext, KeyLayer, useKeys} from '../input/use-keys.tsx';
import {screens} from '../registry.ts';
import type {Theme} from '../theme.ts';
import {globalKeys} from './global-keys.ts';
import {Help} from './help.tsx';
import {Palette} from './palette.tsx';
import {QuestionDialog} from './question-dialog.tsx';
import {useActiveProfile} from './use-active-profile.ts';
import {useQuestions} from './use-questions.ts';
import {useStack} from './use-stack.ts';

/** What the shell needs from the terminal it runs in. */
export interface TerminalActions {
  /** Puts text on the clipboard; false where the terminal has no way. */
  copy(text: string): boolean;
  /** Where keys come from. @returns how to stop */
  listen(onKeys: (keys: KeyPress[]) => void): () => void;
  /** Hands the terminal back, stops the process, and takes it again on `fg`; absent where that cannot be done. */
  suspend?(): void;
  repaint(): void;
  /** Leaves the app with this exit code. */
  exit(code: number): void;
}

export interface AppProps {
  request: AppRequest;
  session: Session;
  host: Host;
  commands: readonly Command[];
  theme: Theme;
  screenReader: boolean;
  terminal: TerminalActions;
  profile: ActiveProfile | undefined;
}

type Overlay = {kind: 'help' | 'palette'; bindings: readonly Binding[]};

export function App({
  request,
  session: firstSession,
  host,
  commands,
  theme,
  screenReader,
  terminal,
  ...rest
}: AppProps) {
  const size = useWindowSize();
  const [keyboard] = useState(() => new Keyboard());
  const {router, forget} = useStack(request);
  const {asked, ask, guard, leave} = useQuestions();
  const [session, setSession] = useState(firstSession);
  const {profile, reload: reloadProfile} = useActiveProfile(session, rest.profile);
  const [revision, touched] = useReducer((count: number) => count + 1, 0);
  const [recentApps, markUsed] = useRecentApps(session, host);
  const [toast, setToast] = useState<Toast>();
  useRateLimit(session, host.clock, setToast);
  const [overlay, setOverlay] = useState<Overlay>();
  const subject: SubjectRef = useRef(undefined);
  const quitting = useRef(false);

  const changeSession = useCallback(
    (next: Session) => {
      setSession(next);
      forget();
    },
    [forget],
  );

  const api = useMemo<AppApi>(
    () => ({
      session,
      host,
      commands,
      theme,
      screenReader,
      size,
      profile,
      recentApps,
      markUsed,
      revision,
      touched,
      toast: (text, tone) => setToast({text, tone}),
      ask,
      copy: (text, what) =>
        setToast(
          terminal.copy(text)
            ? {text: `${what} copied: ${text}`, tone: 'good'}
            : {text: `This terminal has no clipboard. ${what}: ${text}`, tone: 'busy'},
        ),
      browse: (url) => {
        host.browser.open(url).then(
          (opened) => setToast(opened ? {text: `Opened ${url}`, tone: 'good'} : {text: `Open ${url}`, tone: 'busy'}),
          () => setToast({text: `Open ${url}`, tone: 'busy'}),
        );
      },
      workAs: (name) => changeSession(session.withProfile(name)),
      workInSandbox: () => changeSession(session.withSandbox()),
      reloadProfile,
      leave,
      guard,
      quit: () => leave(() => terminal.exit(0)),
    }),
    [
      session,
      host,
      commands,
      theme,
      screenReader,
      size,
      profile,
      recentApps,
      markUsed,
      revision,
      reloadProfile,
      ask,
      guard,
      leave,
      terminal,
      changeSession,
    ],
  );

  const intercept = (key: KeyPress): boolean => {
    if (toast) setToast(undefined);
    if (key.id === 'ctrl+c') {
      if (quitting.current || guard.current === undefined) terminal.exit(130);
      quitting.current = true;
      leave(
        () => terminal.exit(130),
        () => {
          quitting.current = false;
        },
      );
      return true;
    }
    if (key.id === 'ctrl+z') {
      terminal.suspend?.();
      return true;
    }
    if (key.id === 'ctrl+l') {
      terminal.repaint();
      return true;
    }
    return false;
  };

  const openOverlay = (kind: Overlay['kind']) => setOverlay({kind, bindings: keyboard.bindings()});
  const globals = globalKeys({
    router,
    leave,
    quit: api.quit,
    openHelp: () => openOverlay('help'),
    openPalette: () => openOverlay('palette'),
  });
  keyboard.onRefused = (binding, reason) => setToast({text: `${titleOf(binding)}: ${reason}`, tone: 'busy'});

  const visible = inSight(router.stack);
  const covered = overlay !== undefined || asked !== undefined;
  const closeOverlay = () => setOverlay(undefined);
  return (
    <KeyboardContext value={keyboard}>
      <AppContext value={api}>
        <RouterContext value={router}>
          <SubjectContext value={subject}>
            <GlobalKeysContext value={globals}>
              <ToastContext value={toast}>
                <KeyPump listen={terminal.listen} intercept={intercept} onUnused={() => {}} />
                <GlobalKeys bindings={globals} />
                <Box
                  width={screenReader ? undefined : size.columns}
                  height={screenReader ? undefined : size.rows}
                  flexDirection="column"
                >
                  {visible.map((entry, index) => (
                    <KeyLayer key={entry.id} level={index + 1}>
                      <EntryContext value={entry}>
                        <CoveredContext value={covered || index < visible.length - 1}>{render(entry)}</CoveredContext>
                      </EntryContext>
                    </KeyLayer>
                  ))}
                  <KeyLayer level={visible.length + 1}>
                    {overlay?.kind === 'help' ? <Help bindings={overlay.bindings} onClose={closeOverlay} /> : null}
                    {overlay?.kind === 'palette' ? (
                      <Palette bindings={overlay.bindings} onClose={closeOverlay} />
                    ) : null}
                  </KeyLayer>
                  <KeyLayer level={visible.length + 2}>
                    {asked ? <QuestionDialog question={asked.question} onAnswer={asked.answer} /> : null}
                  </KeyLayer>
                </Box>
              </ToastContext>
            </GlobalKeysContext>
          </SubjectContext>
        </RouterContext>
      </AppContext>
    </KeyboardContext>
  );
}

function GlobalKeys({bindings}: {bindings: readonly Binding[]}) {
  useKeys(bindings);
  return null;
}

/** The screen in front, with the dialogs that are screens of their own over it. */
function inSight(stack: readonly Entry[]): readonly Entry[] {
  return stack.slice(
    Math.max(
      0,
      stack.findLastIndex(({screen}) => !screens[screen].overlay),
    ),
  );
}

function render(entry: Entry): ReactNode {
  const {component: Front} = screens[entry.screen];
  return <Front />;
}
