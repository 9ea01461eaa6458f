import {resolve} from 'node:path';
import {quoted} from '../../../services/model/quoted.ts';
import {noteProblem, noteText} from '../../../services/model/release-notes.ts';
import {
  decodeNotes,
  MOST_BYTES,
  type NotesText,
  readNotesFile,
  readProblem,
} from '../../../services/notes/text-file.ts';
import type {Host} from '../../../services/ports.ts';
import {type CommandContext, defineCommand} from '../../command.ts';
import {type InputOf, text} from '../../flags.ts';
import {writtenNotes} from '../../present/release-notes.ts';
import {usage} from '../../usage.ts';
import {versionId} from '../versions/flags.ts';
import {dryRun} from '../write-flags.ts';
import {locale} from './flags.ts';
import {oneText} from './plans.ts';

const flags = {
  'version-id': versionId,
  // As it was written: blanks around it may be meant.
  text: text({summary: 'The text, unless --file is given', allowEmpty: true}),
  file: text({summary: 'UTF-8 file with the text; - is stdin', placeholder: 'PATH', completes: 'file'}),
  locale,
  'dry-run': dryRun,
};

export const setNotes = defineCommand({
  path: ['release-notes', 'set'],
  summary: 'Set the release notes of a version to one text',
  description:
    'Sends one request per locale whose text differs; when one fails the others are still tried. At most 4000\n' +
    'characters. A first version takes no release notes.',
  examples: [
    'tool release-notes set --version-id ID --text "Bug fixes." --locale en-US,en-GB',
    'git-cliff --latest --strip all | tool release-notes set --version-id ID --file -',
  ],
  flags,
  screen: 'release-notes',
  check(input) {
    if (input.text !== undefined && input.file !== undefined) throw usage('does not go with --text', {flag: 'file'});
    if (input.text === undefined && input.file === undefined) {
      throw usage("'tool release-notes set' needs --text or --file");
    }
    const problem = input.text === undefined ? undefined : noteProblem(noteText(input.text));
    if (problem) throw usage(problem, {flag: 'text'});
  },
  async run(input, context) {
    const words = await readText(input, context);
    const store = await context.session.store();
    return store.writeNotes(input['version-id'], oneText(words, input.locale), context.signal);
  },
  present: writtenNotes,
});

/** @throws ToolError usage for a file that is no text that can be sent */
async function readText({text: given, file = ''}: InputOf<typeof flags>, {host, signal}: CommandContext) {
  if (given !== undefined) return noteText(given);
  const read =
    file === '-' ? await readStdin(host, signal) : await readNotesFile(host.files, resolve(host.cwd, file), {signal});
  if ('text' in read) return read.text;
  throw usage(`${file === '-' ? '- (stdin)' : quoted(file)} ${read.problem}`, {flag: 'file'});
}

async function readStdin({terminal}: Host, signal: AbortSignal): Promise<NotesText> {
  try {
    return decodeNotes(await terminal.readInput({maxBytes: MOST_BYTES, signal}));
  } catch (error) {
    return {problem: readProblem(error)};
  }
}
