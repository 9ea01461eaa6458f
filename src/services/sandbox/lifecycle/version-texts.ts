import {newId} from '../records/ids.ts';
import type {AppRecord, LocalizationRecord, VersionRecord} from '../records/shapes.ts';
import type {Store} from '../records/store.ts';
import {localizationsOf, phasedReleaseOf, reviewDetailOf} from './lookups.ts';

/**
 * Gives a new version what the newest one of its platform has: locales, texts without What's New, screenshots, contact,
 * and the copyright where none was given.
 * @returns the version
 */
export function withTexts(store: Store, version: VersionRecord, app: AppRecord): VersionRecord {
  const own = {app: app.id, version: version.id};
  const model = store.versions(app.id).find(({platform}) => platform === version.platform);
  const localizations = model ? localizationsOf(store, model) : [];
  if (localizations.length === 0) {
    store.put('localizations', {...own, id: newId(app.id), locale: app.primaryLocale});
  }
  for (const localization of localizations) {
    const copy = {...localization, ...own, id: newId(app.id), whatsNew: undefined};
    store.put('localizations', copy);
    for (const set of screenshotsOf(store, localization)) {
      store.put('screenshotSets', {...set, id: newId(app.id), localization: copy.id});
    }
  }
  const detail = model && reviewDetailOf(store, model);
  if (detail) store.put('reviewDetails', {...detail, ...own, id: newId(app.id)});
  return 'copyright' in version ? version : {...version, copyright: model?.copyright};
}

/** Takes a version away with everything that it owns. */
export function removeVersion(store: Store, version: VersionRecord): void {
  for (const localization of localizationsOf(store, version)) removeLocalization(store, localization);
  const detail = reviewDetailOf(store, version);
  if (detail) store.remove('reviewDetails', detail.id);
  const phased = phasedReleaseOf(store, version);
  if (phased) store.remove('phasedReleases', phased.id);
  store.remove('versions', version.id);
}

export function removeLocalization(store: Store, localization: LocalizationRecord): void {
  for (const {id} of screenshotsOf(store, localization)) store.remove('screenshotSets', id);
  store.remove('localizations', localization.id);
}

const screenshotsOf = (store: Store, {id, app}: LocalizationRecord) =>
  store.all('screenshotSets', app).filter(({localization}) => localization === id);
