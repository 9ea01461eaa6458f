import {useState} from 'react';
import type {Command, Flags} from '../../app/command.ts';
import {guided} from '../../app/use-cases/guided.ts';
import {useServices} from '../context/services.ts';
import {formKeys} from '../form/form-keys.ts';
import type {Given, Values} from '../form/form-state.ts';
import {FormView, formInside} from '../form/form-view.tsx';
import {type FormOptions, useForm} from '../form/use-form.ts';
import {Screen} from '../frame/screen.tsx';
import {noteLines} from '../text/lines.ts';
import {wrap} from '../text/width.ts';
import {useWrite, useWriteGuard} from './use-write.ts';
import {type FlowSteps, type WriteResult, WriteSteps} from './write-steps.tsx';

export interface FormFlowProps<F extends Flags, Result> {
  crumbs: readonly string[];
  command: Command<F, Result>;
  /** Flags of the command that are settled: what the flow is about. */
  fixed: Given;
  /** The fields for the others. */
  form: FormOptions;
  /** Asked before a changed form is left: `Discard the new version?` */
  discard: string;
  /** Above the fields. */
  intro?: string;
  /** Things to think about while filling in the fields; the review repeats them. */
  warnings?(values: Values): readonly string[];
  /** From the review on, for what is to be sent. */
  steps(given: Given): FlowSteps<Result>;
  onDone(): void;
}

/**
 * A flow that fills in the flags of a command: fields, review with the equivalent command, result. Leaving it asks
 * before anything is lost, and however it fails, what was typed is still there.
 */
export function FormFlow<F extends Flags, Result extends WriteResult>(props: FormFlowProps<F, Result>) {
  const {crumbs, command, fixed, form: options, discard, intro = '', warnings = () => [], steps, onDone} = props;
  const {session, host} = useServices();
  const write = useWrite<Result>();
  const [reviewing, setReviewing] = useState<Given>();
  const guide = (given: Given) => guided(command, new Map([...fixed, ...given]), session, host);
  const check = (given: Given) => {
    options.check?.(given);
    guide(given).check();
  };
  const form = useForm({...options, check});
  useWriteGuard(write, form.dirty ? discard : undefined);

  const remarks = warnings(form.values);
  if (reviewing) {
    const {review, ...rest} = steps(reviewing);
    const onBack = () => {
      write.reset();
      setReviewing(undefined);
    };
    return (
      <WriteSteps
        {...{crumbs, write, onBack, onDone}}
        command={guide(reviewing)}
        steps={{...rest, review: {...review, warnings: [...remarks, ...(review.warnings ?? [])]}}}
      />
    );
  }
  const submit = () => setReviewing(form.submit());
  return (
    <Screen crumbs={crumbs} keys={formKeys(submit)}>
      {({columns}) => {
        const inside = formInside(columns);
        return (
          <FormView
            form={form}
            width={columns}
            intro={intro === '' ? [] : wrap(intro, inside)}
            outro={remarks.flatMap((text) => ['', ...noteLines(text, inside)])}
            onSubmit={submit}
          />
        );
      }}
    </Screen>
  );
}
