'use strict';
// Preloaded into a program. Kills it, as kill -9 does, right before change number KILL_AT to the files below
// KILL_BELOW. Writing a file counts as two changes, and the second kill leaves half of the content.
const fs = require('node:fs');

const {KILL_BELOW = '/'} = process.env;
const last = Number(process.env.KILL_AT);
let changes = 0;

/** @param {unknown} path */
function isTime(path) {
  if (!String(path).startsWith(KILL_BELOW)) return false;
  changes += 1;
  return changes === last;
}

const die = () => process.kill(process.pid, 'SIGKILL');

watch(fs.promises, ['mkdir', 'rename', 'rm', 'rmdir', 'unlink', 'chmod', 'open']);
// proper-lockfile creates and removes its locks with these.
watch(fs, ['mkdir', 'rmdir']);

/**
 * @param {Record<string, any>} owner
 * @param {string[]} names
 */
function watch(owner, names) {
  for (const name of names) {
    const real = owner[name];
    /** @param {unknown[]} words */
    owner[name] = (...words) => {
      const [path, flags] = words;
      const isRead = name === 'open' && !/[wax]/.test(String(flags));
      if (!isRead && isTime(path)) die();
      const result = real.apply(owner, words);
      return name === 'open' && !isRead ? opened(result, path) : result;
    };
  }
}

/**
 * @param {Promise<import('node:fs/promises').FileHandle>} opening
 * @param {unknown} path
 */
async function opened(opening, path) {
  const file = await opening;
  const {writeFile, sync} = file;
  file.writeFile = async (content) => {
    if (isTime(path)) die();
    if (isTime(path)) {
      const bytes = Buffer.from(/** @type {string} */ (content));
      fs.writeSync(file.fd, bytes.subarray(0, bytes.length / 2));
      die();
    }
    return writeFile.call(file, content);
  };
  file.sync = () => {
    if (isTime(path)) die();
    return sync.call(file);
  };
  return file;
}
