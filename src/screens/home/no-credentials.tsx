import type {ToolError} from '../../services/model/error.ts';
import {Scroll} from '../components/line.tsx';
import {useDisplay} from '../context/display.ts';
import {useRouter} from '../context/router.ts';
import {useSandboxKey} from '../flows/common-keys.ts';
import {Screen} from '../frame/screen.tsx';
import type {Query} from '../hooks/use-query.ts';
import {keyName} from '../input/key-names.ts';
import type {Binding} from '../input/keyboard.ts';
import type {LineContent} from '../text/line-content.ts';
import {paragraphs} from '../text/lines.ts';

/** Instead of an empty list: nothing can be read before there is a key. */
export function NoCredentials({load, error}: {load: Query<unknown>; error: ToolError}) {
  const {glyphs} = useDisplay().theme;
  const router = useRouter();
  const sandbox = useSandboxKey();
  const keys: Binding[] = [
    {
      keys: ['enter', 'i'],
      label: 'set up',
      title: 'Set up an API key, step by step',
      inPalette: true,
      run: () => router.push('init'),
    },
    {
      keys: ['l'],
      label: 'log in',
      title: 'Log in: name, IDs and key file in one form',
      run: () => router.push('login'),
    },
    sandbox,
  ];
  const offers = keys.map(
    ({keys: [first = '', second = first], title = ''}): LineContent => [
      {text: keyName(second, glyphs).padEnd(KEY_WIDTH), tone: 'accent'},
      {text: title},
    ],
  );
  const lines: LineContent[] = [
    '',
    [{text: error.summary, bold: true}],
    '',
    ...offers,
    '',
    'Or leave, set TOOL_KEY_ID, TOOL_ISSUER_ID and TOOL_PRIVATE_KEY_PATH, and start again.',
  ];
  return (
    <Screen crumbs={['Apps']} load={{...load, error: undefined}} keys={keys}>
      {(area) => <Scroll lines={paragraphs(lines, area)} width={area.columns} height={area.rows} />}
    </Screen>
  );
}

const KEY_WIDTH = 'Ctrl+T  '.length;
