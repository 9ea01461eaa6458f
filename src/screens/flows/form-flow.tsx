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
import {type FlowSteps, type WriteResult, WriteSteps} from './write-view.tsx';

export interface FormFlowProps<F extends Flags, Result> {
  crumbs: readonly string[];
  command: Command<F, Result>;
  /** The flags that the flow is opened with, e.g. the version. */
  fixed: Given;
  /** The fields for the other flags. */
  form: FormOptions;
  /** The question before a changed form is left: `Discard the new version?` */
  discard: string;
  /** Above the fields. */
  intro?: string;
  /** Warnings below the fields, and on the review. */
  warnings?(values: Values): readonly string[];
  /** The steps from the review on. */
  steps(given: Given): FlowSteps<Result>;
  onDone(): void;
}

/**
 * A flow that fills in the flags of a command: fields, review with the equivalent command, result. It asks before typed
 * text is lost, and after a failure the fields are as they were.
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
      {({columns, rows}) => {
        const inside = formInside(columns);
        return (
          <FormView
            form={form}
            width={columns}
            rows={rows}
            intro={intro === '' ? [] : wrap(intro, inside)}
            outro={remarks.flatMap((text) => ['', ...noteLines(text, inside)])}
            onSubmit={submit}
          />
        );
      }}
    </Screen>
  );
}
