import {messageOf} from './model/error.ts';
import {isRollingOut, phasedProgress} from './model/phased-release.ts';
import {SUBMISSION} from './model/submission.ts';
import type {App, Build, StoreVersion} from './model/version.ts';
import type {Clock, Shell} from './ports.ts';

interface StateChange {
  at: string;
  app: string | null;
  appName: string | null;
  bundleId: string | null;
  version: string | null;
  versionId: string | null;
  platform: string | null;
  from: string | null;
  to: string | null;
  day: number | null;
}

type Subject = Omit<StateChange, 'at' | 'from' | 'to' | 'day'>;

const appFacts = ({id = '', name = '', bundleId = ''}: Partial<App>) => ({
  app: id || null,
  appName: name || null,
  bundleId: bundleId || null,
});

const LONGEST = 30_000;

interface HookOptions {
  shell: Shell;
  clock: Clock;
  signal: AbortSignal;
  onLine(line: string): void;
  onEnd?(): void;
  warn(text: string): void;
}

export type Hooks = ReturnType<typeof createHooks>;

/** Runs the command for each change from what was seen before, one run after another. */
export function createHooks(command: string, {shell, clock, signal, onLine, onEnd, warn}: HookOptions) {
  const seen = new Map<string, {state: string | null; day: number | null}>();
  let last = Promise.resolve();

  async function run(change: StateChange): Promise<void> {
    if (signal.aborted) return;
    const input = `${JSON.stringify(change)}\n`;
    const run = shell.run(command, {input, variables: variablesOf(change), timeoutMs: LONGEST, signal, onLine});
    const {problem} = await run.catch((error) => ({problem: `could not be started: ${messageOf(error)}`}));
    onEnd?.();
    if (problem !== undefined && !signal.aborted) warn(`The command for a change to ${change.to} ${problem}`);
  }

  function see(id: string, subject: Subject, state: string | null, seenDay: number | null | undefined): void {
    const before = seen.get(id);
    if (before && state === SUBMISSION.draft) return;
    const day = seenDay === undefined ? (before?.day ?? null) : seenDay;
    seen.set(id, {state, day});
    if (!before || (before.state === state && before.day === day)) return;
    const change = {at: new Date(clock.now()).toISOString(), ...subject, from: before.state, to: state, day};
    last = last.then(() => run(change));
  }

  return {
    version(version: StoreVersion, app: Partial<App> = {}) {
      const {id, versionString = null, platform = null, state = null, phasedRelease} = version;
      const day = phasedRelease && (isRollingOut(phasedRelease) ? phasedProgress(phasedRelease).day : null);
      see(id, {...appFacts(app), version: versionString, versionId: id, platform}, state, day);
    },
    build(build: Build, app: Partial<App> = {}) {
      const {id, versionString = null, platform = null, processingState = null} = build;
      see(id, {...appFacts(app), version: versionString, versionId: null, platform}, processingState, null);
    },
    forget: () => seen.clear(),
    end: () => last,
  };
}

function variablesOf(change: StateChange): Record<string, string> {
  const named = Object.entries(change).filter(([name, value]) => name !== 'at' && value !== null);
  const clean = (value: unknown) => String(value).replaceAll('\0', '');
  return Object.fromEntries(
    named.map(([name, value]) => [`TOOL_CHANGE_${name.replace(/[A-Z]/g, '_$&').toUpperCase()}`, clean(value)]),
  );
}
