import {useEffect} from 'react';
import {isAgreement, validateActive} from '../../app/session/login.ts';
import type {Validation} from '../../services/model/credential.ts';
import type {ToolError} from '../../services/model/error.ts';
import {AGREEMENTS_PAGE} from '../../services/model/web-pages.ts';
import {wrap} from '../../services/text/width.ts';
import {useDisplay} from '../context/display.ts';
import {useServices} from '../context/services.ts';
import {useShell} from '../context/shell.ts';
import {errorLines, LinesScreen, runningKeys, useLinesWidth} from '../flows/lines-screen.tsx';
import {useTask} from '../hooks/use-task.ts';
import type {Binding} from '../input/keyboard.ts';
import {type LoggedIn, storageName} from '../login/login-form.tsx';
import type {LineContent} from '../text/line-content.ts';
import {commandLines, type Fact, factLines, noteLines, signedLines} from '../text/lines.ts';
import {hasKey, type InitFlow} from './use-init.ts';

export function CheckStep({flow, loggedIn}: {flow: InitFlow; loggedIn: LoggedIn | undefined}) {
  const {session, host, profile: active} = useServices();
  const {glyphs} = useDisplay().theme;
  const width = useLinesWidth();
  const {copy, browse} = useShell();
  const {load} = flow;
  const found = load.outdated ? undefined : load.data;
  const ready = hasKey(found);
  const task = useTask<Validation>();
  const {result, slow} = task;
  const error = task.error ?? (result?.outcome === 'failed' ? result.error : undefined);
  const works = result !== undefined && !error;
  const running = task.status === 'running';
  const check = () => {
    flow.confirm(false);
    task.run(async (signal) => {
      const answer = await validateActive(session, signal);
      if (answer.outcome !== 'failed') flow.confirm();
      return answer;
    });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (ready) check();
  }, [ready]);

  const agreement = error !== undefined && isAgreement(error);
  const taken = running ? 'esc' : agreement ? 'o' : works ? 'ctrl+n' : '';
  const keys: Binding[] = [
    {keys: ['enter'], label: works ? 'your apps' : 'continue anyway', run: flow.finish},
    ...(ready ? [{keys: ['r'], label: 'check again', inPalette: true, run: check}] : []),
    ...(agreement
      ? [{keys: ['o'], label: 'agreements', title: 'Open the agreements page', run: () => browse(AGREEMENTS_PAGE)}]
      : []),
    ...(loggedIn ? [{keys: ['y'], label: 'copy command', run: () => copy(loggedIn.command, 'Command')}] : []),
  ];
  const failed = (why: ToolError): LineContent[] => {
    if (why.facts.signal === 'cancel') return ['Not checked. r checks again.'];
    if (why.kind === 'network') {
      const then = 'The key is stored. Enter continues without the check; v in Profiles checks it later.';
      return [...errorLines(why, width, glyphs), '', ...wrap(then, width)];
    }
    const details = new Set([...why.details, ...(loggedIn?.doubts ?? [])]);
    const then = 'r checks again, Esc returns to the key.';
    return [...errorLines(why.with({details: [...details]}), width, glyphs), '', ...wrap(then, width)];
  };
  const passed = (how: Validation): LineContent[] => {
    const limited = how.outcome === 'limited' ? how : undefined;
    const title = limited ? 'The key works, but its role is limited.' : 'The key works.';
    const stored = loggedIn?.result;
    const facts: Fact[] = [
      ['Profile', stored?.name ?? active?.name ?? 'none (the key comes from the environment)'],
      ...(stored ? [['Stored in', storageName(stored, host.home)] as const] : []),
    ];
    return [
      ...signedLines({sign: glyphs.ok, tone: limited ? 'busy' : 'good', bold: true}, title, width),
      ...(limited ? [limited.reason, limited.error.hint ?? ''].flatMap((text) => wrap(text, width)) : []),
      '',
      ...factLines(facts, width),
      ...(stored?.warnings ?? []).flatMap((warning) => noteLines(warning, width)),
      ...(loggedIn ? ['', ...commandLines(loggedIn.command, width)] : []),
    ];
  };
  const lines = (): LineContent[] => {
    if (running) return ['Checking with the store that the key works'];
    if (error) return failed(error);
    if (result) return passed(result);
    if (!found) return wrap(load.error?.message ?? 'Looking for the key', width);
    return ready ? [] : wrap('No key is stored yet: there is nothing to check. Esc goes back.', width);
  };
  return (
    <LinesScreen
      {...flow.head}
      waiting={slow}
      keys={[...(running ? runningKeys(task) : keys), ...flow.keys.filter((one) => !one.keys.includes(taken))]}
      lines={lines()}
    />
  );
}
