import {Box} from 'ink';
import {useApp} from '../app-context.ts';
import {clipLine, Line, lineWidth, type Segment} from '../components/line.tsx';
import {Spinner} from '../components/spinner.tsx';

interface HeaderProps {
  crumbs: readonly string[];
  /** Something is being waited for. */
  waiting: boolean;
}

/** Row 1: where (breadcrumb), and as whom (profile, its source, host or SANDBOX). */
export function Header({crumbs, waiting}: HeaderProps) {
  const {size, theme, profile, session} = useApp();
  const {glyphs} = theme;
  const place: Segment[] = crumbs.flatMap((crumb, index): Segment[] => [
    {text: ` ${glyphs.crumb} `, dim: true},
    {text: crumb, bold: index === crumbs.length - 1},
  ]);
  const where: Segment = session.globals.sandbox
    ? {text: 'SANDBOX', tone: 'accent', bold: true}
    : {text: hostOf(session.apiOrigin)};
  const dot: Segment = {text: ` ${glyphs.dot} `, dim: true};
  const who: Segment[] = profile
    ? [{text: profile.name ?? 'no profile'}, dot, {text: profile.source, dim: true}]
    : [{text: 'no profile', dim: true}];
  const full = [...who, dot, where];
  const room = size.columns - 2;
  const left: Segment[] = [{text: 'tool', tone: 'accent', bold: true}, ...place];
  const right =
    lineWidth(full) <= room / 2 ? full : clipLine([...who.slice(0, 1), dot, where], room / 2, glyphs.ellipsis);
  const leftWidth = room - lineWidth(right) - 3;
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

function hostOf(origin: string): string {
  return origin.replace(/^https:\/\//, '');
}
