import {homedir} from 'node:os';
import {createCredentials} from '../../src/services/credentials/index.ts';
import {createClock} from '../../src/services/host/clock.ts';
import {createFiles} from '../../src/services/host/files.ts';
import type {Keychain} from '../../src/services/ports.ts';

/**
 * Logs in as the app does with a pasted key. The arguments are `NAME KEY_ID`, and the variable PASTED holds the key.
 */
const [name = '', keyId = ''] = process.argv.slice(2);
const credentials = createCredentials({
  audience: '',
  env: {TOOL_BYPASS_KEYCHAIN: '1'},
  files: createFiles(),
  keychain: {} as Keychain,
  clock: createClock(),
  cwd: process.cwd(),
  home: homedir(),
  platform: process.platform,
});
const privateKey = {pem: process.env.PASTED ?? ''};
const how = {bypassKeychain: true, local: false, skipValidation: false};
await credentials.login({name, keyId, owner: {issuerId: 'I'}, privateKey, ...how});
