import {stateIs} from '../../services/model/states.ts';
import type {StoreVersion} from '../../services/model/version.ts';
import type {Column} from '../components/column-layout.ts';
import {List} from '../components/list.tsx';
import {useListState} from '../components/list-state.ts';
import {useDisplay} from '../context/display.ts';
import {Screen} from '../frame/screen.tsx';
import {platformName, stateWords} from '../text/words.ts';
import type {Glyphs} from '../theme.ts';
import {useLocalTime} from '../time/use-local-time.ts';
import {inFlightOn, liveOn} from './facts.ts';
import type {Shipped} from './use-release.ts';

interface Row {
  platform: string;
  version: StoreVersion | undefined;
}

/** Each platform has a road of its own. */
export function Platforms({shipped}: {shipped: Shipped}) {
  const {theme} = useDisplay();
  const time = useLocalTime();
  const {load, app, appName, platforms, choose} = shipped;
  const versions = app?.versions ?? [];
  const rows = platforms.map(
    (platform): Row => ({platform, version: inFlightOn(versions, platform) ?? liveOn(versions, platform)}),
  );
  const state = useListState('platforms', rows, ({platform}) => platform);
  const {selected} = state;
  return (
    <Screen
      crumbs={['Apps', appName, 'Ship', 'choose a platform']}
      load={load}
      keys={[
        {
          keys: ['enter'],
          label: 'choose',
          title: 'Ship on this platform',
          unavailable: selected ? undefined : 'no platform is known yet',
          run: () => choose(selected?.platform),
        },
      ]}
      statusRight={load.at === undefined ? '' : `updated ${time.clock(load.at)}`}
    >
      {({columns, rows: height}) => (
        <List
          state={state}
          columns={platformColumns(theme.glyphs)}
          width={columns}
          height={height}
          loading={load.busy}
          empty=""
        />
      )}
    </Screen>
  );
}

function platformColumns(glyphs: Glyphs): Column<Row>[] {
  return [
    {title: 'Platform', importance: 10, min: 10, cell: ({platform}) => platformName(platform)},
    {title: 'Version', importance: 8, min: 8, cell: ({version}) => version?.versionString ?? glyphs.none},
    {
      title: 'State',
      importance: 6,
      min: 12,
      cell({version}) {
        if (!version) return '';
        const {glyph, tone, name} = stateWords(version.state);
        const words = stateIs(version.state, 'live') ? `${name}, nothing in flight` : name;
        return [{text: `${glyphs[glyph]} `, tone, bold: true, decor: true}, {text: words}];
      },
    },
  ];
}
