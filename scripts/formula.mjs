// Prints the Homebrew formula of a release: `node scripts/formula.mjs OWNER/REPOSITORY [SHA256SUMS]`.
import {readFileSync} from 'node:fs';

const [, , repository = '', file = 'dist-executable/SHA256SUMS'] = process.argv;
if (!/^[\w.-]+\/[\w.-]+$/.test(repository)) throw new Error('Give the repository: OWNER/REPOSITORY');
const {version} = JSON.parse(readFileSync('package.json', 'utf8'));
const sums = new Map(
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const [sum = '', name = ''] = line.split(/\s+\*?/);
      return [name, sum];
    }),
);

/** @param {string} name @returns {string} */
function sumOf(name) {
  const sum = sums.get(name);
  if (!sum || !/^[0-9a-f]{64}$/.test(sum)) throw new Error(`${file} has no checksum of ${name}`);
  return sum;
}

process.stdout.write(
  readFileSync('packaging/tool.rb.template', 'utf8')
    .replaceAll('@REPOSITORY@', repository)
    .replaceAll('@VERSION@', version)
    .replace(/@SHA256 (\S+)@/g, (_, name) => sumOf(name)),
);
