import {useCallback, useEffect, useRef, useState} from 'react';
import type {Stage} from '../../services/store/client.ts';
import {pad, widthOf, wrap} from '../../services/text/width.ts';
import {BORDERS, Dialog, useDialogInside} from '../components/dialog.tsx';
import {TextField} from '../components/text-field.tsx';
import {useDisplay} from '../context/services.ts';
import {type Question, useTargetBelow} from '../context/shell.ts';
import type {RunningWrite} from '../context/writes.ts';
import glyphTable from '../glyphs.json' with {type: 'json'};
import {type Binding, keyName, titleOf, withoutLetters} from '../input/keyboard.ts';
import {behind, type LineContent, type Segment} from '../text/lines.ts';
import type {Glyphs} from '../theme.ts';

interface Asked {
  id: number;
  question(): Question | undefined;
  answer(yes: boolean): void;
}

export function useQuestions(stop: () => Question | undefined) {
  const [asked, setAsked] = useState<readonly Asked[]>([]);
  const guard = useRef<Question | undefined>(undefined);
  const count = useRef(0);
  const ask = useCallback(
    (question: Question | (() => Question | undefined)) =>
      new Promise<boolean>((resolve) => {
        const one: Asked = {
          id: ++count.current,
          question: typeof question === 'function' ? question : () => question,
          answer(yes) {
            setAsked((all) => all.filter((other) => other !== one));
            resolve(yes);
          },
        };
        setAsked((all) => [...all, one]);
      }),
    [],
  );
  const leave = useCallback(
    (then: () => void, onStay: () => void = () => {}) => {
      const question = guard.current;
      if (question === undefined) return then();
      ask(() => (guard.current?.title === question.title ? question : undefined)).then((yes) => {
        if (!yes) return onStay();
        question.onYes?.();
        then();
      });
    },
    [ask],
  );
  const latestStop = useRef(stop);
  latestStop.current = stop;
  const quit = (then: () => void, onStay: () => void = () => {}) => {
    if (stop() === undefined) return leave(then, onStay);
    ask(() => latestStop.current()).then((yes) => (yes ? leave(then, onStay) : onStay()));
  };
  const mayQuit = () => guard.current === undefined && stop() === undefined;
  return {asked: asked.at(-1), ask, guard, leave, quit, mayQuit};
}

const WIDTH = 64;

export function QuestionDialog({asked: {question: now, answer}}: {asked: Asked}) {
  const last = useRef<Question>(undefined);
  const current = now();
  const question = current ?? last.current;
  last.current = question;
  // The dialog is wide enough for the longest word, so that an address is not broken.
  const words = question?.lines.flatMap((line) => line.split(' ')) ?? [];
  const width = Math.max(WIDTH, ...words.map((word) => widthOf(word) + BORDERS));
  const inside = useDialogInside(width);
  useTargetBelow();
  useEffect(() => {
    if (now() === undefined) answer(false);
  });
  if (!question) return null;
  return (
    <Dialog
      title={question.title}
      width={width}
      keys={[
        {keys: ['enter'], label: question.yes, guarded: true, run: () => answer(true)},
        {keys: ['esc'], label: question.no, guarded: true, run: () => answer(false)},
      ]}
      lines={['', ...question.lines.flatMap((line) => wrap(line, inside)), '']}
    />
  );
}

interface HelpProps {
  bindingsBelow(): readonly Binding[];
  takesTextBelow: boolean;
  textBelow: string;
  onClose(): void;
}

export function Help({bindingsBelow, takesTextBelow, textBelow, onClose}: HelpProps) {
  const {theme, size, screenReader} = useDisplay();
  const [signs] = useState(() => (screenReader ? [] : legendOf(textBelow, theme.glyphs)));
  const inside = useDialogInside();
  const legend = legendLines(signs, inside);
  const below = takesTextBelow ? bindingsBelow().flatMap(withoutLetters) : bindingsBelow();
  const [query, setQuery] = useState<string>();
  const isFound = (binding: Binding) =>
    titleOf(binding)
      .toLowerCase()
      .includes((query ?? '').toLowerCase());
  const keys = helpLines(below.filter(isFound), inside, theme.glyphs);
  useTargetBelow();
  if (query !== undefined) {
    const field = <TextField key="query" value={query} focus width={inside} onChange={setQuery} placeholder="search" />;
    const clear: Binding = {keys: ['esc', 'enter'], label: 'all keys', run: () => setQuery(undefined)};
    return <Dialog title="Keys" top={2} keys={[clear]} lines={[field, ...keys]} />;
  }
  const all = size.rows < ROOMY_ROWS ? [...keys, '', ...legend] : [...legend, ...keys];
  const search: Binding = {keys: ['/'], label: 'search', run: () => setQuery('')};
  const close: Binding = {keys: ['esc', '?', 'f1', 'q', 'enter'], label: 'close', run: onClose};
  return <Dialog title="Keys" top={2} keys={[search, close]} lines={all} />;
}

const ROOMY_ROWS = 24;
const LAST_GROUPS = ['Lists', 'Everywhere'];

function helpLines(bindings: readonly Binding[], width: number, glyphs: Glyphs): LineContent[] {
  const named = bindings.filter(({shown}) => shown !== 'none');
  const groups = [...new Set(named.map(({group = 'This screen'}) => group))];
  groups.sort((a, b) => LAST_GROUPS.indexOf(a) - LAST_GROUPS.indexOf(b));
  return groups.flatMap((group, index): LineContent[] => [
    ...(index > 0 ? [''] : []),
    [{text: group, bold: true}],
    ...named
      .filter((binding) => (binding.group ?? 'This screen') === group)
      .flatMap((binding) => bindingLines(binding, width, glyphs)),
  ]);
}

const SIGN_COLUMN = 36;

function legendLines(signs: ReturnType<typeof legendOf>, width: number): LineContent[] {
  if (signs.length === 0) return [];
  const rows = Math.ceil(signs.length / Math.max(1, Math.floor(width / SIGN_COLUMN)));
  const entries = signs.map(([sign, meaning]): Segment[] => [
    {text: `${sign} `, bold: true},
    {text: pad(meaning, SIGN_COLUMN - 2)},
  ]);
  const lines = entries.slice(0, rows).map((first, row) => [...first, ...(entries[rows + row] ?? [])]);
  return [[{text: 'Signs on this screen', bold: true}], ...lines, ''];
}

const KEY_COLUMN = 22;
const GAP = '  ';

function bindingLines(binding: Binding, width: number, glyphs: Glyphs): LineContent[] {
  const keys = {text: pad(binding.keys.map((key) => keyName(key, glyphs)).join(' '), KEY_COLUMN), bold: true} as const;
  const room = width - KEY_COLUMN;
  const title = titleOf(binding);
  const {unavailable: reason} = binding;
  if (reason !== undefined && widthOf(title + GAP + reason) <= room) {
    return [[keys, {text: title}, {text: GAP + reason, dim: true}]];
  }
  const reasons = reason === undefined ? [] : wrap(reason, room - GAP.length);
  return behind(keys, [...wrap(title, room), ...reasons.map((text) => [{text: GAP + text, dim: true}])]);
}

function legendOf(frame: string, glyphs: Glyphs): [sign: string, meaning: string][] {
  // The header, status line and footer contain no signs, only keys and breadcrumbs that look like signs.
  const content = frame.split('\n').slice(1, -2).join('\n');
  // An ASCII sign must be a word of its own, and a progress bar counts as one sign.
  const words = new Set(content.split(/\s+/).map((word) => word.replace(/^#+\.*$/, '#')));
  const isShown = (sign: string) => words.has(sign) || (sign > '~' && content.includes(sign));
  return Object.entries(glyphTable)
    .map(([name, [, , meaning = '']]): [string, string] => [glyphs[name as keyof Glyphs], meaning])
    .filter(([sign, meaning]) => meaning !== '' && isShown(sign));
}

export function stageText(stage: Stage | undefined, running: readonly RunningWrite[]): string | undefined {
  return stage && running.length === 1 ? `${stage.name} (${stage.number} of ${stage.of})` : undefined;
}

export function stopQuestion(stage: Stage | undefined, running: readonly RunningWrite[]): Question | undefined {
  if (running.length === 0) return undefined;
  const where = stageText(stage, running);
  if (!stage || where === undefined) {
    const lines = [
      running.length === 1 ? 'A request is still running.' : `${running.length} writes are still running.`,
    ];
    return {title: 'Leave without seeing its result?', lines, yes: 'leave', no: 'stay'};
  }
  const left = stage.of - stage.number;
  const rest = left === 0 ? 'It is the last one.' : `The other ${left === 1 ? 'one' : left} will not be sent.`;
  return {title: `Stop after ${where}?`, lines: [rest], yes: 'stop', no: 'stay'};
}
