import type {AppOverview} from '../../services/model/pages.ts';
import {stateIs} from '../../services/model/states.ts';
import type {StoreVersion} from '../../services/model/version.ts';
import type {TableData} from '../command.ts';

/** JSON shape and columns of apps. */

const live = ({versions}: AppOverview) => versions.filter(({state}) => stateIs(state, 'live'));
const inFlight = ({versions}: AppOverview) => versions.filter(({state}) => !stateIs(state, 'at-rest'));

const named = ({id, versionString, platform}: StoreVersion) => ({id, versionString, platform});

/** A list item. `since` is there only where a submission dates it. */
export function appItem(app: AppOverview): object {
  const {id, name, bundleId, sku} = app;
  return {
    id,
    type: 'apps',
    attributes: {
      name,
      bundleId,
      sku,
      live: live(app).map(named),
      inFlight: inFlight(app).map((version) => ({
        ...named(version),
        storeState: version.state,
        since: version.submittedDate,
      })),
    },
  };
}

export function appTable(items: readonly AppOverview[]): TableData {
  const cell = (versions: readonly StoreVersion[], words: (version: StoreVersion) => (string | undefined)[]) =>
    versions.map((version) => words(version).filter(Boolean).join(' ')).join(', ');
  return {
    columns: ['ID', 'Name', 'Bundle ID', 'Live', 'In flight'],
    rows: items.map((app) => [
      app.id,
      app.name ?? '',
      app.bundleId ?? '',
      cell(live(app), ({versionString, platform}) => [versionString, platform]),
      cell(inFlight(app), ({versionString, platform, state, submittedDate}) => [
        versionString,
        platform,
        state,
        submittedDate && `since ${submittedDate.slice(0, 10)}`,
      ]),
    ]),
  };
}
