import {Box} from 'ink';
import {describe} from '../../app/present/error.ts';
import type {ToolError} from '../../services/model/error.ts';
import {useApp} from '../app-context.ts';
import {Line, type LineContent} from '../components/line.tsx';
import {useKeys} from '../input/use-keys.tsx';
import {pad, widthOf, wrap} from '../text/width.ts';
import {useAfter} from '../time/use-waiting.ts';

/** The steps that follow a form: what will be sent, that it is being sent, what came of it. */

const MARGIN = 2;

interface ReviewProps {
  /** What will happen, in a sentence. */
  title: string;
  /** What will be sent: name and value. */
  facts: readonly (readonly [string, string])[];
  /** The scripted command that does the same. */
  command: string;
  /** Something to think about before, e.g. that the service may refuse. */
  warning?: string;
  width: number;
}

/** What will be sent, and the command that does the same. Its keys: reviewKeys. */
export function Review({title, facts, command, warning, width}: ReviewProps) {
  return (
    <Box flexDirection="column" paddingX={MARGIN} paddingTop={1}>
      <Line content={[{text: title, bold: true}]} width={width - 2 * MARGIN} />
      <Box height={1} />
      <Facts facts={facts} width={width - 2 * MARGIN} />
      {warning ? <Paragraph text={`! ${warning}`} width={width - 2 * MARGIN} /> : null}
      <CommandLine command={command} width={width - 2 * MARGIN} />
    </Box>
  );
}

/** Names and values below each other. */
export function Facts({facts, width}: {facts: readonly (readonly [string, string])[]; width: number}) {
  const names = Math.max(0, ...facts.map(([name]) => widthOf(name))) + 2;
  return (
    <Box flexDirection="column">
      {facts.map(([name, value]) => (
        <Line key={name} content={[{text: pad(name, names), dim: true}, {text: value}]} width={width} />
      ))}
    </Box>
  );
}

/** The equivalent command: every write teaches its script. */
export function CommandLine({command, width}: {command: string; width: number}) {
  return (
    <Box flexDirection="column" marginTop={1}>
      <Line content={[{text: 'The same from a script:', dim: true}]} width={width} />
      {wrap(command, width - 2).map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity
        <Line key={index} content={[{text: `${index === 0 ? '' : '  '}${line}`, tone: 'accent'}]} width={width} />
      ))}
    </Box>
  );
}

/** A text in as many lines as it needs, with a blank line before. */
export function Paragraph({text, width}: {text: string; width: number}) {
  return (
    <Box flexDirection="column" marginTop={1}>
      {wrap(text, width).map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity
        <Line key={index} content={line} width={width} />
      ))}
    </Box>
  );
}

/** While it is being sent. Its keys: runningKeys. */
export function Running({text, width}: {text: string; width: number}) {
  return (
    <Box paddingX={MARGIN} paddingTop={1}>
      <Line content={text} width={width - 2 * MARGIN} />
    </Box>
  );
}

interface ResultProps {
  title: string;
  facts?: readonly (readonly [string, string])[];
  /** What comes next, e.g. that submitting is done on the web page. */
  next?: LineContent;
  command?: string;
  width: number;
}

/** So long an Enter is still meant for the step before. */
const STALE_ENTER_MS = 500;

/** Swallows the Enters of someone who pressed it more than once, so that what came of it is not dismissed unread. */
function useUnreadShield(): void {
  const read = useAfter(STALE_ENTER_MS);
  useKeys([{keys: ['enter'], label: 'wait', shown: 'none', run() {}}], {active: !read, rank: 10});
}

/** What came of it. Its keys: resultKeys. */
export function Result({title, facts = [], next, command, width}: ResultProps) {
  const {theme} = useApp();
  useUnreadShield();
  const inner = width - 2 * MARGIN;
  return (
    <Box flexDirection="column" paddingX={MARGIN} paddingTop={1}>
      <Line
        content={[
          {text: `${theme.glyphs.ok} `, tone: 'good', bold: true},
          {text: title, bold: true},
        ]}
        width={inner}
      />
      {facts.length > 0 ? <Box height={1} /> : null}
      <Facts facts={facts} width={inner} />
      {next ? (
        <Box marginTop={1}>
          <Line content={next} width={inner} />
        </Box>
      ) : null}
      {command ? <CommandLine command={command} width={inner} /> : null}
    </Box>
  );
}

/** Why it failed. Its keys: failureKeys. */
export function Failure({error, width}: {error: ToolError; width: number}) {
  const {theme} = useApp();
  useUnreadShield();
  const inner = width - 2 * MARGIN;
  const {message, details, hint} = describe(error);
  const lines = [message, ...details].flatMap((text, part) =>
    wrap(text, inner - 2).map((line) => ({text: line, bold: part === 0})),
  );
  return (
    <Box flexDirection="column" paddingX={MARGIN} paddingTop={1}>
      {lines.map(({text, bold}, index) => (
        <Line
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity
          key={index}
          width={inner}
          content={[
            {text: index === 0 ? `${theme.glyphs.rejected} ` : '  ', tone: 'bad', bold: true},
            {text, bold},
          ]}
        />
      ))}
      {hint ? <Paragraph text={hint} width={inner} /> : null}
    </Box>
  );
}
