import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';

/**
 * Words that readers stumbled over, with what to write instead.
 * @type {[RegExp, string][]}
 */
const ODD = [
  [/\bmeanwhile\b/i, 'in the meantime'],
  [/\banew\b|\bafresh\b/i, 'again'],
  [/\bin vain\b/i, 'without success'],
  [/\b(?:is|are|was|were|be) (?:said|told)\b(?! apart)/i, 'says, shows, reports'],
  [/\b(?:it is|is it|it was) so\b/i, 'a sentence with a subject'],
  [/\b(?:is|are) there already\b/i, 'already exists'],
  [/\bmend(?:s|ed|ing)?\b/i, 'fix, recover'],
  [/\bstranded\b/i, 'left behind'],
  [/\b(?:ride|rides|ridden|rode) out\b/i, 'survive'],
  [/\bsomebody\b|\bwhom\b/i, 'someone'],
  [/\bcarried out\b/i, 'done'],
  [/\bbegun\b/i, 'started'],
  [/^\s*(?:\/\/|\/?\*+) (?:Of|What|Those that) (?!.*\?)/, 'a full sentence'],
];

/** Parts of the few lines in which such a word is right. */
const RIGHT = ['could not be carried out', 'ignore what you were told', 'as whom', 'of which nothing is said'];

const FOLDERS = ['src', 'test', 'bench', 'scripts', 'docs', '*.md'];
const files = execFileSync('git', ['ls-files', '-z', ...FOLDERS], {encoding: 'utf8'}).split('\0');

const found = files
  .filter((file) => /\.(?:tsx?|[cm]?js|md)$/.test(file) && file !== 'scripts/check-words.mjs')
  .flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, at) =>
        ODD.filter(([word]) => word.test(line) && !RIGHT.some((use) => line.includes(use))).map(
          ([word, plain]) => `${file}:${at + 1}: ${word.exec(line)?.[0].trim()} (plain: ${plain})`,
        ),
      ),
  );

for (const line of found) console.error(line);
if (found.length > 0) process.exitCode = 1;
