import {useEffect} from 'react';
import type {WithNote} from '../../services/model/outcome.ts';
import {stateIs} from '../../services/model/version.ts';
import {useOver} from '../context/router.ts';
import {useDisplay, useServices} from '../context/services.ts';
import type {Writing} from '../context/writes.ts';
import {inKeys} from '../frame/banner.ts';
import {useQuery} from '../hooks/use-query.ts';
import {useFollow} from '../hooks/use-watch.ts';
import type {Binding} from '../input/keyboard.ts';
import {inWords, stateDisplay} from '../text/labels.ts';
import {type LineContent, signSegment} from '../text/lines.ts';
import {useCopyKey} from './common-keys.ts';
import {BACK, doneKeys, type Heading, LinesView, type ResultStep, resultLines} from './lines-screen.tsx';
import {useShipNews} from './ship-news.ts';

export type WriteResult = object & WithNote;

export interface ShownResult extends Omit<ResultStep, 'state' | 'command' | 'note'> {
  keys?: readonly Binding[];
  followsState?: boolean;
  /** The result stays on the screen until the user closes it, because it differs from the request. */
  stays?: boolean;
  onShown?(): void;
}

export interface WriteViewProps<Result> {
  frame: Heading;
  write: Writing<Result>;
  running: string;
  /** The first words of a failure, such as `Not submitted`. */
  undone: string;
  /** Completes "It is not known whether …", for example with `1.1 for iOS was submitted`. */
  whether: string;
  result(result: Result): ShownResult | undefined;
  versionId?: string;
  /** True if the flow has several writes. A read that finds one of them done shows only a part of the result. */
  inSteps?: boolean;
  /** Asks the question again, if it has changed since the user answered it. Nothing is sent. */
  onAskAgain?(): void;
  onBack(): void;
  onLeave(carriedOut: boolean): void;
}

export function DoneView<Result extends WriteResult>(props: WriteViewProps<Result> & {found: Result}) {
  const {frame, versionId, write, found, onLeave} = props;
  const shown = props.result(found);
  const {glyphs} = useDisplay().theme;
  const copy = useCopyKey(write.line);
  const state = useStateLine(shown?.followsState ? versionId : undefined);
  useOver('crumbs' in frame && shown !== undefined && !shown.failures?.length);
  const tell = useShipNews();
  const stays = !shown || shown.stays || Boolean(shown.failures?.length) || found.note !== undefined;
  const returns = tell !== undefined && !stays;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only on mount
  useEffect(() => {
    shown?.onShown?.();
    if (!returns) return;
    tell(shown.title);
    onLeave(true);
  }, []);
  if (!shown) return null;
  const {keys: next, ...step} = shown;
  const keys = doneKeys(() => onLeave(true), copy, next, shown.failures?.length ? BACK : 'done');
  const linesIn = (width: number) =>
    resultLines({...step, state, note: found.note && inWords(inKeys(found.note)), command: write.line}, width, glyphs);
  return <LinesView {...{frame, keys, linesIn}} />;
}

/** Returns true if the state may change without action by the user, or may be outdated right after a release. */
function isChanging(state: string | undefined): boolean {
  return state === undefined || stateIs(state, 'releasable') || stateIs(state, 'moving');
}

const LIMITED = 'not watched: the rate limit is used up';

export function useStateLine(versionId: string | undefined): LineContent | undefined {
  const {session} = useServices();
  const {glyphs} = useDisplay().theme;
  const load = useQuery(versionId && `state:${versionId}`, async (signal) => {
    const store = await session.store();
    return (await store.viewVersion({id: versionId ?? ''}, signal)).version;
  });
  const {data, error, refreshError: failure = error} = load;
  const isMoving = isChanging(data?.state);
  const isFollowed = useFollow(load, versionId !== undefined && isMoving);
  if (versionId === undefined) return undefined;
  if (failure) return `  Could not read its state (${failure.summary}), ${isFollowed ? 'trying again' : LIMITED}`;
  if (data?.state === undefined) return '  Reading its state';
  const display = stateDisplay(data.state);
  return [
    {text: '  '},
    // A cross next to the sign of a success would look like a failure.
    ...(display.glyph === 'rejected' ? [] : [signSegment(display, glyphs)]),
    {text: display.name, bold: true},
    {text: isMoving ? `, ${isFollowed ? 'watching for changes' : LIMITED}` : '', dim: true},
  ];
}
