import {useState} from 'react';
import {useServices} from '../context/services.ts';
import {LinesScreen, useLinesWidth} from '../flows/lines-screen.tsx';
import {LoginForm} from '../login/login-form.tsx';
import type {LoggedIn} from '../login/use-login.ts';
import {placeLabel} from '../text/labels.ts';
import {factLines} from '../text/lines.ts';
import {wrap} from '../text/width.ts';
import {type InitFlow, SANDBOX_OFFER, WHAT_A_KEY_IS} from './use-init.ts';

interface KeyStepProps {
  flow: InitFlow;
  /** What was stored in this set-up: the form begins with it. */
  loggedIn: LoggedIn | undefined;
  onDone(done: LoggedIn): void;
}

/** The login; where a profile is stored already, only on request. */
export function KeyStep({flow, loggedIn, onDone}: KeyStepProps) {
  const {session} = useServices();
  const [another, setAnother] = useState(false);
  const stored = flow.load.data?.profiles ?? [];
  if (stored.length > 0 && !loggedIn && !another) {
    return <StoredAlready flow={flow} onAnother={() => setAnother(true)} />;
  }
  return (
    <LoginForm
      crumbs={flow.crumbs}
      sub={flow.progress}
      keys={flow.keys}
      initial={loggedIn?.values}
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

function StoredAlready({flow, onAnother}: {flow: InitFlow; onAnother(): void}) {
  const width = useLinesWidth();
  const profiles = flow.load.data?.profiles ?? [];
  const facts = profiles.map(
    (profile) => [profile.name, `key ${profile.keyId}, stored in ${placeLabel(profile)}`] as const,
  );
  return (
    <LinesScreen
      crumbs={flow.crumbs}
      sub={flow.progress}
      keys={[
        {keys: ['enter'], label: 'continue', run: flow.next},
        {keys: ['l'], label: 'log in with another', title: 'Log in with another key', run: onAnother},
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
