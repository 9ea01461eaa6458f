import {useState} from 'react';
import {KEYS_PAGE} from '../../services/model/web-pages.ts';
import {Scroll} from '../components/scroll.tsx';
import {useLook} from '../context/look.ts';
import {useRouter} from '../context/router.ts';
import {useServices} from '../context/services.ts';
import {useShell} from '../context/shell.ts';
import {resultKeys} from '../form/step-keys.ts';
import {Screen} from '../frame/screen.tsx';
import type {LineContent} from '../text/line-content.ts';
import {commandParagraphs, paragraphs} from '../text/paragraphs.ts';
import {type LoggedIn, placeWords} from './log-in.ts';
import {LogInForm} from './log-in-form.tsx';

const CRUMBS = ['Profiles', 'Log in'];

/** `auth login` as a form. */
export function Login() {
  const {browse} = useShell();
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
function Stored({done: {result, command}}: {done: LoggedIn}) {
  const {host} = useServices();
  const {theme} = useLook();
  const {copy} = useShell();
  const router = useRouter();
  const lines: LineContent[] = [
    '',
    [
      {text: `${theme.glyphs.ok} `, tone: 'good', bold: true},
      {text: `Registered API key '${result.name}'`, bold: true},
    ],
    '',
    `Stored in  ${placeWords(result, host.home)}`,
    'Default    yes: it is used unless another is asked for',
    ...result.warnings.map((warning) => `!  ${warning}`),
  ];
  return (
    <Screen crumbs={CRUMBS} keys={resultKeys(router.back, () => copy(command, 'Command'))}>
      {(area) => (
        <Scroll
          lines={paragraphs([...lines, ...commandParagraphs(command, area)], area)}
          width={area.columns}
          height={area.rows}
        />
      )}
    </Screen>
  );
}
