import {Box} from 'ink';
import {describe} from '../../app/present/error.ts';
import type {ToolError} from '../../services/model/error.ts';
import {wrap} from '../../services/text/width.ts';
import {Dialog, useDialogInside} from '../components/dialog.tsx';
import {Line} from '../components/line.tsx';
import {useDisplay} from '../context/services.ts';
import {MAY_HAVE} from '../context/writes.ts';
import {inKeys} from '../frame/banner.ts';
import {Screen, Spinner} from '../frame/screen.tsx';
import type {Binding} from '../input/keyboard.ts';
import {inWords} from '../text/labels.ts';
import {commandLines, type Fact, factLines, indented, type LineContent, noteLines, signedLines} from '../text/lines.ts';
import type {Glyphs} from '../theme.ts';

const MARGIN = 2;

export type Heading = {crumbs: readonly string[]} | {title: string};

interface LinesViewProps {
  frame: Heading;
  keys: readonly Binding[];
  waiting?: boolean;
  linesIn(width: number): readonly LineContent[];
}

export function LinesView({frame, keys, waiting = false, linesIn}: LinesViewProps) {
  const {size} = useDisplay();
  const width = useDialogInside();
  if ('crumbs' in frame) {
    const lines = ['', ...indented(linesIn(size.columns - 2 * MARGIN), ' '.repeat(MARGIN))];
    return <Screen {...frame} {...{keys, waiting}} lines={() => lines} />;
  }
  const lines = linesIn(width);
  const [only, more] = lines;
  if (!waiting || only === undefined || more !== undefined) return <Dialog title={frame.title} {...{keys, lines}} />;
  const row = (
    <Box>
      <Spinner />
      <Line content={only} width={width - 2} />
    </Box>
  );
  return <Dialog title={frame.title} keys={keys} lines={[row]} />;
}

export function runningKeys({cancel, stopping}: {cancel(): void; stopping?: boolean}): Binding[] {
  return [{keys: ['esc'], label: 'cancel', unavailable: stopping ? 'it is stopping already' : undefined, run: cancel}];
}

export interface ResultStep {
  title: string;
  state?: LineContent;
  facts?: readonly Fact[];
  failures?: readonly string[];
  note?: string | readonly string[];
  next?: string;
  command?: string;
}

export function resultLines(
  {title, state, facts = [], failures = [], note = [], next, command}: ResultStep,
  width: number,
  {ok, rejected, dot}: Glyphs,
): LineContent[] {
  const sign = failures.length > 0 ? ({sign: rejected, tone: 'bad'} as const) : ({sign: ok, tone: 'good'} as const);
  return [
    ...signedLines({...sign, bold: true}, title, width),
    ...(state === undefined ? [] : [state]),
    ...(failures.length > 0 ? ['', ...failures.flatMap((text) => signedLines({sign: dot}, inWords(text), width))] : []),
    ...(facts.length > 0 ? ['', ...factLines(facts, width)] : []),
    ...[note].flat().flatMap((text) => ['', ...noteLines(text, width)]),
    ...(next ? ['', ...wrap(next, width)] : []),
    ...(command === undefined ? [] : ['', ...commandLines(command, width)]),
  ];
}

export function doneKeys(onDone: () => void, copy: Binding, next: readonly Binding[] = [], label = 'done'): Binding[] {
  // An extra press of Enter must neither close an unread result nor start another write.
  const enter: Binding = {keys: ['enter'], label, guarded: 'result', restsFirst: true, run: onDone};
  return [enter, ...next, copy, {keys: ['esc'], label, guarded: true, run: onDone}];
}

/** The label of Esc after a failure. After a success, it is `done`. */
export const BACK = 'back';

interface FailureOptions {
  /** True if the text should name which of several writes was refused. */
  inSteps?: boolean;
  /** True if the answer to an earlier request was lost. */
  isSecond?: boolean;
}

const INDENT = '  ';
const UNCHANGED = `${INDENT}Nothing was changed.`;
const FIRST_REQUEST = 'The first request may still take effect.';

export function failureLines(error: ToolError, width: number, glyphs: Glyphs, options: FailureOptions): LineContent[] {
  const {outcome = 'refused', refused} = error.facts.writes ?? {};
  const inside = (text: string) => indented(wrap(text, width - 2), INDENT);
  const fate = error.kind === 'interrupted' ? wrap(MAY_HAVE, width) : [UNCHANGED];
  const step = options.inSteps && refused ? inside(`Refused: ${inWords(refused.what)}.`) : [];
  const rest = options.isSecond ? inside(FIRST_REQUEST) : outcome === 'refused' ? fate : [];
  return errorLines(error, width, glyphs, [...step, ...rest]);
}

export function errorLines(
  error: ToolError,
  width: number,
  {rejected}: Glyphs,
  fate: readonly LineContent[] = [],
): LineContent[] {
  const {message, details, hint} = describe(error);
  return [
    ...signedLines({sign: rejected, tone: 'bad', bold: true}, inWords(inKeys(message)), width),
    ...details.flatMap((detail) => indented(wrap(inWords(inKeys(detail)), width - 2), INDENT)),
    ...fate,
    ...(hint ? ['', ...wrap(inKeys(hint), width)] : []),
  ];
}
