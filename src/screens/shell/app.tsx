import {Box, useWindowSize} from 'ink';
import {type ReactNode, useMemo, useReducer, useRef, useState, useSyncExternalStore} from 'react';
import type {AppRequest} from '../../app/command.ts';
import type {MessageQueue} from '../../app/session/messages.ts';
import {cleanText} from '../../services/model/clean.ts';
import {type Entry, EntryContext, RouterContext, useStack} from '../context/router.ts';
import {DisplayContext, type Opened, ServicesContext, useSession} from '../context/services.ts';
import {createShell, ShellContext, ShellStateContext} from '../context/shell.ts';
import {type Writes, WritesContext} from '../context/writes.ts';
import {CoveredContext} from '../frame/screen.tsx';

import {useWatchingState, WatchingContext} from '../hooks/use-watch.ts';
import {KeyPump} from '../input/key-queue.tsx';
import {type Binding, Keyboard, type KeyPress, keyName, STILL_READ, titleOf} from '../input/keyboard.ts';
import {KeyboardContext, KeyLayer, useKeys} from '../input/use-keys.tsx';
import {screens} from '../registry.ts';
import type {AppTerminal} from '../terminal/app-terminal.ts';
import type {Theme} from '../theme.ts';
import {Help, QuestionDialog, stageText, stopQuestion, useQuestions} from './dialogs.tsx';
import {globalKeys, type UrgentActions, useUrgentKeys} from './keys.ts';
import {Palette} from './palette.tsx';
import {firstStack} from './start.ts';
import {useToasts} from './toasts.ts';

interface AppProps extends Opened {
  request: AppRequest;
  theme: Theme;
  screenReader: boolean;
  terminal: AppTerminal;
  writes: Writes;
  keptFiles: Set<string>;
  messages: MessageQueue;
  exit: UrgentActions['exit'];
  suspend: UrgentActions['suspend'];
}

export function App(props: AppProps) {
  const {request, theme, screenReader, terminal, writes, keptFiles, messages, exit, suspend, ...first} = props;
  const {host} = first;
  const {columns, rows} = useWindowSize();
  const [hasPane, togglePane] = useReducer((before: boolean) => !before, true);
  const display = useMemo(
    () => ({theme, screenReader, size: {columns, rows}, pane: {shown: hasPane, toggle: togglePane}}),
    [theme, screenReader, columns, rows, hasPane],
  );
  const [keyboard] = useState(() => new Keyboard());
  const {router, forget} = useStack(() => firstStack(request));
  const services = useSession(first, forget, writes.idle);
  const {clock} = host;
  const {watching, onLimitLeft} = useWatchingState(terminal.ring, host, messages);
  const toasts = useToasts(messages, clock, onLimitLeft);
  const running = useSyncExternalStore(writes.subscribe, writes.current);
  const {asked, ...questions} = useQuestions(() => stopQuestion(toasts.stage, running));
  const [shell] = useState(() => {
    const {answer} = toasts;
    return createShell({...questions, host, terminal, keptFiles, answer, glyphs: theme.glyphs});
  });
  const [overlay, setOverlay] = useState<keyof typeof OVERLAYS>();
  const Overlay = overlay && OVERLAYS[overlay];
  const takeUrgent = useUrgentKeys({exit, suspend, redraw: terminal.redraw}, questions);

  const onKey = (key: KeyPress) => {
    // While another program has the terminal, keys that still arrive are not meant for the app.
    if (terminal.isReleased) return;
    toasts.onKey();
    if (takeUrgent(key)) return;
    const refused = keyboard.dispatch(key);
    if (refused === 'unbound') sayUnbound(key);
    else if (refused) {
      const {unavailable, holds} = refused;
      // The read may end right after the key, so this answer stays until the next key.
      const lasts = unavailable === STILL_READ;
      toasts.answer({text: `${titleOf(refused)}: ${unavailable}`, tone: 'busy', holds: lasts ? undefined : holds});
    }
  };
  const said = useRef(new Set<string>());
  const sayUnbound = ({id}: KeyPress) => {
    const name = cleanText(keyName(id, theme.glyphs));
    const isWriting = () => writes.current().some(({isLeft}) => !isLeft);
    if (isWriting()) {
      toasts.answer({text: `${name}: wait until the write has ended`, tone: 'busy', holds: isWriting});
      return;
    }
    if (id === 'paste' || said.current.has(id)) return;
    said.current.add(id);
    const mayAsk = keyboard.bindings().some(({keys}) => keys.includes('?'));
    // A text field takes the question mark as text.
    const help = mayAsk ? `: ${keyboard.takesText() ? 'F1' : '?'} lists the keys` : '';
    const text = `${name} does nothing here${help}`;
    toasts.answer({text, tone: 'busy', holds: () => !keyboard.bindings().some(({keys}) => keys.includes(id))});
  };
  const entries = visibleScreens(router.stack);
  const bindingsBelow = () => keyboard.bindings(entries.length + 1);
  const globals = globalKeys({
    router,
    leave: questions.leave,
    quit: () => questions.quit(() => exit(0)),
    openHelp: () => setOverlay('help'),
    openPalette: () => setOverlay('palette'),
    suspend,
    redraw: terminal.redraw,
  });
  const isLeft = running.some((one) => one.isLeft);
  const writing = isLeft ? (stageText(toasts.stage, running) ?? 'writing') : undefined;
  const frame = {toast: toasts.shown, stage: toasts.stage, writing, globalKeys: globals};
  return (
    <KeyboardContext value={keyboard}>
      <ServicesContext value={services}>
        <DisplayContext value={display}>
          <ShellContext value={shell}>
            <WritesContext value={writes}>
              <WatchingContext value={watching}>
                <RouterContext value={router}>
                  <ShellStateContext value={frame}>
                    <KeyPump
                      listen={terminal.input.listen}
                      watchFrames={terminal.screen.watchFrames}
                      clock={clock}
                      onKey={onKey}
                      onFrame={toasts.onFrame}
                      onDrop={() => toasts.answer({text: TYPED_TOO_EARLY, tone: 'busy'})}
                    />
                    <GlobalKeys bindings={globals} />
                    <Box
                      width={screenReader ? undefined : columns}
                      height={screenReader ? undefined : rows}
                      flexDirection="column"
                    >
                      <VisibleScreens entries={entries} covered={overlay !== undefined || asked !== undefined} />
                      <KeyLayer level={entries.length + 1}>
                        {Overlay ? (
                          <Overlay
                            {...{bindingsBelow}}
                            takesTextBelow={keyboard.takesText(entries.length + 1)}
                            textBelow={terminal.screen.text}
                            onClose={() => setOverlay(undefined)}
                          />
                        ) : null}
                      </KeyLayer>
                      <KeyLayer level={entries.length + 2}>
                        {asked ? <QuestionDialog key={asked.id} asked={asked} /> : null}
                      </KeyLayer>
                    </Box>
                  </ShellStateContext>
                </RouterContext>
              </WatchingContext>
            </WritesContext>
          </ShellContext>
        </DisplayContext>
      </ServicesContext>
    </KeyboardContext>
  );
}

const TYPED_TOO_EARLY = 'Ignored what was typed before the screen was shown. Type it again.';

const OVERLAYS = {help: Help, palette: Palette};

function GlobalKeys({bindings}: {bindings: readonly Binding[]}) {
  useKeys(bindings);
  return null;
}

function visibleScreens(stack: readonly Entry[]): readonly Entry[] {
  const front = stack.findLastIndex(({screen}) => !screens[screen].overlay);
  return stack.slice(Math.max(0, front));
}

function VisibleScreens({entries, covered}: {entries: readonly Entry[]; covered: boolean}): ReactNode {
  return entries.map((entry, index) => {
    const {component: Front} = screens[entry.screen];
    return (
      <KeyLayer key={entry.id} level={index + 1}>
        <EntryContext value={entry}>
          <CoveredContext value={covered || index < entries.length - 1}>
            <Front />
          </CoveredContext>
        </EntryContext>
      </KeyLayer>
    );
  });
}
