import {quoted} from '../../services/model/clean.ts';
import {ToolError} from '../../services/model/error.ts';
import {FILTERABLE_STATES, PLATFORMS} from '../../services/model/version.ts';
import {defineCommand, NOT_UNDONE, SCREENS} from '../command.ts';
import {appFlag, listOf, usage, versionRef} from '../flags/flags.ts';
import {nearest} from '../flags/nearest.ts';

/** run.ts opens the app; `run` is reached only without a terminal. */
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
    const screen = SCREENS.find((candidate) => candidate === name);
    if (name !== undefined && !screen) {
      const meant = nearest(name, SCREENS);
      const advice = meant ? `. Did you mean 'tool tui ${meant}'?` : `: ${SCREENS.join(', ')}`;
      throw usage(`${quoted(name)} is not a screen${advice}`);
    }
    return {screen: screen ?? 'start', app, states, platforms, versionId};
  },
  async run(): Promise<never> {
    const hint = 'Without a terminal, run a command with flags.';
    throw new ToolError('usage', "'tool tui' needs a terminal", {hint});
  },
  present: {text: () => []},
});
