import {expect, test} from 'vitest';
import {actions, commands} from '../../../src/app/commands/index.ts';
import {screens} from '../../../src/screens/registry.ts';
import {ACTIONS} from '../../../src/services/model/actions.ts';

test.each(ACTIONS)('registers the action %s as a command and as a screen or dialog under the same name', (name) => {
  const action = actions[name];
  expect(action.screen).toBe(name);
  expect(commands).toContain(action);
  expect(screens[name]?.component).toBeTypeOf('function');
});

test.each(commands.filter(({effect}) => effect === 'write' || effect === 'final'))(
  'declares how to undo the write $path, and what agents may do with it',
  ({undo, agents}) => {
    expect(undo).toBeDefined();
    expect(agents).toBeDefined();
  },
);

test('lets two actions share a key only if they are never possible together', () => {
  const keys = ACTIONS.map((name) => actions[name].key);
  const shared = [...new Set(keys.filter((key, index) => keys.indexOf(key) !== index))];
  expect(shared.sort()).toEqual(['H', 'h']);
});
