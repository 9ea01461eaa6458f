import {useState} from 'react';
import {useDisplay} from '../context/display.ts';
import {useEntry, useRouter} from '../context/router.ts';
import {useServices} from '../context/services.ts';
import {useCopyKey, useKeysPageKey} from '../flows/common-keys.ts';
import {doneKeys, LinesScreen, resultLines, useLinesWidth} from '../flows/lines-screen.tsx';
import type {Fact} from '../text/lines.ts';
import {type LoggedIn, LoginForm, storageName} from './login-form.tsx';

const CRUMBS = ['Profiles', 'Log in'];

export function Login() {
  const keysPage = useKeysPageKey('ctrl+o');
  const {preset} = useEntry().params;
  const [done, setDone] = useState<LoggedIn>();
  if (done) return <Stored done={done} />;
  return <LoginForm crumbs={CRUMBS} keys={[keysPage]} initial={preset?.fields} withChoices onDone={setDone} />;
}

function Stored({done: {result, command, values}}: {done: LoggedIn}) {
  const {host} = useServices();
  const {theme} = useDisplay();
  const router = useRouter();
  const width = useLinesWidth();
  const facts: Fact[] = [
    ['Stored in', storageName(result, host.home)],
    ['Default', 'yes: used unless another profile is named'],
    ...(values.network === 'true' ? [['Network check', 'passed'] as const] : []),
  ];
  const step = {title: `Registered API key '${result.name}'`, facts, note: result.warnings, command};
  const keys = doneKeys(router.back, useCopyKey(command));
  return <LinesScreen crumbs={CRUMBS} keys={keys} lines={resultLines(step, width, theme.glyphs)} />;
}
