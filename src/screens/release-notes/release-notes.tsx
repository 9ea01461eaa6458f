import {UnavailableFlow, VersionFlow, type VersionFlowTarget} from '../flows/version-flow.tsx';
import {Screen} from '../frame/screen.tsx';
import {capitalized, versionLabel} from '../text/labels.ts';
import {NotesFlow} from './notes-flow.tsx';
import {useNotes} from './use-notes.ts';

/** The release notes of a version: all locales side by side, written together. */
export function ReleaseNotes() {
  return (
    <VersionFlow action="release-notes" crumb="Release notes">
      {(subject) => <VersionNotes {...subject} />}
    </VersionFlow>
  );
}

const FIRST =
  "It takes no release notes: What's New describes an update. Describe the app itself in its description. " +
  'Nothing was sent.';

function VersionNotes({version, app, crumbs}: VersionFlowTarget) {
  const load = useNotes(version, app);
  if (load.data?.isFirst) {
    const what = `${capitalized(versionLabel(version))} is the first version`;
    return <UnavailableFlow reasons={[what, FIRST]} crumbs={crumbs} subject={{version, app}} />;
  }
  if (load.data) return <NotesFlow {...{version, crumbs, load}} view={load.data} />;
  return (
    <Screen crumbs={crumbs} keys={[]} load={load}>
      {() => null}
    </Screen>
  );
}
