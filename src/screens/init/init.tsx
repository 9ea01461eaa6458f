import {KEYS_PAGE} from '../../services/model/web-pages.ts';
import {Scroll} from '../components/scroll.tsx';
import {useSaved} from '../context/router.ts';
import {useShell} from '../context/shell.ts';
import {Screen} from '../frame/screen.tsx';
import type {LoggedIn} from '../login/use-login.ts';
import type {LineContent} from '../text/line-content.ts';
import {paragraphs} from '../text/paragraphs.ts';
import {CheckStep} from './check-step.tsx';
import {ConfigStep} from './config-step.tsx';
import {KeyStep} from './key-step.tsx';
import {type InitFlow, useInit} from './use-init.ts';

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

const LINES: readonly LineContent[] = [
  '',
  'Create a key on the page of API keys; o opens it in a browser:',
  '',
  [{text: `  ${KEYS_PAGE}`, tone: 'accent'}],
  '',
  '1  Create a key (role App Manager or Admin), or find yours.',
  '2  Note its Key ID, and the Issuer ID above the list.',
  '3  Download the key file: that is possible once.',
  '',
  'Got all three? Press Enter.',
];

/** Where keys come from. */
function PageStep({flow}: {flow: InitFlow}) {
  const {copy} = useShell();
  return (
    <Screen
      crumbs={flow.crumbs}
      sub={flow.progress}
      keys={[
        {keys: ['enter'], label: 'continue', run: flow.next},
        ...flow.keys,
        {keys: ['y'], label: 'copy address', shown: 'help', inPalette: true, run: () => copy(KEYS_PAGE, 'Address')},
      ]}
    >
      {(area) => <Scroll lines={paragraphs(LINES, area)} width={area.columns} height={area.rows} />}
    </Screen>
  );
}
