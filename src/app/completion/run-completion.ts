import type {Host} from '../../services/ports.ts';
import {commands} from '../commands/index.ts';
import {complete} from './complete.ts';
import {createSources} from './sources.ts';
import type {Completion} from './values.ts';

/** More than any shell gives. */
const MAX_BYTES = 1_000_000;

/**
 * Completes the last of the words on stdin, as protocol.ts says.
 * @param shell bash gives words as they are typed, quotes included; fish only the last one @returns the exit code
 */
export async function runCompletion(shell: string | undefined, host: Host): Promise<number> {
  const input = new TextDecoder().decode(await host.terminal.readInput({maxBytes: MAX_BYTES, signal: host.signal}));
  const words = input.split('\0').slice(0, -1);
  const isRaw = (index: number) => shell === 'bash' || (shell === 'fish' && index === words.length - 1);
  const plain = words.map((word, index) => (isRaw(index) ? unquoted(word) : word));
  const completion = await complete(plain, commands, (given) => createSources(host, given));
  await host.terminal.write(formatCompletion(completion));
  return 0;
}

function formatCompletion({candidates, paths, open}: Completion): string {
  // A name that would break the lines cannot be typed either.
  const shown = candidates.filter(({value}) => !/\p{Cc}/u.test(value));
  const lines = shown.map(({value, description}) => (description === undefined ? value : `${value}\t${description}`));
  return [paths ?? (open ? 'open' : 'word'), ...lines, ''].join('\n');
}

/** A word of a POSIX shell without its quotes, the last of which may still be open. */
function unquoted(word: string): string {
  return word.replace(
    /'([^']*)(?:'|$)|"((?:[^"\\]|\\.)*)(?:"|$)|\\(.)/gs,
    (_, single?: string, double?: string, escaped?: string) =>
      single ?? double?.replace(/\\(["\\$`])/g, '$1') ?? escaped ?? '',
  );
}
