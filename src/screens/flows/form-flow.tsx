import {useState} from 'react';
import type {Command} from '../../app/command.ts';
import type {Flags} from '../../app/flags/flags.ts';
import {type Guided, guided} from '../../app/run-command.ts';
import type {Target} from '../../services/model/actions.ts';
import {widthOf, wrap} from '../../services/text/width.ts';
import {useDisplay, useServices} from '../context/services.ts';
import {useWrite, useWriteGuard, type Writing} from '../context/writes.ts';
import {FormView, formInside, formKeys} from '../form/form-view.tsx';
import {type FormField, type FormOptions, type Given, nameOf, readAs, useForm, type Values} from '../form/use-form.ts';
import {Screen} from '../frame/screen.tsx';
import {type Binding, goOnKey} from '../input/keyboard.ts';
import {commandLines, type Fact, factLines, type LineContent, noteLines} from '../text/lines.ts';
import {useCopyKey} from './common-keys.ts';
import type {ShownResult, WriteResult, WriteViewProps} from './done-view.tsx';
import {LinesView} from './lines-screen.tsx';
import {useShipNews} from './ship-news.ts';
import {WriteView} from './write-view.tsx';

export interface FormFlowProps<F extends Flags, Result> extends FormOptions<F> {
  crumbs: readonly string[];
  command: Command<F, Result>;
  fixed: Given;
  target?: Pick<Target, 'app' | 'version'>;
  discard: string;
  intro?: string;
  warnings?(values: Values): readonly string[];
  steps(given: Given, facts: readonly Fact[]): FlowSteps<Result>;
  onOutdated?(given: Given): void;
  onDone(): void;
}

export function FormFlow<F extends Flags, Result extends WriteResult>(props: FormFlowProps<F, Result>) {
  const {crumbs, command, fixed, target, discard, intro = '', warnings = () => [], steps, onDone} = props;
  const {session, host} = useServices();
  const {arrow} = useDisplay().theme.glyphs;
  const write = useWrite<Result>();
  const [reviewing, setReviewing] = useState<Given>();
  const guide = (given: Given) => guided(command, new Map([...fixed, ...given]), session, host, target);
  const check = (given: Given) => {
    props.check?.(given);
    guide(given).check();
  };
  const form = useForm(command.flags, {...props, check});
  // In Ship, Enter sends the form at once, so the form itself shows the command. Ctrl+S still opens the review.
  const isStep = useShipNews() !== undefined;
  useWriteGuard(write, form.dirty ? discard : undefined);

  const remarks = warnings(form.values);
  if (reviewing) {
    const facts = factsOf(form.fields, reviewing, props.sends === 'changed' ? props.initial : undefined, arrow);
    const {warnings: ofFields = [], ...rest} = steps(reviewing, facts);
    const onBack = () => {
      if (write.error?.facts.isFinal) props.onOutdated?.(reviewing);
      write.reset();
      setReviewing(undefined);
    };
    return (
      <WriteSteps
        {...{crumbs, write, onBack, onDone}}
        command={guide(reviewing)}
        steps={{...rest, warnings: [...remarks, ...ofFields]}}
      />
    );
  }
  const submit = () => setReviewing(form.submit());
  const {words, warnings: ofFields = []} = steps(form.given, []);
  const send = () => {
    const given = form.submit();
    setReviewing(given);
    if (given) write.send(guide(given));
  };
  const enter: Binding = {keys: ['enter'], label: words[0].toLowerCase(), guarded: true, run: send};
  const notes = isStep ? [...remarks, ...ofFields] : remarks;
  return (
    <Screen crumbs={crumbs} keys={[...(isStep ? [enter] : []), ...formKeys(form, submit)]}>
      {(area) => (
        <FormView
          {...{form, area}}
          intro={intro === '' ? [] : wrap(intro, formInside(area.columns))}
          outro={(inside) => [
            ...notes.flatMap((text) => ['', ...noteLines(text, inside)]),
            ...(isStep ? ['', ...commandLines(guide(form.given).line, inside)] : []),
          ]}
        />
      )}
    </Screen>
  );
}

const ONE_LINE = 40;

function factsOf(fields: readonly FormField[], given: Given, before: Values | undefined, arrow: string): Fact[] {
  return fields.flatMap((field): Fact[] => {
    const text = given.get(field.name);
    if (text === undefined) return [];
    const after = nameOf(field, readAs(field, text));
    if (!before) return [[field.label, after]];
    const [from, to] = [nameOf(field, before[field.name] ?? '') || '(empty)', after || '(empty)'];
    const separator = widthOf(from) + widthOf(to) <= ONE_LINE ? ' ' : '\n';
    return [[field.label, `${from}${separator}${arrow} ${to}`]];
  });
}

export interface FlowSteps<Result> extends Partial<Pick<WriteViewProps<never>, 'undone' | 'whether'>> {
  /** For example `Attach`, `Attaching` and `Attached`. `of` follows each word. */
  words: readonly [title: string, running: string, done: string];
  of: string;
  title?: string;
  facts: readonly Fact[];
  body?(width: number): readonly LineContent[];
  warnings?: readonly string[];
  result(result: Result): Partial<ShownResult>;
}

interface WriteStepsProps<Result> {
  crumbs: readonly string[];
  command: Guided<Result>;
  write: Writing<Result>;
  steps: FlowSteps<Result>;
  onBack(): void;
  onDone(): void;
}

export function WriteSteps<Result extends WriteResult>(props: WriteStepsProps<Result>) {
  const {crumbs, command, write, steps, onBack, onDone} = props;
  const copy = useCopyKey(command.line);
  const frame = {crumbs};
  const onConfirm = () => write.send(command);
  const [title, running, done] = steps.words.map((word) => `${word} ${steps.of}`) as [string, string, string];
  if (write.phase !== 'idle') {
    const undone = steps.undone ?? `Not ${steps.words[2].toLowerCase()}`;
    const result = (value: Result) => ({title: done, ...steps.result(value)});
    const whether = steps.whether ?? `${steps.of} was ${steps.words[2].toLowerCase()}`;
    return <WriteView {...{frame, write, running, undone, whether, result, onBack}} onLeave={onDone} />;
  }
  const {facts, body, warnings = []} = steps;
  const linesIn = (width: number): LineContent[] => [
    [{text: steps.title ?? title, bold: true}],
    '',
    ...factLines(facts, width),
    ...(body?.(width) ?? []),
    ...warnings.flatMap((warning) => ['', ...noteLines(warning, width)]),
    '',
    ...commandLines(command.line, width),
  ];
  const keys: Binding[] = [
    {keys: ['enter'], label: steps.words[0].toLowerCase(), guarded: true, run: onConfirm},
    // Ctrl+S does nothing here, because pressing it twice in the form would skip the review.
    goOnKey('', 'the result', () => {}, {shown: 'none', unavailable: 'this is the review, and Enter writes it'}),
    copy,
    {keys: ['esc'], label: 'change', run: onBack},
  ];
  return <LinesView {...{frame, keys, linesIn}} />;
}
