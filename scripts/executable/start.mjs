// What the executable starts with. Node's form of it is start.cjs.
import {writeSync} from 'node:fs';
import process from 'node:process';

// On this signal the inspector would open, through which every user of the machine could read a key.
process.on('SIGUSR1', () => {});

const [, , first, ...others] = process.argv;
if (first === '--version' && others.length === 0) writeSync(1, `${TOOL_VERSION}\n`);
else if (first === TOOL_KEYCHAIN_HELPER) await import('../../src/services/host/keychain-helper.ts');
else await import('../../src/cli.tsx');
