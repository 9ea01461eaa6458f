import {Box, useWindowSize} from 'ink';
import {useMemo, useState} from 'react';
import type {AppRequest, Command} from '../../app/command.ts';
import type {MessageQueue} from '../../app/session/messages.ts';
import type {Session} from '../../app/session/session.ts';
import type {Host} from '../../services/ports.ts';
import {DisplayContext} from '../context/display.ts';
import {PaneContext} from '../context/pane.ts';
import {RouterContext} from '../context/router.ts';
import {ServicesContext} from '../context/services.ts';
import {ShellContext} from '../context/shell.ts';
import {WatchingContext} from '../context/watching.ts';
import {GlobalKeysContext, ToastContext} from '../frame/screen.tsx';
import {SubjectContext, type SubjectRef} from '../frame/subject.ts';
import {titleOf} from '../input/key-names.ts';
import type {KeyPress} from '../input/key-press.ts';
import {KeyPump} from '../input/key-pump.tsx';
import {type Binding, Keyboard} from '../input/keyboard.ts';
import {KeyboardContext, KeyLayer, useKeys} from '../input/use-keys.tsx';
import type {Theme} from '../theme.ts';
import {globalKeys} from './global-keys.ts';
import {Help} from './help.tsx';
import {Palette} from './palette.tsx';
import {QuestionDialog} from './question-dialog.tsx';
import {inSight, ScreensInSight} from './screens-in-sight.tsx';
import type {TerminalActions} from './terminal-actions.ts';
import type {AtWork} from './use-active-profile.ts';
import {useMessages} from './use-messages.ts';
import {usePaneState} from './use-pane-state.ts';
import {useQuestions} from './use-questions.ts';
import {useSession} from './use-session.ts';
import {useShell} from './use-shell.ts';
import {useStack} from './use-stack.ts';
import {useToasts} from './use-toasts.ts';
import {useUrgentKeys} from './use-urgent-keys.ts';
import {useWatchingState} from './use-watching-state.ts';

export interface AppProps {
  request: AppRequest;
  session: Session;
  host: Host;
  commands: readonly Command[];
  theme: Theme;
  screenReader: boolean;
  terminal: TerminalActions;
  messages: MessageQueue;
  atWork: AtWork;
}

interface Overlay {
  kind: 'help' | 'palette';
  /** What works on the screen below. */
  bindings: readonly Binding[];
}

export function App({request, theme, screenReader, terminal, messages, ...first}: AppProps) {
  const {columns, rows} = useWindowSize();
  const look = useMemo(() => ({theme, screenReader, size: {columns, rows}}), [theme, screenReader, columns, rows]);
  const [keyboard] = useState(() => new Keyboard());
  const {router, forget} = useStack(request);
  const services = useSession(first, forget);
  const {clock, browser, editor} = first.host;
  const toasts = useToasts(clock);
  const questions = useQuestions();
  const shell = useShell({
    ...questions,
    answer: toasts.answer,
    browser,
    editor,
    lend: terminal.lend,
    sayLater: terminal.sayLater,
    copy: terminal.copy,
  });
  const {watching, onLimitLeft} = useWatchingState(terminal.ring, clock);
  const rateLimit = useMessages(messages, clock, {show: toasts.message, onLimitLeft});
  const pane = usePaneState(services.session);
  const [overlay, setOverlay] = useState<Overlay>();
  const [subject] = useState<SubjectRef>(() => ({current: undefined, listeners: new Set()}));
  const takeUrgent = useUrgentKeys(terminal, questions);

  const onKey = (key: KeyPress) => {
    toasts.onKey();
    if (takeUrgent(key)) return;
    const refused = keyboard.dispatch(key);
    if (refused) toasts.answer({text: `${titleOf(refused)}: ${refused.unavailable}`, tone: 'busy'});
  };
  const openOverlay = (kind: Overlay['kind']) => setOverlay({kind, bindings: keyboard.bindings()});
  const closeOverlay = () => setOverlay(undefined);
  const globals = globalKeys({
    router,
    leave: questions.leave,
    quit: () => questions.leave(() => terminal.exit(0)),
    openHelp: () => openOverlay('help'),
    openPalette: () => openOverlay('palette'),
  });
  const entries = inSight(router.stack);
  const {asked} = questions;
  return (
    <KeyboardContext value={keyboard}>
      <ServicesContext value={services}>
        <DisplayContext value={look}>
          <ShellContext value={shell}>
            <WatchingContext value={watching}>
              <PaneContext value={pane}>
                <RouterContext value={router}>
                  <SubjectContext value={subject}>
                    <GlobalKeysContext value={globals}>
                      <ToastContext value={toasts.shown ?? rateLimit}>
                        <KeyPump {...terminal} clock={clock} onKey={onKey} />
                        <GlobalKeys bindings={globals} />
                        <Box
                          width={screenReader ? undefined : columns}
                          height={screenReader ? undefined : rows}
                          flexDirection="column"
                        >
                          <ScreensInSight entries={entries} covered={overlay !== undefined || asked !== undefined} />
                          <KeyLayer level={entries.length + 1}>
                            {overlay?.kind === 'help' ? (
                              <Help bindings={overlay.bindings} onClose={closeOverlay} />
                            ) : null}
                            {overlay?.kind === 'palette' ? (
                              <Palette
                                bindingsBelow={() => keyboard.bindings(entries.length + 1)}
                                onClose={closeOverlay}
                              />
                            ) : null}
                          </KeyLayer>
                          <KeyLayer level={entries.length + 2}>
                            {asked ? (
                              <QuestionDialog key={asked.id} question={asked.question} onAnswer={asked.answer} />
                            ) : null}
                          </KeyLayer>
                        </Box>
                      </ToastContext>
                    </GlobalKeysContext>
                  </SubjectContext>
                </RouterContext>
              </PaneContext>
            </WatchingContext>
          </ShellContext>
        </DisplayContext>
      </ServicesContext>
    </KeyboardContext>
  );
}

function GlobalKeys({bindings}: {bindings: readonly Binding[]}) {
  useKeys(bindings);
  return null;
}
