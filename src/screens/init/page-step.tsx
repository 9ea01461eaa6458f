import {KEYS_PAGE} from '../../services/model/web-pages.ts';
import {Scroll} from '../components/scroll.tsx';
import {useShell} from '../context/shell.ts';
import {Screen} from '../frame/screen.tsx';
import type {LineContent} from '../text/line-content.ts';
import {paragraphs} from '../text/paragraphs.ts';
import type {SetUpFlow} from './use-set-up.ts';

/** Where keys come from. */
export function PageStep({flow}: {flow: SetUpFlow}) {
  const {copy} = useShell();
  const lines: LineContent[] = [
    '',
    'Keys are made on the page of API keys; o opens it in a browser:',
    '',
    [{text: `  ${KEYS_PAGE}`, tone: 'accent'}],
    '',
    '1  Make a key there (role App Manager or Admin), or find yours.',
    '2  Note its Key ID, and the Issuer ID above the table.',
    '3  Download the key file: it is offered once only.',
    '',
    'You have all three? Enter goes on.',
  ];
  return (
    <Screen
      crumbs={flow.crumbs}
      sub={flow.progress}
      keys={[
        {keys: ['enter'], label: 'go on', run: flow.next},
        ...flow.keys,
        {keys: ['y'], label: 'copy address', shown: 'help', inPalette: true, run: () => copy(KEYS_PAGE, 'Address')},
      ]}
    >
      {(area) => <Scroll lines={paragraphs(lines, area)} width={area.columns} height={area.rows} />}
    </Screen>
  );
}
