import {useState} from 'react';
import {KEYS_PAGE} from '../../services/model/web-pages.ts';
import {wrap} from '../../services/text/width.ts';
import {useSaved} from '../context/router.ts';
import {useServices} from '../context/services.ts';
import {useShell} from '../context/shell.ts';
import {LinesScreen, useLinesWidth} from '../flows/lines-screen.tsx';
import {Screen} from '../frame/screen.tsx';
import {paletteKey} from '../input/keyboard.ts';
import {type LoggedIn, LoginForm} from '../login/login-form.tsx';
import {storageLabel} from '../text/labels.ts';
import type {LineContent} from '../text/line-content.ts';
import {type Fact, factLines, paragraphs} from '../text/lines.ts';
import {CheckStep} from './check-step.tsx';
import {ConfigStep} from './config-step.tsx';
import {type InitFlow, SANDBOX_OFFER, useInit, WHAT_A_KEY_IS} from './use-init.ts';

export function Init() {
  const flow = useInit();
  const [loggedIn, setLoggedIn] = useSaved<LoggedIn | undefined>('loggedIn', undefined);
  switch (flow.step) {
    case 'config':
      return <ConfigStep flow={flow} />;
    case 'page':
      return <PageStep flow={flow} />;
    case 'key':
      return <KeyStep {...{flow, loggedIn}} onDone={setLoggedIn} />;
    case 'check':
      return <CheckStep flow={flow} loggedIn={loggedIn} />;
  }
}

const WHAT_TO_DO: readonly LineContent[] = [
  '',
  '1  Create a key (role App Manager or Admin), or find yours.',
  '2  Note its Key ID, and the Issuer ID above the list.',
  '3  Download the key file: you can do that only once.',
  '',
  'Got all three? Press Enter.',
];

function PageStep({flow}: {flow: InitFlow}) {
  const {copy} = useShell();
  return (
    <Screen
      {...flow.head}
      keys={[
        {
          keys: ['enter'],
          label: 'continue',
          run() {
            flow.confirm();
            flow.next();
          },
        },
        ...flow.keys,
        paletteKey('y', 'copy address', undefined, () => copy(KEYS_PAGE, 'Address'), {shown: 'help'}),
      ]}
      lines={(area) => {
        // A long address is wrapped, since nobody could type a cut one.
        const address = wrap(KEYS_PAGE, area.columns - 6).map((text): LineContent => [{text: `  ${text}`}]);
        const intro = 'Create a key on the API keys page; o opens it in a browser:';
        return paragraphs(['', intro, '', ...address, ...WHAT_TO_DO], area);
      }}
    />
  );
}

function KeyStep({flow, loggedIn, onDone}: {flow: InitFlow; loggedIn?: LoggedIn; onDone(done: LoggedIn): void}) {
  const {session} = useServices();
  const width = useLinesWidth();
  const [another, setAnother] = useState(false);
  const stored = flow.load.data?.profiles ?? [];
  if (stored.length > 0 && !loggedIn && !another) {
    const facts = stored.map((one): Fact => [one.name, `key ${one.keyId}, stored in ${storageLabel(one)}`]);
    return (
      <LinesScreen
        {...flow.head}
        keys={[
          {keys: ['enter'], label: 'continue', run: flow.next},
          {keys: ['l'], label: 'log in with another', title: 'Log in with another key', run: () => setAnother(true)},
          ...flow.keys,
        ]}
        lines={[
          ...factLines(facts, width),
          '',
          ...wrap('A key is already stored. Enter continues with it, l logs in with another.', width),
        ]}
      />
    );
  }
  return (
    <LoginForm
      {...flow.head}
      keys={flow.keys}
      initial={loggedIn?.values}
      intro={WHAT_A_KEY_IS}
      offer={session.globals.sandbox ? undefined : SANDBOX_OFFER}
      withChoices={false}
      onDone={(done) => {
        onDone(done);
        flow.go('check');
      }}
    />
  );
}
