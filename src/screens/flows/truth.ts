import type {ToolError} from '../../services/model/error.ts';
import {useLook} from '../context/look.ts';
import {useServices} from '../context/services.ts';
import {type Load, useLoad} from '../hooks/use-load.ts';
import type {Binding} from '../input/keyboard.ts';
import type {LineContent} from '../text/line-content.ts';
import {createLocalTime} from '../text/time.ts';
import {wrap} from '../text/width.ts';
import type {Write} from './use-write.ts';

/** What a reading after a write of unknown outcome shows. */
export interface Truth {
  /** It was carried out. */
  done: boolean;
  /** In a sentence. */
  text: string;
}

/** Reads what is true once the outcome of a write is unknown. */
export function useTruth<T extends Truth>(write: Write<unknown>, read: (signal: AbortSignal) => Promise<T>): Load<T> {
  return useLoad(`truth ${write.sentAt}`, write.phase === 'unknown' ? 'truth' : undefined, read);
}

/** That the outcome was lost, and what is true as read just now. */
export function useTruthLines(
  error: ToolError | undefined,
  {data, error: unread, at, busy}: Load<Truth>,
  width: number,
) {
  const {host} = useServices();
  const {theme} = useLook();
  const {glyphs} = theme;
  const reason = error?.facts.cancelled
    ? 'It was cancelled while it was under way.'
    : (error?.message.split('\n')[0] ?? '');
  const reading = (): LineContent[] => {
    if (unread) return wrap(`What is true now could not be read: ${unread.message}`, width);
    if (!data || at === undefined || busy) return ['Reading what is true now'];
    const sign = data.done ? glyphs.ok : glyphs.none;
    return [
      [{text: `As read at ${createLocalTime(host.env).clock(at)}:`, dim: true}],
      ...wrap(data.text, width - 2).map(
        (line, index): LineContent => [
          {text: index === 0 ? `${sign} ` : '  ', tone: data.done ? 'good' : undefined, bold: true},
          {text: line, bold: true},
        ],
      ),
    ];
  };
  const lines: LineContent[] = [
    ...wrap(reason, width - 2).map(
      (line, index): LineContent => [
        {text: index === 0 ? `${glyphs.blocked} ` : '  ', tone: 'busy', bold: true},
        {text: line, bold: true},
      ],
    ),
    ...wrap('The store may or may not have carried it out. It was not sent again.', width),
    '',
    ...reading(),
    ...(data && !data.done && !busy
      ? ['', ...wrap('It may still be carried out: read again before you repeat it.', width)]
      : []),
  ];
  return lines;
}

/** Nothing is offered but to read again: what was lost may still arrive. */
export function truthKeys(load: Load<Truth>, onLeave: () => void, next: readonly Binding[] = []): Binding[] {
  return [
    {keys: ['r'], label: 'read again', run: load.reload},
    ...(load.data?.done ? next : []),
    {keys: ['esc'], label: 'leave', run: onLeave},
  ];
}
