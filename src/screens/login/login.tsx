import {useState} from 'react';
import {KEYS_PAGE} from '../../services/model/web-pages.ts';
import {useDisplay} from '../context/display.ts';
import {useRouter} from '../context/router.ts';
import {useServices} from '../context/services.ts';
import {useShell} from '../context/shell.ts';
import {LinesScreen, useLinesWidth} from '../flows/lines-screen.tsx';
import {doneKeys} from '../flows/write-lines.ts';
import {commandLines, factLines, noteLines, signedLines} from '../text/lines.ts';
import {type LoggedIn, LoginForm, storageName} from './login-form.tsx';

const CRUMBS = ['Profiles', 'Log in'];

export function Login() {
  const {browse} = useShell();
  const [done, setDone] = useState<LoggedIn>();
  if (done) return <Stored done={done} />;
  const openKeysPage = {
    keys: ['ctrl+o'],
    label: 'keys page',
    title: 'Open the API keys page on the web',
    inPalette: true,
    run: () => browse(KEYS_PAGE),
  };
  return <LoginForm crumbs={CRUMBS} keys={[openKeysPage]} withChoices onDone={setDone} />;
}

function Stored({done: {result, command}}: {done: LoggedIn}) {
  const {host} = useServices();
  const {theme} = useDisplay();
  const {copy} = useShell();
  const router = useRouter();
  const width = useLinesWidth();
  return (
    <LinesScreen
      crumbs={CRUMBS}
      keys={doneKeys(router.back, () => copy(command, 'Command'))}
      lines={[
        ...signedLines({sign: theme.glyphs.ok, tone: 'good', bold: true}, `Registered API key '${result.name}'`, width),
        '',
        ...factLines(
          [
            ['Stored in', storageName(result, host.home)],
            ['Default', 'yes: used unless another profile is named'],
          ],
          width,
        ),
        ...result.warnings.flatMap((warning) => ['', ...noteLines(warning, width)]),
        '',
        ...commandLines(command, width),
      ]}
    />
  );
}
