import {useState} from 'react';
import {
  FILTERABLE_STATES,
  PLATFORMS,
  type Platform,
  VERSION_STATES,
  type VersionState,
} from '../../services/model/version.ts';
import {Dialog} from '../components/dialog.tsx';
import {scrollTo} from '../components/list-model.ts';
import {stepKeys} from '../components/movement-keys.ts';
import {useEntry, useSaved} from '../context/router.ts';
import {useDisplay} from '../context/services.ts';
import {paletteKey} from '../input/keyboard.ts';
import {platformName, stateDisplay, stateSegments} from '../text/labels.ts';
import {type LineContent, lineWidth, SELECTED, type Segment} from '../text/lines.ts';

export interface Filters {
  states: readonly VersionState[];
  platforms: readonly Platform[];
}

export const PICKED_STATES = [...new Set<VersionState>([...FILTERABLE_STATES, ...VERSION_STATES])];

export function sent({states, platforms}: Filters): Partial<Filters> {
  return {...(states.length > 0 ? {states} : {}), ...(platforms.length > 0 ? {platforms} : {})};
}

const STATES_KEY = 'f';
const PLATFORMS_KEY = 'p';

export function useFilters() {
  const {glyphs} = useDisplay().theme;
  const {states = [], platforms = [], picking: first} = useEntry().params;
  const [filters, setFilters] = useSaved<Filters>('filters', {states, platforms});
  // The page of a version sets this before it returns to the list.
  const [picking, setPicking] = useSaved('picking', first);
  const isFiltered = filters.states.length + filters.platforms.length > 0;
  const close = () => setPicking(undefined);
  const pickers = {
    states: {
      title: 'Only versions in these states',
      items: PICKED_STATES.map((value) => ({value, label: stateSegments(value, glyphs)})),
    },
    platforms: {
      title: 'Only these platforms',
      items: PLATFORMS.map((value) => ({value, label: [{text: platformName(value)}]})),
    },
  };
  const apply = (chosen: readonly string[]) => {
    close();
    if (picking) setFilters({...filters, [picking]: chosen});
  };
  return {
    filters,
    clear: isFiltered ? () => setFilters({states: [], platforms: []}) : undefined,
    keys: [
      paletteKey(STATES_KEY, 'states', 'Filter by state', () => setPicking('states')),
      paletteKey(PLATFORMS_KEY, 'platforms', 'Filter by platform', () => setPicking('platforms')),
    ],
    dialog: picking && (
      <FilterPicker {...pickers[picking]} chosen={filters[picking]} onApply={apply} onCancel={close} />
    ),
  };
}

/** Returns `f States [in review] [live]   p Platforms all`, with a count. In a narrow terminal, `[in review] +1`. */
export function filterLine(
  {states, platforms}: Filters,
  count: string,
  {width, screenReader}: {width: number; screenReader: boolean},
): LineContent {
  const line = (mostStates: number, mostPlatforms: number, hasKeys: boolean): Segment[] => [
    {text: hasKeys ? `${STATES_KEY} ` : '', bold: true},
    {text: 'States ', dim: true},
    ...chips(
      states.map((state) => stateDisplay(state).short),
      mostStates,
    ),
    {text: hasKeys ? `   ${PLATFORMS_KEY} ` : '   ', bold: true},
    {text: 'Platforms ', dim: true},
    ...chips(platforms.map(platformName), mostPlatforms),
  ];
  const all = line(states.length, platforms.length, false);
  if (screenReader) return [...all, {text: `. ${count}`}];
  const most = [[states.length, platforms.length] as const, [1, platforms.length] as const, [1, 1] as const];
  const lines = most.flatMap((counts) => [line(...counts, true), line(...counts, false)]);
  const blankOf = (left: readonly Segment[]) => width - lineWidth(left) - count.length;
  const left = lines.find((one) => blankOf(one) > 0) ?? all;
  const blank = blankOf(left);
  return blank > 0 ? [...left, {text: ' '.repeat(blank)}, {text: count, dim: true}] : left;
}

function chips(names: readonly string[], most: number): Segment[] {
  if (names.length === 0) return [{text: 'all', dim: true}];
  const named = names
    .slice(0, most)
    .flatMap((name, index): Segment[] => [{text: index > 0 ? ' ' : ''}, {text: `[${name}]`, bold: true}]);
  return names.length > most ? [...named, {text: ` +${names.length - most}`, bold: true}] : named;
}

interface FilterPickerProps {
  title: string;
  items: readonly {value: string; label: readonly Segment[]}[];
  chosen: readonly string[];
  onApply(chosen: readonly string[]): void;
  onCancel(): void;
}

const WIDTH = 44;
const AROUND_PICKER = 6;

function FilterPicker({title, items, onApply, onCancel, ...props}: FilterPickerProps) {
  const {theme, screenReader, size} = useDisplay();
  const [chosen, setChosen] = useState(props.chosen);
  const [index, setIndex] = useState(0);
  const {checked, unchecked, marker} = theme.glyphs;
  const room = screenReader ? items.length : Math.min(items.length, size.rows - AROUND_PICKER);
  const top = scrollTo(0, index, room, items.length);
  const part = room < items.length ? ` (${index + 1}/${items.length})` : '';
  const move = (by: number) => setIndex((index + by + items.length) % items.length);
  const toggle = () =>
    setChosen(
      items.map(({value}) => value).filter((value) => chosen.includes(value) !== (value === items[index]?.value)),
    );
  return (
    <Dialog
      title={title + part}
      width={WIDTH}
      keys={[
        {keys: [' ', 'x'], label: 'toggle', run: toggle},
        {keys: ['enter'], label: 'apply', run: () => onApply(chosen)},
        {keys: ['a'], label: 'all', title: 'All: no filter', run: () => setChosen([])},
        ...stepKeys(['down', 'j', 'tab'], ['up', 'k', 'shift+tab'], move),
        {keys: ['esc', 'q'], label: 'cancel', run: onCancel},
      ]}
      lines={items.slice(top, top + room).map(({value, label}, offset): Segment[] => {
        const place = top + offset;
        const isChosen = chosen.includes(value);
        return [
          {text: place === index ? `${marker} ` : '  ', tone: 'accent', decor: true},
          {text: `${screenReader ? `${place + 1}. ` : ''}${isChosen ? checked : unchecked} `, bold: place === index},
          ...label.map((segment) => ({...segment, bold: place === index || segment.bold})),
          ...(screenReader && place === index ? [{text: SELECTED}] : []),
        ];
      })}
    />
  );
}
