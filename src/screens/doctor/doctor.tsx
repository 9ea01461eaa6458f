import {useEffect} from 'react';
import type {DoctorSection} from '../../services/credentials/credentials.ts';
import {Scroll} from '../components/scroll.tsx';
import {useDisplay} from '../context/display.ts';
import {useRouter} from '../context/router.ts';
import {useServices} from '../context/services.ts';
import {useShell} from '../context/shell.ts';
import {noticeOf} from '../frame/banner.ts';
import {Screen} from '../frame/screen.tsx';
import {useParts} from '../hooks/use-parts.ts';
import type {Binding} from '../input/keyboard.ts';
import {useSlow} from '../time/use-slow.ts';
import {repairable, sectionLines, summaryLine} from './doctor-lines.ts';

export function Doctor() {
  const {theme} = useDisplay();
  const {ask} = useShell();
  const router = useRouter();
  const {session, switchProfile} = useServices();
  const {parts: sections, running, complete, error, start, stop} = useParts<DoctorSection>(true);
  const slow = useSlow(running);
  const faults = repairable(sections);

  const examine = (fix: boolean) =>
    start(async function* (signal) {
      const credentials = await session.credentials();
      for await (const section of credentials.doctor({fix})) {
        yield section;
        // A repair runs to its end even after leaving the screen.
        if (signal.aborted && !fix) return;
      }
      if (fix) switchProfile(session.globals.profile);
    });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a repair changes the session, and is not to be followed by another run
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
  const keys: Binding[] = [
    {
      keys: ['f'],
      label: 'repair',
      title: 'Repair what can be fixed automatically',
      inPalette: true,
      unavailable: running
        ? 'the checks are still running'
        : faults.length === 0
          ? 'nothing can be repaired automatically'
          : undefined,
      run: () => void repair(),
    },
    {keys: ['r'], label: 'check again', inPalette: true, run: () => examine(false)},
    ...(running ? [{keys: ['esc'], label: 'stop', title: 'Stop checking', run: stop}] : []),
    {keys: ['l'], label: 'log in', title: 'Log in: add a profile', run: () => router.push('login')},
  ];
  return (
    <Screen
      crumbs={['Doctor']}
      keys={keys}
      waiting={slow}
      notice={error && noticeOf(error)}
      status={
        running || !complete
          ? [{text: running ? 'Checking' : INCOMPLETE, dim: true}]
          : summaryLine(sections, theme.glyphs)
      }
    >
      {({columns: width, rows}) => {
        const lines = sections.flatMap((section, index) => [
          ...(index > 0 ? [''] : []),
          ...sectionLines(section, {glyphs: theme.glyphs, width}),
        ]);
        return <Scroll lines={lines} width={width} height={rows} />;
      }}
    </Screen>
  );
}

const INCOMPLETE = 'Not all checks were run. Press r to check again.';
