import {useMemo} from 'react';
import {stateIs} from '../../services/model/states.ts';
import {useMending} from '../checks/use-mending.ts';
import {useListState} from '../components/list-state.ts';
import {useDisplay} from '../context/display.ts';
import {useRouter} from '../context/router.ts';
import {useServices} from '../context/services.ts';
import {useShell} from '../context/shell.ts';
import {noticeOf} from '../frame/banner.tsx';
import {Screen} from '../frame/screen.tsx';
import {useSubject} from '../frame/subject.ts';
import {useChanges, watchedState} from '../hooks/use-changes.ts';
import {useHold} from '../input/use-keys.tsx';
import {appLabel, versionLabel, versionTitle} from '../text/labels.ts';
import {useLocalTime} from '../time/use-local-time.ts';
import {Page, type PageRow} from './page.tsx';
import {pageRows, text} from './page-rows.ts';
import {relatedLines} from './related-lines.ts';
import {useAsk} from './use-ask.tsx';
import {useVersion} from './use-version.ts';
import {useVersionKeys} from './use-version-keys.ts';
import {viewCommandLines} from './version-lines.ts';

/** The page of one release: what is to be done at its stage, and what there is to know of it. */
export function Version() {
  const {theme, size, screenReader} = useDisplay();
  const {host} = useServices();
  const time = useLocalTime();
  const state = useVersion();
  const {versionId, subject, load, related, command, showsRelated} = state;
  const {app, version} = subject;
  const {data: release, at} = load;
  useSubject(subject);
  useHold(load.busy && release === undefined);
  const read = useMemo(() => (release ? [release.version] : []), [release]);
  useChanges(read, (one) => [watchedState(app, one)], undefined);
  const {glyphs} = theme;
  const mend = useMending(subject);
  const router = useRouter();
  const {browse} = useShell();
  const isEditable = stateIs(version?.state, 'editable');
  const ask = useAsk(versionId, subject, isEditable);

  const look = {
    glyphs,
    time,
    width: size.columns,
    screenReader,
    isReading: load.busy,
    mostNotes: Math.max(2, Math.floor(size.rows / 8)),
    now: at ?? host.clock.now(),
  };
  const {readiness} = release ?? {};
  const found = readiness?.value ? {...readiness, value: ask.withAnswer(readiness.value)} : readiness;
  const rows: PageRow[] = version
    ? [
        ...pageRows({
          subject: {...subject, version},
          release,
          readiness: isEditable ? (found ?? {}) : undefined,
          remark: ask.remark,
          mend,
          look,
          tools: {router, browse, glyphs, width: size.columns},
        }),
        ...text(['', ...viewCommandLines(command, look)]),
        ...(showsRelated ? text(['', ...relatedLines(related.data, look)]) : []),
      ]
    : text([[{text: load.busy ? '  Reading the version' : '', dim: true}]]);
  const choices = useListState(
    'page',
    rows.flatMap(({choice}) => choice ?? []),
    ({id}) => id,
  );
  const gone = load.error?.kind === 'not-found' ? 'the store does not have it any more' : undefined;
  const keys = useVersionKeys(state, {choice: choices.selected, ask: ask.key, gone});
  return (
    <Screen
      crumbs={['Apps', ...(app ? [appLabel(app)] : []), version ? versionTitle(version) : versionId]}
      load={load}
      watch={{underWay: stateIs(version?.state, 'moving')}}
      waiting={related.slow}
      notice={related.error && !load.error ? noticeOf(related.error) : undefined}
      keys={keys}
      status={version ? versionLabel(version) : ''}
      statusRight={at === undefined ? '' : `updated ${time.clock(at)}`}
      dialog={ask.dialog}
    >
      {({columns, rows: height}) => <Page rows={rows} state={choices} width={columns} height={height} />}
    </Screen>
  );
}
