import {Box, Text} from 'ink';
import {useContext} from 'react';
import type {Session} from '../../app/session/session.ts';
import {cleanText} from '../../services/model/clean.ts';
import {orElse} from '../../services/model/values.ts';
import {truncate, widthOf} from '../../services/text/width.ts';
import {Line} from '../components/line.tsx';
import {useDisplay, useServices, useTicks} from '../context/services.ts';
import {ShellStateContext} from '../context/shell.ts';
import {clipLine, lineWidth, type Segment} from '../text/lines.ts';
import type {Glyphs} from '../theme.ts';

const SHORTEST = 8;

export function Header({crumbs, waiting}: {crumbs: readonly string[]; waiting: boolean}) {
  const {profile, readOnly, session} = useServices();
  const {size, theme, screenReader} = useDisplay();
  const {glyphs} = theme;
  const where: Segment = session.globals.sandbox ? {text: 'SANDBOX', tone: 'accent', bold: true} : hostOf(session);
  const dot: Segment = {text: ` ${glyphs.dot} `, dim: true};
  const who: Segment[] = profile
    ? [...(profile.name === undefined ? [] : [{text: profile.name}, dot]), {text: profile.source, dim: true}]
    : [{text: 'no profile', dim: true}];
  const room = size.columns - 2;
  const wanted = lineWidth(breadcrumb(crumbs, room, glyphs)) + 4;
  const {writing} = useContext(ShellStateContext);
  const badges = [readOnly === undefined ? undefined : 'READ-ONLY', writing && truncate(cleanText(writing), 24)];
  const badge = badges.flatMap((text): Segment[] => (text ? [{text, bold: true}, dot] : []));
  const taken = lineWidth(badge);
  const roomRight = Math.max(room - wanted - 3, Math.floor(room * 0.4)) - taken;
  const right = [...badge, ...fitted({who, dot, where}, roomRight, room / 2 - taken, glyphs)];
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
  half: number,
  glyphs: Glyphs,
): Segment[] {
  const full = [...who, dot, where];
  if (lineWidth(full) <= Math.max(room, half)) return full;
  const rest = room - lineWidth([...who, dot]);
  if (rest >= SHORTEST) return [...who, dot, ...clipLine([where], rest, glyphs.ellipsis)];
  return clipLine([...who.slice(0, 1), dot, where], room, glyphs.ellipsis);
}

/** The last crumb says most. Of two, the first is only cut: it may say what is being picked for. */
function breadcrumb(crumbs: readonly string[], width: number, glyphs: Glyphs): Segment[] {
  const line = (steps: readonly string[]): Segment[] =>
    steps.flatMap((crumb, index) => [
      {text: ` ${glyphs.crumb} `, dim: true},
      {text: crumb, bold: index === steps.length - 1},
    ]);
  const [first = '', last] = crumbs;
  const rest = last === undefined || crumbs.length > 2 ? 0 : width - lineWidth(line(['', last]));
  if (rest >= SHORTEST && rest < widthOf(first)) {
    return line([truncate(cleanText(first), rest, 'end', glyphs.ellipsis), last ?? '']);
  }
  for (let skipped = 0; skipped < crumbs.length; skipped++) {
    const steps = line([...(skipped > 0 ? [glyphs.ellipsis] : []), ...crumbs.slice(skipped)]);
    if (lineWidth(steps) <= width) return steps;
  }
  return line(crumbs.slice(-1));
}

/** Profiles and Doctor must work even with an invalid TOOL_API_URL. */
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
