import {Box, Text} from 'ink';
import {createContext, type ReactNode, useContext, useRef} from 'react';
import type {Session} from '../../app/session/session.ts';
import {cleanText} from '../../services/model/clean.ts';
import {orElse} from '../../services/model/values.ts';
import {localTime} from '../../services/text/local-time.ts';
import {type Size, truncate, widthOf} from '../../services/text/width.ts';
import {footerKeys, keyHints, lastHints} from '../components/key-hints.ts';
import {Line, Lines, ToastLines, toastSegments, useScroll} from '../components/line.tsx';
import {useDisplay, useServices, useTicks} from '../context/services.ts';
import {ShellStateContext, useDrawn} from '../context/shell.ts';
import type {Query} from '../hooks/use-query.ts';
import {useWatch, type Watched} from '../hooks/use-watch.ts';
import {type Binding, keyName, withoutLetters} from '../input/keyboard.ts';
import {RANK, useHeld, useKeys, useTakesText} from '../input/use-keys.tsx';
import {clipLine, type LineContent, lineWidth, type Segment} from '../text/lines.ts';
import type {Glyphs} from '../theme.ts';
import {type Notice, noticeLines, noticeOf, waitText} from './banner.ts';

export const CoveredContext = createContext(false);

type InArea<T> = T | ((area: Size) => T);

interface ScreenProps {
  crumbs: readonly string[];
  keys?: readonly Binding[];
  load?: Query<unknown>;
  /** Names what the screen reads first, for example `the app`. */
  reading?: string;
  watch?: Watched;
  waiting?: boolean;
  sub?: InArea<LineContent>;
  notice?: Notice;
  status?: InArea<LineContent>;
  input?: (width: number) => ReactNode;
  readAt?: number;
  splitAt?: number;
  dialog?: ReactNode;
  children?: (area: Size) => ReactNode;
  lines?: (area: Size) => readonly LineContent[];
}

const FRAME_ROWS = 4;
/** Narrower screens do not offer `w`, because their status line needs the columns. */
const OFFERS_FROM = 80;
const QUIT: Binding = {keys: ['ctrl+c'], label: 'quit'};

export function Screen(props: ScreenProps) {
  const {crumbs, keys = [], load, watch, waiting, notice, input, readAt, splitAt, dialog} = props;
  const {children = () => null, lines} = props;
  const {size, theme, screenReader} = useDisplay();
  const {profile} = useServices();
  const {toast: anyToast, globalKeys} = useContext(ShellStateContext);
  const covered = useContext(CoveredContext) || dialog !== undefined;
  const takesText = useTakesText();
  const isHeld = useHeld();
  const watched = useWatch(load, watch, covered || takesText);
  // Esc stops a first read or a refresh with `r`. During any other read, it goes back as usual.
  const isAwaited = useRef(false);
  if (!load?.busy) isAwaited.current = false;
  const mayStop = !takesText && (isAwaited.current || load?.at === undefined);
  const reload = () => {
    isAwaited.current = true;
    load?.reload();
  };
  const refresh: Binding = {keys: ['r'], label: 'refresh', inPalette: true, run: reload};
  const bindings = load ? [...stopKeys(load, mayStop), ...keys, ...watched.keys, refresh] : keys;
  useKeys(bindings);
  useDrawn();
  const width = size.columns;
  const trouble = notice ?? (load?.error ? noticeOf(load.error, load.retryIn, profile !== undefined) : undefined);
  const toast = trouble && anyToast?.text.includes(trouble.text) ? undefined : anyToast;
  const banner = trouble ? noticeLines(trouble, width - 4, theme.glyphs) : [];
  const height = size.rows - FRAME_ROWS - (props.sub ? 1 : 0) - banner.length;
  const area = {columns: width, rows: height};
  const inArea = <T,>(value: InArea<T> | undefined) => (value instanceof Function ? value(area) : value);
  const sub = inArea(props.sub);
  const scrolled = lines?.(area) ?? [];
  const {top, more, keys: scrollKeys} = useScroll(scrolled.length, height);
  useKeys(scrollKeys, {rank: RANK.list, active: lines !== undefined});

  const offer = watched.isOffered && size.columns >= OFFERS_FROM ? ` ${theme.glyphs.dot} w watches` : '';
  const when = readAt === undefined ? undefined : (watched.status ?? `updated ${localTime(readAt)}${offer}`);
  const statusRight = when ?? (more ? `${keyName(more, theme.glyphs)} shows more` : '');
  const statusWidth = width - 3 - statusRight.length;
  const status =
    (props.status instanceof Function ? props.status({...area, columns: statusWidth}) : props.status) ?? '';
  const isLong = toast !== undefined && (Boolean(input) || lineWidth(toastSegments(toast, theme.glyphs)) > statusWidth);
  const isWaiting = Boolean(load?.slow || waiting);
  const news = load ? (waitText(load, mayStop, props.reading) ?? status) : status;
  const left = toast ? toastSegments(toast, theme.glyphs) : news;
  const message = <Line content={left} width={statusWidth} />;
  const all = [...bindings, ...globalKeys];
  const last = lastHints(all);
  const listed = keys.some(({shown}) => shown !== 'none') ? all : last;
  const whileHeld = [...last.filter(({keys: [key]}) => key === 'esc'), QUIT];
  const working = isHeld ? whileHeld : takesText ? listed.flatMap(withoutLetters) : listed;
  const hints = screenReader ? spokenKeys(working, theme.glyphs) : keyHints(working, width - 2, theme, true);
  const footer = <Line content={covered || working.length === 0 ? '' : hints} width={width - 2} />;

  if (screenReader) {
    return (
      <Box flexDirection="column">
        <Header crumbs={crumbs} waiting={isWaiting} />
        {sub ? <Line content={sub} width={width} /> : null}
        <Lines lines={banner} width={width} />
        {children(area)}
        <Lines lines={scrolled} width={width} />
        {toast || !input ? message : null}
        {input?.(width)}
        {footer}
        {dialog}
      </Box>
    );
  }
  return (
    <Box flexDirection="column" width={width} height={size.rows}>
      <Header crumbs={crumbs} waiting={isWaiting} />
      {sub ? (
        <Box paddingX={1} flexShrink={0}>
          <Line content={sub} width={width - 2} />
        </Box>
      ) : null}
      <Text dimColor>{ruleOf(width, trouble ? undefined : splitAt, theme.glyphs)}</Text>
      <Box paddingX={1} flexShrink={0}>
        <Lines lines={banner} width={width - 2} />
      </Box>
      <Box height={height} flexDirection="column" flexShrink={0} overflowY="hidden">
        {children(area)}
        <Lines lines={scrolled.slice(top, top + height)} width={width} />
      </Box>
      <Box paddingX={1} height={1} justifyContent="space-between" flexShrink={0}>
        {input?.(statusWidth) ?? message}
        <Line content={[{text: statusRight, dim: true}]} width={statusRight.length} />
      </Box>
      <Box paddingX={1} height={1} flexShrink={0}>
        {footer}
      </Box>
      {dialog}
      {isLong && !covered ? <ToastLines toast={toast} /> : null}
    </Box>
  );
}

function ruleOf(width: number, splitAt: number | undefined, {rule, tee}: Glyphs): string {
  return splitAt === undefined ? rule.repeat(width) : rule.repeat(splitAt) + tee + rule.repeat(width - splitAt - 1);
}

function stopKeys({slow, retryIn, cancel}: Query<unknown>, mayStop: boolean): Binding[] {
  if (!(slow && mayStop) && retryIn === 0) return [];
  return [{keys: ['esc'], label: 'stop', title: 'Stop waiting', shown: 'help', run: cancel}];
}

function spokenKeys(bindings: readonly Binding[], glyphs: Glyphs): string {
  const {others, last} = footerKeys(bindings);
  const named = [...others, ...last].filter(({unavailable}) => unavailable === undefined);
  return `Keys: ${named.map(({keys, label}) => `${keyName(keys[0] ?? '', glyphs)} ${label}`).join(', ')}.`;
}

const SHORTEST = 8;

function Header({crumbs, waiting}: {crumbs: readonly string[]; waiting: boolean}) {
  const {profile, readOnly, session} = useServices();
  const {size, theme, screenReader} = useDisplay();
  const {glyphs} = theme;
  const where: Segment = session.globals.sandbox ? {text: 'SANDBOX', tone: 'accent', bold: true} : hostOf(session);
  const dot: Segment = {text: ` ${glyphs.dot} `, dim: true};
  const who: Segment[] = profile
    ? [...(profile.name === undefined ? [] : [{text: profile.name}, dot]), {text: profile.source, dim: true}]
    : [{text: 'no profile', dim: true}];
  const room = size.columns - 2;
  const wanted = lineWidth(breadcrumb(withoutRoot(crumbs), room, glyphs)) + 4;
  const {writing} = useContext(ShellStateContext);
  const badges = [readOnly === undefined ? undefined : 'READ-ONLY', writing && truncate(cleanText(writing), 24)];
  const badge = badges.flatMap((text): Segment[] => (text ? [{text, bold: true}, dot] : []));
  const taken = lineWidth(badge);
  const roomRight = Math.max(room - wanted - 3, Math.floor(room * 0.35)) - taken;
  const right = [...badge, ...fitted({who, dot, where}, roomRight, glyphs)];
  const leftWidth = room - lineWidth(right) - 3;
  const left = [{text: 'tool', tone: 'accent', bold: true} as const, ...breadcrumb(crumbs, leftWidth - 4, glyphs)];
  if (screenReader) {
    const steps = ['tool', ...crumbs].join(', ');
    const names = right.filter(({text}) => text !== dot.text).map(({text}) => text);
    return (
      <Box>
        {waiting ? <Spinner /> : null}
        <Line content={`${steps}. Profile: ${names.join(', ')}.`} width={size.columns} />
      </Box>
    );
  }
  return (
    <Box height={1} width={size.columns} paddingX={1} justifyContent="space-between" flexShrink={0}>
      <Line content={left} width={leftWidth} />
      <Box>
        {waiting ? <Spinner /> : null}
        <Line content={right} width={lineWidth(right)} />
      </Box>
    </Box>
  );
}

function fitted(
  {who, dot, where}: Record<'dot' | 'where', Segment> & {who: readonly Segment[]},
  room: number,
  glyphs: Glyphs,
): Segment[] {
  const full = [...who, dot, where];
  if (lineWidth(full) <= room) return full;
  const rest = room - lineWidth([...who, dot]);
  if (rest >= SHORTEST) return [...who, dot, ...clipLine([where], rest, glyphs.ellipsis)];
  return clipLine([...who.slice(0, 1), dot, where], room, glyphs.ellipsis);
}

/** Drops `Apps`, the first of more than two crumbs. The first of two may say what the user is picking for. */
function withoutRoot(crumbs: readonly string[]): readonly string[] {
  return crumbs.length > 2 ? crumbs.slice(1) : crumbs;
}

function breadcrumb(crumbs: readonly string[], width: number, {crumb: sign, ellipsis}: Glyphs): Segment[] {
  const line = (steps: readonly string[]): Segment[] =>
    steps.flatMap((crumb, index) => [
      {text: ` ${sign} `, dim: true},
      {text: crumb, bold: index === steps.length - 1},
    ]);
  const whole = line(crumbs);
  if (lineWidth(whole) <= width) return whole;
  const steps = withoutRoot(crumbs).map(cleanText);
  const widths = steps.map(widthOf);
  for (let over = lineWidth(line(steps)) - width; over > 0; over--) {
    const longest = widths.lastIndexOf(Math.max(...widths));
    widths[longest] = (widths[longest] ?? 0) - 1;
  }
  return line(steps.map((step, index) => truncate(step, widths[index] ?? 0, 'end', ellipsis)));
}

/** Returns the API's host. An invalid TOOL_API_URL must not break Profiles and Doctor. */
function hostOf(session: Session): Segment {
  return orElse(() => ({text: session.apiOrigin.replace(/^https:\/\//, '')}), {text: 'bad TOOL_API_URL', tone: 'bad'});
}

export function Spinner() {
  const {host} = useServices();
  const {theme, screenReader} = useDisplay();
  const ticks = useTicks(!screenReader, 120, host.clock);
  const {spinner} = theme.glyphs;
  if (screenReader) return <Text>Loading. </Text>;
  return <Text color={theme.color('accent')}>{`${spinner[ticks % spinner.length]} `}</Text>;
}
