import {useSaved} from '../context/router.ts';
import type {LoggedIn} from '../login/logged-in.ts';
import {CheckStep} from './check-step.tsx';
import {ConfigStep} from './config-step.tsx';
import {KeyStep} from './key-step.tsx';
import {PageStep} from './page-step.tsx';
import {useInit} from './use-init.ts';

/** The first-time set-up: from nothing to a key that works. Steps already done are ticked and never repeated. */
export function Init() {
  const flow = useInit();
  const [loggedIn, setLoggedIn] = useSaved<LoggedIn | undefined>('loggedIn', undefined);
  switch (flow.step) {
    case 'config':
      return <ConfigStep flow={flow} />;
    case 'page':
      return <PageStep flow={flow} />;
    case 'key':
      return <KeyStep flow={flow} loggedIn={loggedIn} onDone={setLoggedIn} />;
    case 'check':
      return <CheckStep flow={flow} loggedIn={loggedIn} />;
  }
}
