import {afterEach, beforeEach, expect, it} from 'vitest';
import type {OpenApp} from '../../src/app/run.ts';
import type {Message} from '../../src/app/session/messages.ts';
import {TempHome} from '../support/temp-home.ts';

let home: TempHome;
beforeEach(() => {
  home = new TempHome();
});
afterEach(() => home.remove());

async function open(env: Record<string, string> = {}) {
  const heard: Message[] = [];
  const openApp: OpenApp = async (_, {session, messages}) => {
    await session.store();
    await session.withProfile(undefined).store();
    messages.listen((message) => heard.push(message));
    return 0;
  };
  const outcome = await home.run([], {tty: true, openApp, env});
  return {...outcome, heard};
}

it('tells the app which local config is in use', async () => {
  const profile = {name: 'L', key_id: 'K', issuer_id: 'I', private_key_path: home.keyPath};
  await home.writeLocal({profiles: [profile]});
  const {code, stderr, heard} = await open();
  expect({code, stderr}).toEqual({code: 0, stderr: ''});
  expect(heard[0]).toEqual({kind: 'note', text: expect.stringContaining('local config')});
});

it('warns every session of the app about a credential from two sources', async () => {
  const profile = {name: 'A', key_id: 'K', private_key_path: home.keyPath};
  home.writeConfig({profiles: [profile]});
  const {stderr, heard} = await open({TOOL_ISSUER_ID: 'I'});
  expect(stderr).toBe('');
  expect(heard.map(({kind}) => kind)).toEqual(['warning', 'warning']);
});
