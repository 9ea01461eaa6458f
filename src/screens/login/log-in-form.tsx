import {Box} from 'ink';
import {useEffect, useState} from 'react';
import {logIn} from '../../app/use-cases/log-in.ts';
import {Line} from '../components/line.tsx';
import {Lines} from '../components/lines.tsx';
import {useServices} from '../context/services.ts';
import {FormView} from '../form/form-view.tsx';
import {formKeys, runningKeys} from '../form/step-keys.ts';
import {useForm} from '../form/use-form.ts';
import {Screen} from '../frame/screen.tsx';
import {useLoad} from '../hooks/use-load.ts';
import {useTask} from '../hooks/use-task.ts';
import type {Binding} from '../input/keyboard.ts';
import type {LineContent} from '../text/line-content.ts';
import {noteLines} from '../text/lines.ts';
import {wrap} from '../text/width.ts';
import {commandOf, complaintOf, inputOf, type LoggedIn, nameToWorkAs} from './log-in.ts';
import {KEY_FIELD, loginFields} from './login-fields.ts';
import {type PastedText, useKeyField} from './use-key-field.ts';

interface LogInFormProps {
  crumbs: readonly string[];
  /** Further keys while the form is shown; letters are text there. */
  keys?: readonly Binding[];
  /** Texts to begin with, by flag name. */
  initial?: Readonly<Record<string, string>>;
  /** A line between header and rule. */
  sub?: LineContent;
  /** Above the fields, where there is room. */
  intro?: readonly string[];
  /** Below them, where there is room. */
  offer?: string;
  /** Asks for every flag, not only for what cannot be left out. */
  withChoices: boolean;
  onDone(done: LoggedIn): void;
}

const MARGIN = 2;

/** The form of `auth login`: checks in the order of the command, what is wrong stands beside the field it is about. */
export function LogInForm(props: LogInFormProps) {
  const {crumbs, keys = [], initial, sub, intro = [], offer, withChoices, onDone} = props;
  const {session, workAs} = useServices();
  const {sandbox} = session.globals;
  const [pasted, setPasted] = useState<PastedText>();
  const [bypasses, setBypasses] = useState(initial?.['bypass-keychain'] === 'true');
  const [individual, setIndividual] = useState(initial?.individual === 'true');
  const task = useTask<LoggedIn>();
  const {status, error, result} = task;
  const running = status === 'running';
  const known = useLoad('known', 'known', async () => (await session.credentials()).profiles());
  const fields = loginFields({withChoices, bypasses, individual, sandbox, pasted: pasted?.key});
  const plain = useForm({fields, initial, lost: 'the new profile'});
  const {form, candidates} = useKeyField(plain, {pasted, setPasted, active: !running});

  const submit = () => {
    const given = form.submit();
    if (!given) return;
    task.run(async (signal) => {
      const stored = await logIn(inputOf(given, pasted?.pem), session, signal);
      workAs(await nameToWorkAs(stored.name, session));
      const texts = Object.fromEntries([...given].filter(([flag]) => flag !== KEY_FIELD || !pasted));
      return {result: stored, command: commandOf(given, pasted?.pem, sandbox), texts};
    });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it has ended
  useEffect(() => {
    if (result) onDone(result);
    if (!error) return;
    const {text, field} = complaintOf(error, form.values.network === 'true');
    if (!error.facts.cancelled) form.fail(text, field);
    task.reset();
  }, [result, error]);

  const name = form.values.name?.trim();
  const replaces = name !== '' && known.data?.some((profile) => profile.name === name);
  return (
    <Screen
      crumbs={crumbs}
      sub={sub}
      waiting={task.slow}
      keys={running ? runningKeys(task.cancel) : [...formKeys(submit, 'check and store'), ...keys]}
    >
      {({columns: width, rows}) =>
        running || result ? (
          <Box paddingLeft={MARGIN} paddingTop={1}>
            <Line content="Checking and storing the key" width={width - 2 * MARGIN} />
          </Box>
        ) : (
          <FormView
            form={{
              ...form,
              set(field, text) {
                if (field === 'bypass-keychain') setBypasses(text === 'true');
                if (field === 'individual') setIndividual(text === 'true');
                form.set(field, text);
              },
            }}
            width={width}
            intro={rows >= intro.length + form.fields.length + 6 ? intro : []}
            onSubmit={submit}
            outro={
              <>
                {candidates.length > 0 ? <Candidates names={candidates} width={width - 2 * MARGIN} /> : null}
                <Lines
                  width={width - 2 * MARGIN}
                  lines={[
                    ...(replaces
                      ? ['', ...noteLines(`'${name}' is stored already: this replaces it.`, width - 2 * MARGIN)]
                      : []),
                    ...(offer && rows >= form.fields.length + 8 ? ['', ...wrap(offer, width - 2 * MARGIN)] : []),
                  ]}
                />
              </>
            }
          />
        )
      }
    </Screen>
  );
}

const MOST_CANDIDATES = 3;

function Candidates({names, width}: {names: readonly string[]; width: number}) {
  return wrap(names.join('  '), width)
    .slice(0, MOST_CANDIDATES)
    .map((text) => <Line key={text} content={[{text, dim: true}]} width={width} />);
}
