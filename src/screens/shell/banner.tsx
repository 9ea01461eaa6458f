import {Box} from 'ink';
import type {ToolError} from '../../services/model/error.ts';
import {useApp} from '../app-context.ts';
import {Line} from '../components/line.tsx';
import {wrap} from '../text/width.ts';
import type {Tone} from '../theme.ts';

/** A notice between header and content. */
export interface Notice {
  tone: Tone;
  /** May have several lines. */
  text: string;
  /** What to do, which keys help. */
  hint?: string;
}

const MOST_LINES = 4;

/** The lines a notice takes at a width: its text cut to a few lines, then the hint. */
export function noticeLines({text, hint}: Notice, width: number): {text: string; isHint: boolean}[] {
  const whole = wrap(text, width);
  const lines = whole.slice(0, MOST_LINES).map((line) => ({text: line, isHint: false}));
  const last = lines.at(-1);
  if (whole.length > MOST_LINES && last) last.text += ' …';
  const hints = hint ? wrap(hint, width).slice(0, 2) : [];
  return [...lines, ...hints.map((line) => ({text: line, isHint: true}))];
}

export function Banner({notice}: {notice: Notice}) {
  const {size, theme} = useApp();
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
            {text: line.text, dim: line.isHint},
          ]}
        />
      ))}
    </Box>
  );
}

/** What an error says on a screen, and which keys help; `retryIn` in seconds. */
export function noticeOf(error: ToolError, retryIn = 0): Notice {
  const again = retryIn > 0 ? `Asking again in ${retryIn} s. r now, Esc not at all.` : 'r tries again.';
  const keys = error.kind === 'credentials' ? 'P profiles, ! doctor, r tries again.' : again;
  return {tone: 'bad', text: error.message, hint: error.hint ? `${error.hint} ${keys}` : keys};
}

/** Why a further page did not come; undefined when there is nothing to say. */
export function moreNotice({moreError}: {moreError: ToolError | undefined}): Notice | undefined {
  return (
    moreError && {
      ...noticeOf(moreError),
      hint: 'This was the next page. Going down asks again, r reads everything again.',
    }
  );
}
