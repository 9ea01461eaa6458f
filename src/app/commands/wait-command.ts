import {drained, mapped} from '../../services/async/generators.ts';
import type {ToolError} from '../../services/model/error.ts';
import type {Store} from '../../services/store/store.ts';
import type {ChangeWatcher} from '../../services/user-hooks.ts';
import {type Wait, type WaitGoal, type WaitOutcome, waitFailure, watch} from '../../services/wait.ts';
import {hookFlags, startHooks, waitFlags, waitProgress} from '../actions/waiting.ts';
import {
  type Command,
  type CommandContext,
  defineCommand,
  type JsonOutput,
  OFFERED,
  type TableData,
} from '../command.ts';
import type {Flags, InputOf} from '../flags/flags.ts';
import {fieldTable} from '../present/formats.ts';

interface WaitResult<Input, T> {
  input: Input;
  waited: WaitOutcome<T>;
  failure?: ToolError;
}

interface Waiting<T> extends Omit<Wait<T>, 'every' | 'maxWait'> {
  tell(value: T, watcher: ChangeWatcher): void;
}

interface WaitCommand<F extends Flags, T>
  extends Pick<Command<F>, 'path' | 'summary' | 'description' | 'examples' | 'flags' | 'excludes' | 'check'> {
  wait(input: InputOf<F> & InputOf<typeof hookFlags>, store: Store): Waiting<T>;
  goal(input: InputOf<F>, value: T | undefined): WaitGoal;
  json: JsonOutput<WaitResult<InputOf<F>, T>>;
  table?(result: WaitResult<InputOf<F>, T>): TableData;
}

export function waitCommand<F extends Flags, T>(options: WaitCommand<F, T>) {
  const {wait, goal, json, table = (result) => fieldTable(Object(json(result))), flags, ...command} = options;
  type Input = InputOf<F> & InputOf<typeof waitFlags> & InputOf<typeof hookFlags>;
  async function* changes(input: Input, context: CommandContext) {
    const {session, host, signal, format} = context;
    const {every, maxWait, onChange} = input;
    const {read, tell, ...waiting} = wait(input, await session.store());
    const hooks = startHooks(onChange, context);
    const told = async (signal: AbortSignal) => {
      const value = await read(signal);
      if (hooks) tell(value, hooks.watcher);
      return value;
    };
    const progress = waitProgress(host, format === 'ndjson');
    try {
      const waited = yield* mapped(watch({...waiting, every, maxWait, read: told}, host.clock, signal), (event) => {
        progress.show(event);
        if (event.kind === 'failed' || !event.isChange) return [];
        return [{at: new Date(event.at).toISOString(), state: event.state}];
      });
      return {input, waited, failure: waitFailure(waited, goal(input, waited.value))};
    } finally {
      progress.end();
      await hooks?.end();
    }
  }
  return defineCommand({
    ...command,
    flags: {...flags, ...waitFlags, ...hookFlags},
    effect: 'none',
    agents: OFFERED,
    run: (input: Input, context): Promise<WaitResult<InputOf<F>, T>> => drained(changes(input, context)),
    stream: changes,
    present: {formats: ['json', 'table', 'ndjson'], json, table, ending: ({failure}) => ({error: failure})},
  });
}
