import {Box} from 'ink';
import {describe} from '../../app/present/error.ts';
import {takeStart, wrap} from '../../app/present/width.ts';
import {cleanLines} from '../../services/model/clean.ts';
import type {ToolError} from '../../services/model/error.ts';
import {Line} from '../components/line.tsx';
import {useDisplay} from '../context/display.ts';
import type {Tone} from '../theme.ts';

export interface Notice {
  tone: Tone;
  text: string;
  hint?: string;
  keys?: string;
}

const TEXT_LINES = 4;
const HINT_LINES = 3;

export function noticeLines({text, hint, keys}: Notice, width: number): {text: string; dim: boolean}[] {
  return [
    ...firstLines(text, width, TEXT_LINES).map((line) => ({text: line, dim: false})),
    ...(hint ? firstLines(hint, width, HINT_LINES).map((line) => ({text: line, dim: true})) : []),
    ...(keys ? [{text: keys, dim: false}] : []),
  ];
}

export function firstLines(text: string, width: number, most: number): string[] {
  const lines = wrap(cleanLines(text), width);
  return lines.length <= most
    ? lines
    : [...lines.slice(0, most - 1), `${takeStart(lines[most - 1] ?? '', width - 2)} …`];
}

export function Banner({notice}: {notice: Notice}) {
  const {size, theme} = useDisplay();
  const width = size.columns - 4;
  const sign = notice.tone === 'bad' ? theme.glyphs.rejected : theme.glyphs.blocked;
  return (
    <Box flexDirection="column" paddingX={1} flexShrink={0}>
      {noticeLines(notice, width).map((line, index) => (
        <Line
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity
          key={index}
          width={width + 2}
          content={[
            {text: index === 0 ? `${sign} ` : '  ', tone: notice.tone, bold: true},
            {text: line.text, dim: line.dim},
          ]}
        />
      ))}
    </Box>
  );
}

/** `retryIn`: seconds until the automatic retry. */
export function noticeOf(error: ToolError, retryIn = 0, hasProfile = true): Notice {
  const {message, details, hint} = describe(error);
  const again = retryIn > 0 ? `Retrying in ${retryIn} s. r retries now, Esc stops.` : 'r retries.';
  return {
    tone: 'bad',
    text: [message, ...details].join('\n'),
    // The countdown already says how long to wait.
    hint: retryIn > 0 ? undefined : hint,
    keys:
      error.kind === 'credentials' ? `${hasProfile ? 'P profiles' : 'P log in or set up'}, ! doctor, ${again}` : again,
  };
}

export function moreNotice({moreError}: {moreError: ToolError | undefined}): Notice | undefined {
  return (
    moreError && {
      ...noticeOf(moreError),
      hint: 'The next page failed. Move down to retry it, r to reload all.',
    }
  );
}
