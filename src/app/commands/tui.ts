import {ToolError} from '../../services/model/error.ts';
import {FILTERABLE_STATES, PLATFORMS} from '../../services/model/version.ts';
import {defineCommand, NOT_UNDONE, SCREENS} from '../command.ts';
import {appFlag, listOf, pick, versionRef} from '../flags/flags.ts';

/** run.ts opens the app. `run` is called only if that is not possible, for example without a terminal. */
export const tui = defineCommand({
  path: ['tui'],
  summary: 'Open the full-screen app on a screen',
  examples: ['tool tui versions --app com.example.app --state IN_REVIEW', 'tool tui doctor'],
  flags: {
    app: appFlag({}),
    state: listOf(FILTERABLE_STATES, {summary: 'Only versions in these states'}),
    platform: listOf(PLATFORMS, {summary: 'Only these platforms'}),
    'version-id': versionRef({summary: 'Version ID, or APP@WHICH[:PLATFORM]'}),
  },
  effect: 'final',
  agents: 'withheld',
  undo: NOT_UNDONE,
  positionals: ['[SCREEN]'],
  positionalChoices: SCREENS,
  isApp: true,
  request({app, state: states, platform: platforms, versionId}, [name]) {
    return {screen: name === undefined ? 'start' : pick(SCREENS, name), app, states, platforms, versionId};
  },
  async run(): Promise<never> {
    const hint = 'Without a terminal, run a command with flags.';
    throw new ToolError('usage', "'tool tui' needs a terminal", {hint});
  },
  present: {text: () => []},
});
