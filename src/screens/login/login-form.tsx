import {LinesScreen} from '../flows/lines-screen.tsx';
import {runningKeys} from '../flows/write-lines.ts';
import {formKeys} from '../form/form-keys.ts';
import {FormView, formInside} from '../form/form-view.tsx';
import {Screen} from '../frame/screen.tsx';
import type {Binding} from '../input/keyboard.ts';
import type {LineContent} from '../text/line-content.ts';
import {noteLines} from '../text/lines.ts';
import {wrap} from '../text/width.ts';
import {type LoginOptions, useLogin} from './use-login.ts';

interface LoginFormProps extends LoginOptions {
  crumbs: readonly string[];
  /** Further keys while the form is shown; letters are text there. */
  keys?: readonly Binding[];
  /** A line between header and rule. */
  sub?: LineContent;
  /** Above the fields, where there is room. */
  intro?: readonly string[];
  /** Below them, where there is room. */
  offer?: string;
}

const MOST_CANDIDATES = 3;
/** Rows to keep free around the fields, for errors, candidates and a remark. */
const AROUND = 6;

/** The form of `auth login`: checks in the order of the command, each error beside its field. */
export function LoginForm(props: LoginFormProps) {
  const {crumbs, keys = [], sub, intro = [], offer} = props;
  const {form, candidates, phase, slow, replaces, submit, cancel} = useLogin(props);
  if (phase !== 'fields') {
    const stop = phase === 'running' ? runningKeys(cancel) : [];
    return (
      <LinesScreen crumbs={crumbs} sub={sub} waiting={slow} keys={stop} lines={['Checking and storing the key']} />
    );
  }
  const name = form.given.get('name');
  return (
    <Screen crumbs={crumbs} sub={sub} keys={[...formKeys(submit, 'check and store'), ...keys]}>
      {({columns, rows}) => {
        const inside = formInside(columns);
        const room = rows - form.fields.length - AROUND;
        return (
          <FormView
            form={form}
            width={columns}
            rows={rows}
            intro={room >= intro.length ? intro : []}
            outro={[
              ...wrap(candidates.join('  '), inside)
                .filter(Boolean)
                .slice(0, MOST_CANDIDATES)
                .map((text) => [{text, dim: true}]),
              ...(replaces ? ['', ...noteLines(`'${name}' is already stored: this replaces it.`, inside)] : []),
              ...(offer && room >= 2 ? ['', ...wrap(offer, inside)] : []),
            ]}
            onSubmit={submit}
          />
        );
      }}
    </Screen>
  );
}
