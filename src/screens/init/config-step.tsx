import {Box, Text} from 'ink';
import {describe} from '../../app/present/error.ts';
import {Scroll} from '../components/scroll.tsx';
import {StaticTable} from '../components/static-table.tsx';
import {useDisplay} from '../context/display.ts';
import {useServices} from '../context/services.ts';
import {Screen} from '../frame/screen.tsx';
import type {Binding} from '../input/keyboard.ts';
import type {LineContent} from '../text/line-content.ts';
import {paragraphs} from '../text/lines.ts';
import type {Size} from '../text/width.ts';
import {configLines} from './config-lines.ts';
import {A_KEY, KEY_PARTS, SANDBOX_OFFER, WHAT_A_KEY_IS} from './key-words.ts';
import {type ConfigActions, useConfig} from './use-config.ts';
import type {InitFlow} from './use-init.ts';

/** An introduction to keys, and the config file: created where there is none, else replaced only on request. */
export function ConfigStep({flow}: {flow: InitFlow}) {
  const {session, host} = useServices();
  const {theme} = useDisplay();
  const {load} = flow;
  const config = useConfig(flow);
  const {error, status, slow} = config.task;
  const offer = session.globals.sandbox ? [] : ['', SANDBOX_OFFER];
  const below = ['', ...configLines(load.data, host.home, theme.glyphs), ...offer];
  return (
    <Screen
      crumbs={flow.crumbs}
      sub={flow.progress}
      load={load}
      waiting={slow}
      keys={configKeys(flow, config)}
      notice={error && {tone: 'bad', text: describe(error).message, hint: 'Ctrl+N continues without it.'}}
      status={status === 'running' ? 'Writing it' : ''}
    >
      {(area) => <ConfigText area={area} below={below} />}
    </Screen>
  );
}

function configKeys({load: {data: found}, keys}: InitFlow, {create, startOver, next}: ConfigActions): Binding[] {
  if (found?.configExists) {
    return [
      {keys: ['enter'], label: 'continue', run: next},
      ...keys,
      {keys: ['F'], label: 'start over', title: 'Replace the config by an empty one', inPalette: true, run: startOver},
    ];
  }
  return [
    {
      keys: ['enter'],
      label: 'create it',
      title: 'Create the config file',
      guarded: true,
      unavailable: found ? undefined : 'still looking for a config',
      run: create,
    },
    ...keys,
  ];
}

/** From this size on, the parts of a key stay in view above the rest. */
const ROOMY: Size = {columns: 78, rows: 14};

function ConfigText({area, below}: {area: Size; below: readonly LineContent[]}) {
  const {screenReader} = useDisplay();
  if (screenReader || area.columns < ROOMY.columns || area.rows < ROOMY.rows) {
    const lines = ['', ...WHAT_A_KEY_IS, ...below];
    return <Scroll lines={paragraphs(lines, area)} width={area.columns} height={area.rows} />;
  }
  const rest = {columns: area.columns, rows: area.rows - KEY_PARTS.length - 2};
  return (
    <Box flexDirection="column" paddingTop={1}>
      <Text>{`  ${A_KEY}`}</Text>
      <Box paddingLeft={3}>
        <StaticTable rows={KEY_PARTS} width={area.columns - 3} />
      </Box>
      <Scroll lines={paragraphs(below, rest)} width={rest.columns} height={rest.rows} />
    </Box>
  );
}
