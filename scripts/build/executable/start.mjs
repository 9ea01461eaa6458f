// The executable starts here; the Node form starts with start.cjs. Importing node:process would load both of its streams.
import {writeSync} from 'node:fs';

// On this signal the inspector would open, through which every user of the machine could read a key.
process.on('SIGUSR1', () => {});

const [, , first, ...others] = process.argv;
try {
  if (first === '--version' && others.length === 0) writeSync(1, `${TOOL_VERSION}\n`);
  else if (first === TOOL_KEYCHAIN_HELPER) await import('../../../src/services/host/keychain-helper.ts');
  else await import('../../../src/cli.tsx');
} catch (error) {
  if (error instanceof Error && 'code' in error && error.code === 'EPIPE') process.exit(0);
  const {cleanText} = await import('../../../src/services/model/clean.ts');
  writeSync(2, `Error: ${cleanText(error instanceof Error ? error.message : String(error))}\n`);
  process.exit(1);
}
