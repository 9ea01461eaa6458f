import {existsSync} from 'node:fs';

if (!existsSync('dist/cli.js')) {
  console.error('tool is not built yet: run `npm ci`, or `npm run build` if the packages are installed.');
  process.exitCode = 1;
}
