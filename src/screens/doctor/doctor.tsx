import {useEffect, useState} from 'react';
import {summarize, summaryText} from '../../app/commands/auth/read.ts';
import type {DoctorCheck, DoctorSection} from '../../services/credentials/credentials.ts';
import {wrap} from '../../services/text/width.ts';
import {useRouter} from '../context/router.ts';
import {useDisplay, useServices, useSlow} from '../context/services.ts';
import {useShell} from '../context/shell.ts';
import {inKeys, noticeOf} from '../frame/banner.ts';
import {Screen} from '../frame/screen.tsx';
import {useParts} from '../hooks/use-task.ts';
import {type Binding, paletteKey} from '../input/keyboard.ts';
import {behind, type LineContent, type Segment, signSegment} from '../text/lines.ts';
import type {Glyphs} from '../theme.ts';

export function Doctor() {
  const {theme} = useDisplay();
  const {ask} = useShell();
  const router = useRouter();
  const {session, switchProfile} = useServices();
  const {parts: sections, running, complete, error, start, stop} = useParts<DoctorSection>(true);
  const slow = useSlow(running);
  const faults = sections.flatMap(({checks}) => checks.filter(({repairable}) => repairable));

  const [isRepair, setRepair] = useState(false);
  const examine = (fix: boolean) => {
    setRepair(fix);
    start(async function* (signal) {
      const credentials = await session.credentials();
      for await (const section of credentials.doctor({fix})) {
        yield section;
        // A repair runs to its end even if the user leaves the screen.
        if (signal.aborted && !fix) return;
      }
      if (fix) switchProfile(session.globals.profile);
    });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only on mount, because a repair changes the session
  useEffect(() => examine(false), []);

  const repair = async () => {
    const yes = await ask({
      title: 'Repair',
      lines: [...new Set(faults.map(({message}) => `- ${message}`)), 'tool auth doctor --fix --confirm'],
      yes: 'repair',
      no: 'leave it',
    });
    if (yes) examine(true);
  };
  const repairing = running && isRepair ? 'a repair runs to its end' : undefined;
  const noFault = faults.length === 0 ? 'nothing can be repaired automatically' : undefined;
  const keys: Binding[] = [
    paletteKey('f', 'repair', 'Repair what can be fixed automatically', () => void repair(), {
      unavailable: running ? 'the checks are still running' : noFault,
    }),
    {keys: ['r'], label: 'check again', inPalette: true, unavailable: repairing, run: () => examine(false)},
    ...(running ? [{keys: ['esc'], label: 'stop', title: 'Stop checking', unavailable: repairing, run: stop}] : []),
    {keys: ['l'], label: 'log in', title: 'Log in: add a profile', run: () => router.push('login')},
  ];
  const unfinished = running ? 'Checking' : complete ? undefined : 'Not all checks were run. Press r to check again.';
  return (
    <Screen
      crumbs={['Doctor']}
      keys={keys}
      waiting={slow}
      notice={error && noticeOf(error)}
      status={unfinished === undefined ? summaryLine(sections, theme.glyphs) : [{text: unfinished, dim: true}]}
      lines={({columns}) => {
        const lines = sections.flatMap(({title, checks}) => [
          '',
          [{text: `  ${title}`, bold: true}],
          ...checks.flatMap((check) => checkLines(check, theme.glyphs, columns)),
        ]);
        return lines.slice(1);
      }}
    />
  );
}

const SIGNS = {
  ok: {glyph: 'ok', tone: 'good'},
  info: {glyph: 'dot', tone: undefined},
  warn: {glyph: 'blocked', tone: 'busy'},
  fail: {glyph: 'rejected', tone: 'bad'},
} as const;

const INDENT = 11;

function checkLines(check: DoctorCheck, glyphs: Glyphs, width: number): LineContent[] {
  const {status, message, repairable} = check;
  const {glyph, tone} = SIGNS[status];
  const bold = status === 'fail';
  const room = width - INDENT - 1;
  const hint = status === 'ok' ? '' : [check.hint, repairable && 'f repairs it.'].filter(Boolean).join(' ');
  return behind({text: `    ${glyphs[glyph]} ${status.padEnd(INDENT - 6)}`, tone, bold}, [
    ...wrap(message, room).map((text) => [{text, bold}]),
    ...(hint ? wrap(inKeys(hint), room).map((text) => [{text, dim: true}]) : []),
  ]);
}

function summaryLine(sections: readonly DoctorSection[], glyphs: Glyphs): Segment[] {
  const {warnings, errors} = summarize(sections);
  return [
    signSegment(SIGNS[errors > 0 ? 'fail' : warnings > 0 ? 'warn' : 'ok'], glyphs),
    {text: summaryText(sections)},
  ];
}
