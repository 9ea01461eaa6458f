// The entry point of the executable; the build for Node starts from start.cjs. Importing node:process would load stdin
// and stdout.
import {writeSync} from 'node:fs';

// This signal would open the inspector, through which every user of the machine could read a key.
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
