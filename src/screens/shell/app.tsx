import {Box, useWindowSize} from 'ink';
import {type ReactNode, useCallback, useEffect, useMemo, useReducer, useRef, useState} from 'react';
import type {AppRequest, Command} from '../../app/command.ts';
import type {Session} from '../../app/session.ts';
import type {ActiveProfile} from '../../services/model/credential.ts';
import type {Host} from '../../services/ports.ts';
import {type AppApi, AppContext, type Question} from '../app-context.ts';
import type {Key} from '../keys/key.ts';
import {titleOf} from '../keys/key-names.ts';
import {KeyPump} from '../keys/key-pump.tsx';
import {type Binding, Keyboard} from '../keys/keyboard.ts';
import {KeyboardContext, KeyLayer, useKeys} from '../keys/use-keys.tsx';
import {screens} from '../registry.ts';
import {type Entry, EntryContext, type Router, RouterContext, routerReducer} from '../router.ts';
import {firstStack} from '../start.ts';
import type {Theme} from '../theme.ts';
import {Help} from './help.tsx';
import {Palette} from './palette.tsx';
import {QuestionDialog} from './question-dialog.tsx';
import {CoveredContext, GlobalKeysContext, type Toast, ToastContext} from './screen.tsx';
import {SubjectContext, type SubjectRef} from './subject.ts';

/** What the shell needs from the terminal it runs in. */
export interface TerminalActions {
  /** Puts text on the clipboard; false where the terminal has no way. */
  copy(text: string): boolean;
  /** Where keys come from. @returns how to stop */
  listen(onKeys: (keys: Key[]) => void): () => void;
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

const NOT_BUILT = 'not part of this build';

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
  const ids = useRef(1000);
  const [stack, route] = useReducer(routerReducer, request, firstStack);
  const [session, setSession] = useState(firstSession);
  const [profile, setProfile] = useState(rest.profile);
  const [profileAsked, askProfile] = useReducer((count: number) => count + 1, 0);
  const [revision, touched] = useReducer((count: number) => count + 1, 0);
  const [recentApps, markUsed] = useReducer(
    (recent: readonly string[], id: string) => [id, ...recent.filter((other) => other !== id)],
    host.env.TOOL_APP_ID ? [host.env.TOOL_APP_ID] : [],
  );
  const [toast, setToast] = useState<Toast>();
  const [overlay, setOverlay] = useState<Overlay>();
  const [question, setQuestion] = useState<{question: Question; answer(yes: boolean): void}>();
  const guard = useRef<string>(undefined);
  const subject: SubjectRef = useRef(undefined);
  const quitting = useRef(false);

  const ask = useCallback(
    (asked: Question) =>
      new Promise<boolean>((resolve) => {
        setQuestion({
          question: asked,
          answer: (yes) => {
            setQuestion(undefined);
            resolve(yes);
          },
        });
      }),
    [],
  );

  const leave = useCallback(
    (then: () => void, onStay: () => void = () => {}) => {
      const lost = guard.current;
      if (lost === undefined) return then();
      const asked = ask({title: 'Not saved', lines: [`Leave and lose ${lost}?`], yes: 'leave', no: 'stay'});
      asked.then((yes) => (yes ? then() : onStay()));
    },
    [ask],
  );

  const router = useMemo<Router>(() => {
    const newId = () => {
      ids.current += 1;
      return ids.current;
    };
    return {
      stack,
      push: (screen, params = {}) => route({type: 'push', screen, params, id: newId()}),
      replace: (screen, params = {}) => route({type: 'replace', screen, params, id: newId()}),
      back: () => route({type: 'back'}),
      reset: (screen, params = {}) => route({type: 'reset', screen, params, id: newId()}),
    };
  }, [stack]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again after a log-in
  useEffect(() => {
    let current = true;
    session.active().then(
      (active) => current && setProfile(active),
      () => current && setProfile(undefined),
    );
    return () => {
      current = false;
    };
  }, [session, profileAsked]);

  const changeSession = useCallback((next: Session) => {
    setProfile(undefined);
    setSession(next);
    route({type: 'forget', id: ids.current + 1});
    ids.current += 100;
  }, []);

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
      reloadProfile: askProfile,
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
      revision,
      ask,
      leave,
      terminal,
      changeSession,
    ],
  );

  const intercept = (key: Key): boolean => {
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
  const globals: Binding[] = [
    {
      keys: ['esc'],
      label: 'back',
      title: 'One level back',
      shown: stack.length > 1 ? 'footer' : 'none',
      group: 'Everywhere',
      run: () => leave(router.back),
    },
    {
      keys: ['P'],
      label: 'profiles',
      shown: 'help',
      group: 'Everywhere',
      unavailable: screens.profiles ? undefined : NOT_BUILT,
      run: () => leave(() => router.push('profiles')),
    },
    {
      keys: ['!'],
      label: 'doctor',
      title: 'Doctor: check the credentials',
      shown: 'help',
      group: 'Everywhere',
      unavailable: screens.doctor ? undefined : NOT_BUILT,
      run: () => leave(() => router.push('doctor')),
    },
    {
      keys: ['ctrl+p'],
      label: 'commands',
      title: 'Command palette',
      group: 'Everywhere',
      run: () => openOverlay('palette'),
    },
    {keys: ['q'], label: 'quit', title: 'Quit (Ctrl+C too)', group: 'Everywhere', run: api.quit},
    {keys: ['ctrl+z'], label: 'suspend', title: 'Suspend; fg comes back', shown: 'help', group: 'Everywhere', run() {}},
    {keys: ['?'], label: 'help', title: 'This help', group: 'Everywhere', run: () => openOverlay('help')},
  ];
  keyboard.onRefused = (binding, reason) => setToast({text: `${titleOf(binding)}: ${reason}`, tone: 'busy'});

  const top = stack.findLastIndex((entry) => !screens[entry.screen]?.overlay);
  const visible = stack.slice(Math.max(0, top));
  const covered = overlay !== undefined || question !== undefined;
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
                    {question ? <QuestionDialog question={question.question} onAnswer={question.answer} /> : null}
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

function render(entry: Entry): ReactNode {
  const Component = screens[entry.screen]?.component;
  return Component ? <Component /> : null;
}
