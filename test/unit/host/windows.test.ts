import {describe, expect, it} from 'vitest';
import {candidates, systemProgram, withoutSecrets} from '../../../src/services/host/programs.ts';
import {isDeviceName, isRemoteOrDevice} from '../../../src/services/model/values.ts';
import {TempHome} from '../../support/temp-home.ts';

describe('on Windows', () => {
  it('starts Windows programs by their full path, never from the current folder', () => {
    const page = 'https://example.test/';
    expect(candidates({SystemRoot: 'D:\\Win'}, 'win32', page)[0]?.[0]).toBe('D:\\Win\\System32\\rundll32.exe');
    expect(systemProgram('cmd.exe', {SYSTEMROOT: 'D:\\Win'})).toBe('D:\\Win\\System32\\cmd.exe');
    for (const root of ['', '.', '\\\\host\\share', 'Win']) {
      expect(systemProgram('cmd.exe', {SystemRoot: root})).toBe('C:\\Windows\\System32\\cmd.exe');
    }
  });

  it('keeps child processes on Windows from running programs in the current folder, and hides the key from them', () => {
    const env = {PATH: 'x', TOOL_PRIVATE_KEY: 'k', Tool_Key_Id: 'k'};
    expect(withoutSecrets(env, 'win32')).toEqual({PATH: 'x', NoDefaultCurrentDirectoryInExePath: '1'});
    expect(withoutSecrets(env, 'linux')).toEqual({PATH: 'x'});
  });

  it.each([
    '\\\\host\\share\\key.p8',
    '//host/share/key.p8',
    '\\/host\\share\\key.p8',
    ' \\\\host\\share',
    '\\\\?\\UNC\\host\\share\\key.p8',
    '\\\\?\\C:\\key.p8',
    '\\\\.\\pipe\\key',
    '\\??\\UNC\\host\\share',
    'C:\\keys\\NUL',
    'C:\\keys\\con.p8',
    'C:AUX',
    'com1',
    'lpt9:stream',
    'C:\\nul \\key.p8',
  ])('refuses to open the Windows path %s, which leads to another machine or a device', async (path) => {
    expect(isRemoteOrDevice(path)).toBe(true);
    const home = new TempHome();
    const flags = ['--name', 'A', '--key-id', 'K', '--issuer-id', 'I', '--private-key', path];
    const files = {...(await import('../../../src/services/host/files.ts')).createFiles()};
    const seen: string[] = [];
    const stat = files.stat;
    files.stat = (one) => {
      seen.push(one);
      return stat(one);
    };
    const {code, stderr} = await home.run(['auth', 'login', ...flags], {host: {platform: 'win32', files}});
    home.remove();
    expect(code).toBe(3);
    expect(stderr).toContain('leads to another machine or a device');
    expect(seen.filter((one) => one.includes(path.trim()))).toEqual([]);
  });

  it.each([
    'C:\\keys\\AuthKey_K1.p8',
    'C:/keys/k.p8',
    'keys\\k.p8',
    '~\\k.p8',
    'C:\\console\\nulls\\com10.p8',
    'k.con',
  ])('recognises %s as a local Windows file', (path) => expect(isRemoteOrDevice(path)).toBe(false));

  it('recognises Windows device names', () => {
    for (const name of ['con', 'PRN', 'Aux', 'nul', 'nul.txt', 'COM1', 'LPT¹', 'conin$'])
      expect(isDeviceName(name)).toBe(true);
    for (const name of ['en-US', 'de-DE', 'com', 'com10', 'connect', 'nul-x']) expect(isDeviceName(name)).toBe(false);
  });
});
