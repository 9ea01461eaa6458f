import {useMemo} from 'react';
import {stateIs} from '../../services/model/states.ts';
import {Scroll} from '../components/scroll.tsx';
import {useLook} from '../context/look.ts';
import {rollOutLines} from '../facts/roll-out-lines.ts';
import {noticeOf} from '../frame/banner.tsx';
import {Screen} from '../frame/screen.tsx';
import {useSubject} from '../frame/subject.ts';
import {useChanges, watchedState} from '../hooks/use-changes.ts';
import {appLabel, versionLabel, versionTitle} from '../text/labels.ts';
import type {LineContent} from '../text/line-content.ts';
import {indented} from '../text/lines.ts';
import {useLocalTime} from '../time/use-local-time.ts';
import {relatedLines} from './related-lines.ts';
import {useVersion, type VersionState} from './use-version.ts';
import {useVersionKeys} from './use-version-keys.ts';
import {actionLines, detailLines, MARGIN, stateLines, type VersionLook, viewCommandLines} from './version-lines.ts';

/** One version: its details, its actions, and the command that shows the same. */
export function Version() {
  const {theme, size, screenReader} = useLook();
  const time = useLocalTime();
  const state = useVersion();
  const {versionId, subject, load, related} = state;
  const {app, version} = subject;
  useSubject(subject);
  const read = useMemo(() => (load.data ? [load.data.version] : []), [load.data]);
  useChanges(read, (one) => [watchedState(app, one)], undefined);
  const keys = useVersionKeys(state);
  const lines = versionLines(state, {glyphs: theme.glyphs, time, width: size.columns, screenReader});
  return (
    <Screen
      crumbs={['Apps', ...(app ? [appLabel(app)] : []), version ? versionTitle(version) : versionId]}
      load={load}
      watch={{underWay: stateIs(version?.state, 'moving')}}
      waiting={related.slow}
      notice={related.error && !load.error ? noticeOf(related.error) : undefined}
      keys={keys}
      status={version ? versionLabel(version) : ''}
      statusRight={load.at === undefined ? '' : `updated ${time.clock(load.at)}`}
    >
      {({columns, rows}) => <Scroll lines={lines} width={columns} height={rows} />}
    </Screen>
  );
}

/** Below the name of the state. */
const ROLL_OUT = `${MARGIN}  `;

function versionLines({subject, load, related, showsRelated, command}: VersionState, look: VersionLook): LineContent[] {
  const {version} = subject;
  if (!version) return [[{text: load.busy ? '  Reading the version' : '', dim: true}]];
  return [
    ...stateLines(version, look),
    ...indented(rollOutLines(version.phasedRelease, {...look, width: look.width - ROLL_OUT.length}), ROLL_OUT),
    '',
    ...detailLines(version, load.data, look),
    '',
    ...actionLines(subject),
    '',
    ...viewCommandLines(command, look),
    ...(showsRelated ? ['', ...relatedLines(related.data, look)] : []),
  ];
}
