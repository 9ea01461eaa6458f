import {memo, useMemo} from 'react';
import {Lines} from '../components/line.tsx';
import {useDisplay} from '../context/display.ts';
import type {Size} from '../text/width.ts';
import {useLocalTime} from '../time/use-local-time.ts';
import {type Glance, paneLines} from './pane-lines.ts';

interface VersionPaneProps {
  glance: Glance | undefined;
  /** What is to be done next. */
  step: string | undefined;
  size: Size;
}

/** The selected version beside its list. */
export function VersionPane({glance, step, size: {columns, rows}}: VersionPaneProps) {
  const {theme, screenReader} = useDisplay();
  const time = useLocalTime();
  const lines = useMemo(
    () => (glance ? paneLines(glance, step, {glyphs: theme.glyphs, time, width: columns, rows, screenReader}) : []),
    [glance, step, theme, time, columns, rows, screenReader],
  );
  return <PaneLines lines={lines} width={columns} />;
}

const PaneLines = memo(Lines);
