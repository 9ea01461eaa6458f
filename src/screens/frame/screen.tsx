import {Box, Text} from 'ink';
import {createContext, type ReactNode, useContext} from 'react';
import {Line} from '../components/line.tsx';
import {useDisplay} from '../context/display.ts';
import type {Toast} from '../context/shell.ts';
import type {Load} from '../hooks/use-load.ts';
import {useWatch, type Watched} from '../hooks/use-watch.ts';
import type {Binding} from '../input/keyboard.ts';
import {useKeys, useTakesText} from '../input/use-keys.tsx';
import {type LineContent, lineWidth} from '../text/line-content.ts';
import type {Size} from '../text/width.ts';
import type {Glyphs} from '../theme.ts';
import {Banner, type Notice, noticeLines, noticeOf} from './banner.tsx';
import {Footer} from './footer.tsx';
import {Header} from './header.tsx';
import {useDrawn} from './subject.ts';

export const ToastContext = createContext<Toast | undefined>(undefined);
/** A dialog has the keys: the screen below it names none. */
export const CoveredContext = createContext(false);
/** The bindings that work on every screen, for the footer's end. */
export const GlobalKeysContext = createContext<readonly Binding[]>([]);

interface ScreenProps {
  /** Where this is, after `tool`: `['Apps', 'Aurora Notes']`. */
  crumbs: readonly string[];
  keys: readonly Binding[];
  /** What the screen reads: adds `r`, Esc while it is busy, the spinner and the error banner. */
  load?: Load<unknown>;
  /** What is read may be watched (`w`): read again by itself. */
  watch?: Watched;
  /** Something else that is being waited for. */
  waiting?: boolean;
  /** A line between header and rule, e.g. filters in force. */
  sub?: LineContent;
  notice?: Notice;
  /** Left end of the line above the footer. A toast takes its place. */
  status?: LineContent;
  /** A field that takes the place of the status. */
  input?: ReactNode;
  /** Right end of it. */
  statusRight?: string;
  /** Column of a vertical rule in the content, which hangs from the rule above. */
  splitAt?: number;
  /** A dialog of the screen's own, over everything. */
  dialog?: ReactNode;
  children: (area: Size) => ReactNode;
}

/**
 * The frame of every screen: header, rule, banners, content, status, footer, together exactly as high as the terminal. A
 * toast that is longer than the line of the status is a banner.
 */
export function Screen({
  crumbs,
  keys,
  load,
  watch,
  waiting,
  sub,
  notice,
  status,
  input,
  statusRight: when = '',
  splitAt,
  dialog,
  children,
}: ScreenProps) {
  const {size, theme, screenReader} = useDisplay();
  const toast = useContext(ToastContext);
  const global = useContext(GlobalKeysContext);
  const covered = useContext(CoveredContext) || dialog !== undefined;
  const takesText = useTakesText();
  const watched = useWatch(load, watch, covered || takesText);
  const bindings = load ? [...keys, ...watched.keys, ...loadKeys(load)] : keys;
  useKeys(bindings);
  useDrawn();
  const statusRight =
    watched.status === undefined || when === '' ? when : `watching ${theme.glyphs.dot} ${watched.status}`;

  const width = size.columns;
  const statusWidth = width - 3 - statusRight.length;
  const trouble = notice ?? (load?.error ? noticeOf(load.error, load.retryIn) : undefined);
  const isLong = toast !== undefined && lineWidth(toast.text) > statusWidth;
  const notices: Notice[] = [...(isLong ? [{tone: 'busy' as const, ...toast}] : []), ...(trouble ? [trouble] : [])];
  const bannerHeight = notices.flatMap((one) => noticeLines(one, width - 4)).length;
  const height = size.rows - 4 - (sub ? 1 : 0) - bannerHeight;
  const isWaiting = Boolean(load?.slow || waiting);
  const answer = isLong ? undefined : toast;
  const left: LineContent = answer
    ? [{text: answer.text, tone: answer.tone, bold: true}]
    : load?.slow
      ? [{text: 'Esc stops waiting', dim: true}]
      : (status ?? '');
  const statusLeft = input && !answer ? input : <Line content={left} width={statusWidth} />;
  const footer = <Footer bindings={covered ? [] : [...bindings, ...global]} width={width - 2} />;

  const banners = notices.map((one) => <Banner key={one.text} notice={one} />);

  if (screenReader) {
    return (
      <Box flexDirection="column">
        <Header crumbs={crumbs} waiting={isWaiting} />
        {sub ? <Line content={sub} width={width} /> : null}
        {banners}
        {children({columns: width, rows: height})}
        {statusLeft}
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
      <Text dimColor>{ruleOf(width, notices.length === 0 ? splitAt : undefined, theme.glyphs)}</Text>
      {banners}
      <Box height={height} flexDirection="column" flexShrink={0} overflowY="hidden">
        {children({columns: width, rows: height})}
      </Box>
      <Box paddingX={1} height={1} justifyContent="space-between" flexShrink={0}>
        {statusLeft}
        <Line content={[{text: statusRight, dim: true}]} width={statusRight.length} />
      </Box>
      <Box paddingX={1} height={1} flexShrink={0}>
        {footer}
      </Box>
      {dialog}
    </Box>
  );
}

function ruleOf(width: number, splitAt: number | undefined, {rule, tee}: Glyphs): string {
  return splitAt === undefined ? rule.repeat(width) : rule.repeat(splitAt) + tee + rule.repeat(width - splitAt - 1);
}

function loadKeys(load: Load<unknown>): Binding[] {
  // Until the spinner shows, Esc means back.
  const waits = load.slow || load.retryIn > 0;
  const stop: Binding = {keys: ['esc'], label: 'stop waiting', shown: 'help', run: load.cancel};
  return [
    ...(waits ? [stop] : []),
    {keys: ['r'], label: load.error ? 'retry' : 'refresh', title: 'Refresh', inPalette: true, run: load.reload},
  ];
}
