import {useMemo} from 'react';
import type {StoreVersion} from '../../services/model/version.ts';
import {useDisplay} from '../context/display.ts';
import {useEntry, useRouter} from '../context/router.ts';
import {useServices} from '../context/services.ts';
import {actionKeys, actionParams, nextStepLabel, pickTitle, whyNotPick} from '../flows/actions.ts';
import {useAppPageKey} from '../flows/use-app-page-key.ts';
import {useSubject} from '../frame/subject.ts';
import {watchedState} from '../hooks/use-changes.ts';
import type {Pages} from '../hooks/use-pages.ts';
import {ListScreen} from '../list/list-screen.tsx';
import {type Listing, useListing} from '../list/use-listing.ts';
import {useSplit} from '../list/use-split.ts';
import {appLabel} from '../text/labels.ts';
import {useLocalTime} from '../time/use-local-time.ts';
import {filterLine} from './filters.tsx';
import {useFilters} from './use-filters.tsx';
import {useGlance} from './use-glance.ts';
import {useVersions} from './use-versions.ts';
import {versionColumns, versionOrders, versionWords} from './version-columns.ts';
import {VersionPane} from './version-pane.tsx';

/** The versions of an app: filtered by the service, searched and sorted here. */
export function Versions() {
  const {theme, size, screenReader} = useDisplay();
  const router = useRouter();
  const {appId = '', pickFor} = useEntry().params;
  const time = useLocalTime();
  const split = useSplit('version');
  const hasPane = split.at !== undefined;
  const columns = useMemo(() => versionColumns(theme.glyphs, time, hasPane), [theme, time, hasPane]);
  const orders = useMemo(() => versionOrders(time.milliseconds), [time]);
  const {filters, clear, keys, dialog} = useFilters();
  const {app, before, pages} = useVersions(filters);
  const listing = useListing(pages, {words: versionWords, orders});
  const {readOnly, checked} = useServices();
  const {selected} = listing;
  const glance = useGlance({version: selected, appId: app?.id, listedAt: pages.load.at}, hasPane);
  const whole = glance?.isCurrent ? glance.facts?.version : undefined;
  const subject = {app, version: whole ?? selected, readOnly, isWhole: whole !== undefined};
  useSubject(subject);
  const step = whole && nextStepLabel(subject, checked.of(whole.id));
  const webPage = useAppPageKey(app, {shown: 'help'});

  const purpose = pickTitle(pickFor);
  const target = pickFor && purpose ? pickFor : 'version';
  return (
    <ListScreen
      crumbs={[purpose ?? 'Apps', app ? appLabel(app) : appId]}
      listing={listing}
      columns={columns}
      before={before}
      noun="version"
      open={{
        label: purpose ? 'choose' : 'open',
        title: purpose ?? 'Open this version',
        unavailable: whyNotPick(target, subject),
        run: () => router.push(target, actionParams(subject)),
      }}
      keys={[...actionKeys(subject, router), ...keys, split.key, webPage]}
      clearFilter={clear}
      sub={filterLine(filters, countText(listing), {width: size.columns - 2, screenReader})}
      statesOf={(version) => [watchedState(app, version)]}
      status={pageText(pages, theme.glyphs.dot)}
      dialog={dialog}
      pane={{split, content: (room) => <VersionPane glance={glance} step={step} size={room} />}}
      empty="No versions yet. c creates one."
    />
  );
}

function countText({pages: {load, items, total}, search}: Listing<StoreVersion>): string {
  if (search.query !== '') return search.count;
  if (load.at === undefined) return '';
  return total === undefined || total <= items.length ? String(items.length) : `${items.length} of ${total}`;
}

/** `page 2 · 400 loaded · more below` */
function pageText({pages, items, hasMore}: Pages<StoreVersion>, dot: string): string {
  if (pages === 0) return '';
  return [`page ${pages}`, `${items.length} loaded`, ...(hasMore ? ['more below'] : [])].join(` ${dot} `);
}
