import {Scroll} from '../components/scroll.tsx';
import {useDisplay} from '../context/display.ts';
import {useRouter} from '../context/router.ts';
import {useShell} from '../context/shell.ts';
import {noticeOf} from '../frame/banner.tsx';
import {Screen} from '../frame/screen.tsx';
import type {Binding} from '../input/keyboard.ts';
import type {LineContent} from '../text/line-content.ts';
import {useSlow} from '../time/use-slow.ts';
import {repairable, sectionLines, summaryLine} from './doctor-lines.ts';
import {useDoctor} from './use-doctor.ts';

/** The checks of `auth doctor`, as they finish. Works offline and without any credential. */
export function Doctor() {
  const {theme} = useDisplay();
  const {ask} = useShell();
  const router = useRouter();
  const doctor = useDoctor();
  const {sections, running, complete, error} = doctor;
  const slow = useSlow(running);
  const faults = repairable(sections);

  const repair = async () => {
    const yes = await ask({
      title: 'Repair',
      lines: [...new Set(faults.map(({message}) => `- ${message}`)), 'tool auth doctor --fix --confirm'],
      yes: 'repair',
      no: 'leave it',
    });
    if (yes) doctor.examine(true);
  };
  const keys: Binding[] = [
    {
      keys: ['f'],
      label: 'repair',
      title: 'Repair what can be repaired',
      inPalette: true,
      unavailable: whyNotRepair(running, faults.length),
      run: () => void repair(),
    },
    {keys: ['r'], label: 'check again', inPalette: true, run: () => doctor.examine(false)},
    ...(running ? [{keys: ['esc'], label: 'stop', title: 'Stop checking', run: doctor.stop}] : []),
    {keys: ['l'], label: 'log in', title: 'Log in: add a profile', run: () => router.push('login')},
  ];
  return (
    <Screen
      crumbs={['Doctor']}
      keys={keys}
      waiting={slow}
      notice={error && noticeOf(error)}
      status={statusOf({running, complete}, () => summaryLine(sections, theme.glyphs))}
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

function whyNotRepair(running: boolean, faults: number): string | undefined {
  if (running) return 'the checks are still running';
  return faults === 0 ? 'nothing can be repaired automatically' : undefined;
}

function statusOf({running, complete}: {running: boolean; complete: boolean}, summary: () => LineContent): LineContent {
  if (running) return [{text: 'Checking', dim: true}];
  return complete ? summary() : [{text: 'Not all checks were made. Press r to check again.', dim: true}];
}
