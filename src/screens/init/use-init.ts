import {type InitState, readInitState} from '../../app/use-cases/init.ts';
import {KEYS_PAGE} from '../../services/model/web-pages.ts';
import {useDisplay} from '../context/display.ts';
import {useRouter, useSaved} from '../context/router.ts';
import {useServices} from '../context/services.ts';
import {useShell} from '../context/shell.ts';
import {type Load, useLoad} from '../hooks/use-load.ts';
import type {Binding} from '../input/keyboard.ts';
import type {LineContent} from '../text/line-content.ts';
import {crumbsOf, progressLine, type Step, stepAfter, stepBefore} from './init-steps.ts';

/** The parts that all steps of the set-up share. */
export interface InitFlow {
  step: Step;
  /** The state of the set-up. */
  load: Load<InitState>;
  crumbs: readonly string[];
  progress: LineContent;
  go(step: Step): void;
  /** The next step, or Home after the last one. */
  next(): void;
  finish(): void;
  setChecked(checked: boolean): void;
  /** Skip, back, keys page, sandbox: on every step. Letters only where no field takes them. */
  keys: readonly Binding[];
}

export function useInit(): InitFlow {
  const {session, host} = useServices();
  const look = useDisplay();
  const {browse, leave} = useShell();
  const router = useRouter();
  const {sandbox, profile} = session.globals;
  const [step, go] = useSaved<Step>('step', 'config');
  const [checked, setChecked] = useSaved('checked', false);
  const load = useLoad('init', JSON.stringify([sandbox, profile, step]), () => readInitState(session, host));

  const finish = () => router.reset('home');
  const next = () => {
    const following = stepAfter(step);
    if (following) go(following);
    else finish();
  };
  const before = stepBefore(step);
  const sandboxKey = useSandboxKey();
  const keys: Binding[] = [
    {keys: ['ctrl+n'], label: 'skip', title: 'Skip this step', inPalette: true, run: () => leave(next)},
    ...(before ? [{keys: ['esc'], label: 'back', title: 'The previous step', run: () => leave(() => go(before))}] : []),
    {
      keys: step === 'key' ? ['ctrl+o'] : ['o', 'ctrl+o'],
      label: 'keys page',
      title: 'Open the page of API keys on the web',
      inPalette: true,
      unavailable: sandbox ? 'the sandbox has no web page' : undefined,
      run: () => browse(KEYS_PAGE),
    },
    ...(sandbox ? [] : [sandboxKey]),
  ];
  const progress = progressLine({current: step, found: load.data, checked}, look);
  return {step, load, crumbs: crumbsOf(step), progress, go, next, finish, setChecked, keys};
}

function useSandboxKey(): Binding {
  const {workInSandbox} = useServices();
  const {toast, leave} = useShell();
  const router = useRouter();
  const enter = () => {
    workInSandbox();
    router.reset('home');
    toast('This is the built-in sandbox store: nothing in it is real.', 'good');
  };
  return {
    keys: ['ctrl+t'],
    label: 'sandbox',
    title: 'Try everything on the built-in sandbox store',
    inPalette: true,
    run: () => leave(enter),
  };
}
