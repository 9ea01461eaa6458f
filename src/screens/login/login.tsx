import {Box} from 'ink';
import {useState} from 'react';
import {KEYS_PAGE} from '../../app/web-pages.ts';
import {useApp} from '../app-context.ts';
import {resultKeys} from '../form/step-keys.ts';
import {Paragraph, Result} from '../form/steps.tsx';
import {useRouter} from '../router.ts';
import {Screen} from '../shell/screen.tsx';
import {shortPath} from '../text/path.ts';
import {type LoggedIn, LogInForm} from './log-in-form.tsx';

const CRUMBS = ['Profiles', 'Log in'];

/** `auth login` as a form. */
export function Login() {
  const {browse} = useApp();
  const [done, setDone] = useState<LoggedIn>();
  if (done) return <Stored done={done} />;
  const openKeysPage = {
    keys: ['ctrl+o'],
    label: 'keys page',
    title: 'Open the page of API keys on the web',
    inPalette: true,
    run: () => browse(KEYS_PAGE),
  };
  return <LogInForm crumbs={CRUMBS} keys={[openKeysPage]} withChoices onDone={setDone} />;
}

/** Where it is stored now, and how a script would have done it. */
function Stored({done}: {done: LoggedIn}) {
  const {copy, host} = useApp();
  const router = useRouter();
  const {result, command} = done;
  return (
    <Screen crumbs={CRUMBS} keys={resultKeys(router.back, () => copy(command, 'Command'))}>
      {({columns: width}) => (
        <>
          <Result
            title={`Registered API key '${result.name}'`}
            facts={[
              ['Stored in', placeWords(done, host.home)],
              ['Default', 'yes: commands use it unless told otherwise'],
            ]}
            command={command}
            width={width}
          />
          <Box flexDirection="column" paddingX={2}>
            {result.warnings.map((warning) => (
              <Paragraph key={warning} text={`! ${warning}`} width={width - 4} />
            ))}
          </Box>
        </>
      )}
    </Screen>
  );
}

/** `system keychain`, or the config file. */
export function placeWords({result: {storedIn, configPath}}: LoggedIn, home: string): string {
  return storedIn === 'keychain' ? 'system keychain' : `config file at ${shortPath(configPath, home)}`;
}
