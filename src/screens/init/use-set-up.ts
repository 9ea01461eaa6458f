import {readSetUp, type SetUp} from '../../app/use-cases/set-up.ts';
import {KEYS_PAGE} from '../../services/model/web-pages.ts';
import {useLook} from '../context/look.ts';
import {useRouter, useSaved} from '../context/router.ts';
import {useServices} from '../context/services.ts';
import {useShell} from '../context/shell.ts';
import {type Load, useLoad} from '../hooks/use-load.ts';
import type {Binding} from '../input/keyboard.ts';
import type {LineContent} from '../text/line-content.ts';
import {crumbsOf, progressLine, type Step, stepAfter, stepBefore} from './set-up-steps.ts';

/** What all steps of the set-up share. */
export interface SetUpFlow {
  step: Step;
  /** How far things are, as found. */
  load: Load<SetUp>;
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

export function useSetUp(): SetUpFlow {
  const {session, host, workInSandbox} = useServices();
  const {browse, leave, toast} = useShell();
  const look = useLook();
  const router = useRouter();
  const {sandbox, profile} = session.globals;
  const [step, go] = useSaved<Step>('step', 'config');
  const [checked, setChecked] = useSaved('checked', false);
  const load = useLoad('set-up', JSON.stringify([sandbox, profile, step]), () => readSetUp(session, host));

  const finish = () => router.reset('home');
  const next = () => {
    const following = stepAfter(step);
    if (following) go(following);
    else finish();
  };
  const before = stepBefore(step);
  const keys: Binding[] = [
    {keys: ['ctrl+n'], label: 'skip', title: 'Skip this step', inPalette: true, run: () => leave(next)},
    ...(before ? [{keys: ['esc'], label: 'back', title: 'The step before', run: () => leave(() => go(before))}] : []),
    {
      keys: step === 'key' ? ['ctrl+o'] : ['o', 'ctrl+o'],
      label: 'keys page',
      title: 'Open the page of API keys on the web',
      inPalette: true,
      unavailable: sandbox ? 'the sandbox has no web page' : undefined,
      run: () => browse(KEYS_PAGE),
    },
    ...(sandbox
      ? []
      : [
          {
            keys: ['ctrl+t'],
            label: 'sandbox',
            title: 'Try everything on the built-in sandbox store',
            inPalette: true,
            run: () =>
              leave(() => {
                workInSandbox();
                router.reset('home');
                toast('This is the built-in sandbox store: nothing in it is real.', 'good');
              }),
          },
        ]),
  ];
  return {
    step,
    load,
    crumbs: crumbsOf(step),
    progress: progressLine(step, load.data, checked, look),
    go,
    next,
    finish,
    setChecked,
    keys,
  };
}
