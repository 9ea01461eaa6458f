import {Box} from 'ink';
import type {LineContent} from '../text/line-content.ts';
import {Line} from './line.tsx';

interface LinesProps {
  lines: readonly LineContent[];
  width: number;
}

/** Lines below each other. */
export function Lines({lines, width}: LinesProps) {
  return (
    <Box flexDirection="column" flexShrink={0}>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
        <Line key={index} content={line} width={width} />
      ))}
    </Box>
  );
}
