import {useMemo} from 'react';
import type {AppOverview} from '../../services/model/pages.ts';
import {phasedProgress} from '../../services/model/phased-release.ts';
import {countMissing} from '../../services/model/readiness.ts';
import type {PhasedRelease} from '../../services/model/version.ts';
import {useDisplay} from '../context/display.ts';
import {useServices} from '../context/services.ts';
import type {Glyphs} from '../theme.ts';
import {useLocalTime} from '../time/use-local-time.ts';
import {type AppStatus, needsOf, type StatusOf} from './need.ts';
import {liveVersions, type Phased} from './use-phased.ts';

/** What Home says of each app; the function is the same one until an app or a roll-out has changed. */
export function useStatus(apps: readonly AppOverview[], phased: Phased): StatusOf {
  const {theme} = useDisplay();
  const {milliseconds} = useLocalTime();
  const {checked} = useServices();
  return useMemo(() => {
    const statuses = new Map(
      apps.map((app): [string, AppStatus] => {
        const {need, next} = needsOf(app, phased, milliseconds);
        const found = next.version && checked.of(next.version.id);
        const missing = found && countMissing(found);
        const own = liveVersions(app).flatMap(({id}) => phased.get(id) ?? []);
        const rollOut = own.find(({state}) => state === 'PAUSED') ?? own[0];
        return [app.id, {need, next: {...next, missing}, rollOut: rollOut && rollOutShort(rollOut, theme.glyphs)}];
      }),
    );
    return ({id}) => statuses.get(id) ?? NOTHING;
  }, [apps, phased, theme, milliseconds, checked]);
}

const NOTHING: AppStatus = {need: {kind: 'nothing'}, next: {kind: 'nothing'}};

/** `day 3 · 5 %` or `paused day 3`; nothing of one that has not begun, or has ended. */
function rollOutShort(phased: PhasedRelease, {dot}: Glyphs): string | undefined {
  const {day, percent} = phasedProgress(phased);
  if (day === null || phased.state === 'COMPLETE') return undefined;
  if (phased.state === 'PAUSED') return `paused day ${day}`;
  return percent === null ? `day ${day}` : `day ${day} ${dot} ${percent} %`;
}
