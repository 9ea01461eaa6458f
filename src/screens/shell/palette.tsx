import {Box, Text} from 'ink';
import {useLayoutEffect, useState} from 'react';
import {pad, truncate, widthOf} from '../../services/text/width.ts';
import {Dialog, useDialogInside} from '../components/dialog.tsx';
import {stepKeys} from '../components/movement-keys.ts';
import {TextField} from '../components/text-field.tsx';
import {useRouter} from '../context/router.ts';
import {useDisplay} from '../context/services.ts';
import {useShell, useTargetBelow} from '../context/shell.ts';
import {type Binding, keyName} from '../input/keyboard.ts';
import {type LineContent, type Segment, spokenRow} from '../text/lines.ts';
import type {Theme} from '../theme.ts';
import {nameOf, type PaletteEntry, paletteEntries, useFound, useLoadedApps} from './palette-entries.ts';

const MAX_ROWS = 12;

export function Palette({bindingsBelow, onClose}: {bindingsBelow(): readonly Binding[]; onClose(): void}) {
  const {theme, size, screenReader} = useDisplay();
  const {leave} = useShell();
  const router = useRouter();
  const target = useTargetBelow();
  const [query, setQuery] = useState('');
  // The choice is kept by name, because later results may change the order.
  const [chosen, setChosen] = useState<string>();
  const inside = useDialogInside();

  const actionsAndPlaces = paletteEntries(target ?? {}, bindingsBelow(), router);
  const found = useFound(query.trim(), actionsAndPlaces, useLoadedApps(target?.app));
  const height = Math.min(MAX_ROWS, size.rows - 6, found.length);
  const index = Math.max(
    0,
    found.findIndex((entry) => nameOf(entry) === chosen),
  );
  const selected = found[index] && nameOf(found[index]);
  useLayoutEffect(() => setChosen(selected), [selected]);
  const top = Math.max(0, Math.min(index - Math.floor(height / 2), found.length - height));
  const entry = found[index];
  const move = (by: number) => {
    const next = found[Math.max(0, Math.min(found.length - 1, index + by))];
    setChosen(next && nameOf(next));
  };
  const run = () => {
    if (!entry) return;
    onClose();
    if (entry.leaves) leave(entry.run);
    else entry.run();
  };

  const shown = found.slice(top, top + height);
  const lines = shown.map((entry, row) =>
    screenReader
      ? spokenRow(top + row, [entry.title, endOf(entry, theme)].filter(Boolean).join(', '), top + row === index)
      : entryLine(entry, top + row === index, inside, theme),
  );
  return (
    <Dialog
      title="Commands"
      top={2}
      keys={[
        {
          keys: ['enter'],
          label: 'run',
          title: entry?.title,
          unavailable: entry?.unavailable,
          guarded: entry?.guarded && entry.title,
          run,
        },
        ...stepKeys(['down', 'ctrl+n', 'tab'], ['up', 'ctrl+p', 'shift+tab'], move),
        ...stepKeys(['pagedown'], ['pageup'], (by) => move(by * height)),
        {keys: ['esc'], label: 'close', run: onClose},
      ]}
      lines={[
        <Box key="query">
          <Text color={theme.color('accent')}>{`${theme.glyphs.crumb} `}</Text>
          <TextField
            value={query}
            focus
            width={inside - 2}
            placeholder="type to search"
            onChange={(text) => {
              setQuery(text);
              setChosen(undefined);
            }}
          />
        </Box>,
        ...(lines.length > 0 ? lines : NO_MATCH),
      ]}
    />
  );
}

const NO_MATCH: readonly LineContent[] = [
  [{text: '  No matches. Esc closes.', dim: true}],
  [{text: '  In a shell: tool --help; to try, tool --sandbox.', dim: true}],
];

function endOf({unavailable, key, command = ''}: PaletteEntry, {glyphs}: Theme): string {
  return unavailable ?? (key ? keyName(key, glyphs) : command);
}

function entryLine(entry: PaletteEntry, selected: boolean, width: number, theme: Theme): Segment[] {
  const {glyphs} = theme;
  const end = endOf(entry, theme);
  const right = truncate(end, Math.floor(width * 0.55), 'end', glyphs.ellipsis);
  const room = width - 2 - widthOf(right) - 1;
  const dim = entry.unavailable !== undefined;
  return [
    {text: selected ? `${glyphs.marker} ` : '  ', tone: 'accent'},
    {text: pad(truncate(entry.title, room, 'end', glyphs.ellipsis), room + 1), bold: selected, dim},
    {text: right, dim: true},
  ];
}
