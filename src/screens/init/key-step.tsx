import {Box} from 'ink';
import {useState} from 'react';
import {Lines} from '../components/lines.tsx';
import {useServices} from '../context/services.ts';
import {Screen} from '../frame/screen.tsx';
import type {LoggedIn} from '../login/log-in.ts';
import {LogInForm} from '../login/log-in-form.tsx';
import {placeLabel} from '../text/labels.ts';
import {factLines} from '../text/lines.ts';
import {wrap} from '../text/width.ts';
import {SANDBOX_OFFER, WHAT_A_KEY_IS} from './set-up-steps.ts';
import type {SetUpFlow} from './use-set-up.ts';

interface KeyStepProps {
  flow: SetUpFlow;
  /** What was stored in this set-up: the form begins with it. */
  loggedIn: LoggedIn | undefined;
  onDone(done: LoggedIn): void;
}

/** The log-in; where a profile is stored already, only on request. */
export function KeyStep({flow, loggedIn, onDone}: KeyStepProps) {
  const {session} = useServices();
  const [another, setAnother] = useState(false);
  const stored = flow.load.data?.profiles ?? [];
  if (stored.length > 0 && !loggedIn && !another)
    return <StoredAlready flow={flow} onAnother={() => setAnother(true)} />;
  return (
    <LogInForm
      crumbs={flow.crumbs}
      sub={flow.progress}
      keys={flow.keys}
      initial={loggedIn?.texts}
      intro={WHAT_A_KEY_IS}
      offer={session.globals.sandbox ? undefined : SANDBOX_OFFER}
      withChoices={false}
      onDone={(done) => {
        onDone(done);
        flow.setChecked(false);
        flow.go('check');
      }}
    />
  );
}

function StoredAlready({flow, onAnother}: {flow: SetUpFlow; onAnother(): void}) {
  const profiles = flow.load.data?.profiles ?? [];
  return (
    <Screen
      crumbs={flow.crumbs}
      sub={flow.progress}
      keys={[
        {keys: ['enter'], label: 'go on', run: flow.next},
        {keys: ['l'], label: 'log in with another', title: 'Log in with another key', run: onAnother},
        ...flow.keys,
      ]}
    >
      {({columns: width}) => (
        <Box flexDirection="column" paddingX={2} paddingTop={1}>
          <Lines
            width={width - 4}
            lines={[
              ...factLines(
                profiles.map((profile) => [profile.name, `key ${profile.keyId}, stored in ${placeLabel(profile)}`]),
                width - 4,
              ),
              '',
              ...wrap('A key is stored already. Enter goes on with it, l logs in with another.', width - 4),
            ]}
          />
        </Box>
      )}
    </Screen>
  );
}
