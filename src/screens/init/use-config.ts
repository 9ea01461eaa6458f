import {useEffect} from 'react';
import type {InitResult} from '../../services/credentials/credentials.ts';
import {useServices} from '../context/services.ts';
import {useShell} from '../context/shell.ts';
import {type Task, useTask} from '../hooks/use-task.ts';
import {useHold} from '../input/use-keys.tsx';
import {shortPath} from '../text/labels.ts';
import {hasKey} from './init-steps.ts';
import type {InitFlow} from './use-init.ts';

export interface ConfigActions {
  task: Task<InitResult>;
  create(): void;
  /** Replaces the config by an empty one; asks first. */
  startOver(): void;
  /** Continues with the existing config. */
  next(): void;
}

/** The actions of the config step. */
export function useConfig(flow: InitFlow): ConfigActions {
  const {session, host, workAs} = useServices();
  const {ask, toast} = useShell();
  const found = flow.load.data;
  const task = useTask<InitResult>();
  const {result, status} = task;
  // Until the next step is mounted.
  useHold((flow.load.busy && !found) || status === 'running' || status === 'done');

  const init = (force: boolean) => {
    task.reset();
    task.run(async () => (await session.credentials()).init({force, local: false}));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it has been written
  useEffect(() => {
    if (!result) return;
    toast(`Created ${shortPath(result.configPath, host.home)}`, 'good');
    if (found?.configExists) workAs(undefined);
    flow.go('page');
  }, [result]);

  const startOver = async () => {
    const yes = await ask({
      title: 'Start over',
      lines: [
        `Replace ${shortPath(found?.configPath ?? '', host.home)} with an empty config?`,
        'The old file is kept as a backup beside it. Profiles in the keychain stay listed; the others are forgotten.',
        '',
        'tool auth init --force',
      ],
      yes: 'start over',
      no: 'keep it',
    });
    if (yes) init(true);
  };
  return {
    task,
    create: () => init(false),
    startOver: () => void startOver(),
    next: () => flow.go(hasKey(found) ? 'check' : 'page'),
  };
}
