import {type Action, type Target, whyNot} from '../../services/model/actions.ts';
import type {NextStep} from '../../services/model/next-step.ts';
import type {Platform} from '../../services/model/version.ts';
import {useMending} from '../checks/use-mending.ts';
import {useRouter} from '../context/router.ts';
import {useShell} from '../context/shell.ts';
import {ACTION_WORDS, actionParams} from '../flows/actions.ts';

/** What Enter does about a step. */
export interface Opening {
  /** A word or two; empty where nothing is to open. */
  label: string;
  /** Why it does nothing. */
  unavailable?: string;
  run(): void;
}

interface Options {
  subject: Target;
  platform: string | undefined;
  /** Opens the dialog that submits. */
  onSubmit(): void;
}

export function useOpening({subject, platform, onSubmit}: Options): (step: NextStep) => Opening {
  const router = useRouter();
  const {browse} = useShell();
  const mend = useMending(subject);
  const platforms = platform === undefined ? undefined : [platform as Platform];
  const flow = (action: Action): Opening => ({
    label: ACTION_WORDS[action].label,
    unavailable: whyNot(action, subject),
    run: () => (action === 'submit' ? onSubmit() : router.push(action, {...actionParams(subject), platforms})),
  });
  const none = (unavailable: string): Opening => ({label: '', unavailable, run() {}});
  return (step) => {
    switch (step.kind) {
      case 'flow':
        return flow(step.action);
      case 'mend':
        return mend(step.check) ?? none('nothing in the app mends this');
      case 'page':
        return {label: 'web page', run: () => browse(step.url)};
      case 'none':
        return none(step.why);
    }
  };
}
