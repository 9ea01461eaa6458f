import {quoted} from '../../services/model/clean.ts';
import {refusesValue, ToolError} from '../../services/model/error.ts';
import {
  failedTitle,
  failureMessage,
  failureTexts,
  mainFailure,
  type NotesResult,
  nearLocales,
  noteText,
  type ReleaseNote,
  sameLocale,
} from '../../services/model/release-notes.ts';
import {writeNotesFolder} from '../../services/notes/write-folder.ts';
import {defineAction, defineCommand, NOT_UNDONE, OFFERED, type Presentation, REPLACED_UNKNOWN} from '../command.ts';
import {dryRun, text, texts, toggle, usage, versionId} from '../flags/flags.ts';
import {integer, list, nullable, object, picked, shaped, string} from '../present/shapes.ts';
import {checkText, directory, listLocales, meantLocales, notesPath, planFromFolder, readText} from './notes-input.ts';

/** `length` counts UTF-16 code units, as the service does. */
const noteItem = shaped(
  object({id: string, locale: string, whatsNew: nullable(string), length: integer}),
  ({id, locale, whatsNew}: ReleaseNote) => ({id, locale, whatsNew: whatsNew ?? null, length: whatsNew?.length ?? 0}),
);

const listNotes = defineCommand({
  path: ['release-notes', 'list'],
  summary: "List the release notes (What's New) of a version by locale",
  description: 'length counts UTF-16 code units, as the service does. The limit is 4000.',
  examples: ['tool release-notes list --version-id ID', 'tool release-notes list --version-id ID --output table'],
  flags: {'version-id': versionId},
  effect: 'none',
  agents: OFFERED,
  emits: true,
  async run(input, {session, signal, emit}) {
    const read = await (await session.store()).readNotes(input.versionId, signal);
    await emit?.(read.notes.map(noteItem));
    return read;
  },
  present: {
    json: shaped(object({data: list(noteItem.schema)}), ({notes}: {notes: readonly ReleaseNote[]}) => ({
      data: notes.map(noteItem),
    })),
    table: ({notes}) => ({
      columns: ['Locale', 'Length', "What's New"],
      rows: notes.map(({locale, whatsNew = ''}) => [locale, String(whatsNew.length), whatsNew.replace(/\n.*/s, '…')]),
    }),
  },
});

const pullNotes = defineCommand({
  path: ['release-notes', 'pull'],
  summary: 'Write the release notes of a version into a folder',
  description:
    'Writes DIR/LOCALE/release_notes.txt. If an existing file differs, nothing is written unless --force is given.',
  examples: ['tool release-notes pull --version-id ID --dir fastlane/metadata'],
  flags: {'version-id': versionId, dir: directory, force: toggle({summary: 'Overwrite files that differ'})},
  effect: 'local',
  async run(input, {session, signal, host}) {
    const store = await session.store();
    const {versionId: id, notes} = await store.readNotes(input.versionId, signal);
    const options = {...notesPath(input.dir, host), force: input.force, hint: '--force overwrites files that differ.'};
    return {versionId: id, written: await writeNotesFolder(host.files, notes, options, signal)};
  },
  present: {
    json: picked(object({versionId: string, written: list(string)})),
    table: ({written}) => ({columns: ['Locale', 'Result'], rows: written.map((name) => [name, 'written'])}),
  },
});

const locale = texts({summary: 'Only these locales, or all', placeholder: 'LOCALE,…', fallback: 'all'});

const AGAIN = 'Run it again: texts already written are not sent twice.';
const CHANGE = 'Change the text: the service refuses it as it is.';

const writtenNotes: Presentation<NotesResult> = {
  json: shaped(
    object({
      versionId: string,
      updated: list(string),
      unchanged: list(string),
      failed: list(object({locale: string, message: string})),
    }),
    ({versionId, updated, unchanged, failed}) => {
      const failures = failed.map((one) => ({locale: one.locale, message: failureMessage(one)}));
      return {versionId, updated, unchanged, failed: failures};
    },
  ),
  table: ({updated, unchanged, failed}) => ({
    columns: ['Locale', 'Result'],
    roles: {Result: 'wrap'},
    rows: [
      ...updated.map((locale) => [locale, 'updated']),
      ...unchanged.map((locale) => [locale, 'unchanged']),
      ...failed.map(({locale, error}) => [locale, `failed: ${error.summary}`]),
    ],
  }),
  ending(result) {
    const {versionId, note, writes} = result;
    const first = mainFailure(result);
    if (!first) return {note};
    const error = new ToolError(first.error.kind, `${failedTitle(result)}:`, {
      details: failureTexts(result).map((text) => `  ${text.replaceAll('\n', '\n    ')}`),
      hint: refusesValue(first.error)
        ? CHANGE
        : [first.error.hint, writes?.lost ? '' : AGAIN].filter(Boolean).join(' '),
      cause: first.error,
      facts: {
        writes,
        signal: first.error.facts.signal,
        checkWith: {command: ['release-notes', 'list'], flags: {'version-id': versionId}},
      },
    });
    return {note, error};
  },
};

export const setNotes = defineAction({
  path: ['release-notes', 'set'],
  summary: 'Set the release notes of a version to one text',
  description:
    'Sends one request per locale whose text differs. If one fails, the others are still tried, unless they would fail for the same reason. The limit is 4000 characters. A first version takes no release notes.',
  examples: [
    'tool release-notes set --version-id ID --text "Bug fixes." --locale en-US,en-GB',
    'git-cliff --latest --strip all | tool release-notes set --version-id ID --file -',
  ],
  flags: {
    'version-id': versionId,
    text: text({summary: 'Text of the release notes', allowEmpty: true, unless: ['file']}),
    file: text({summary: 'UTF-8 file with the text; - for stdin', placeholder: 'PATH', completes: 'files'}),
    locale,
    'dry-run': dryRun,
  },
  effect: 'write',
  agents: {withholds: ['file']},
  undo({subject: {notes, texts: written}}) {
    if (!notes || !written) return {why: REPLACED_UNKNOWN};
    const texts = new Map([...notes].filter(([locale, text]) => written.has(locale) && text !== ''));
    if (texts.size > 0) return {action: 'release-notes', preset: {texts}};
    return {why: 'there were no release notes before, and a text cannot be removed'};
  },
  excludes: [['file', 'text']],
  screen: 'release-notes',
  key: 'N',
  label: 'edit notes',
  title: 'Edit the release notes of %',
  check(input) {
    checkText(input.text, 'text');
  },
  async run(input, context) {
    const words = await readText(input, context);
    const store = await context.session.store();
    const textsFor = (has: readonly string[]) => new Map(chosen(input.locale, has).map((one) => [one, words]));
    return store.writeNotes(input.versionId, textsFor, context.signal);
  },
  present: writtenNotes,
});

const copyNotes = defineCommand({
  path: ['release-notes', 'copy'],
  summary: 'Copy the release notes of another version',
  description: 'Locales that have no text in the other version are left unchanged.',
  examples: ['tool release-notes copy --version-id ID --from ID'],
  flags: {'version-id': versionId, from: {...versionId, summary: 'Version to copy from'}, locale, 'dry-run': dryRun},
  effect: 'write',
  agents: OFFERED,
  undo: NOT_UNDONE,
  async run(input, {session, signal}) {
    const store = await session.store();
    const plan = async (has: readonly string[]) => {
      const locales = chosen(input.locale, has);
      const {notes} = await store.readNotes(input.from, signal);
      return new Map(
        notes.flatMap(({locale: one, whatsNew}) =>
          whatsNew !== undefined && locales.includes(one) ? [[one, noteText(whatsNew)] as const] : [],
        ),
      );
    };
    return store.writeNotes(input.versionId, plan, signal);
  },
  present: writtenNotes,
});

function chosen(wanted: readonly string[], has: readonly string[]): readonly string[] {
  if (wanted.length === 1 && wanted[0]?.toLowerCase() === 'all') return has;
  return wanted.map((name) => {
    const found = sameLocale(name, has);
    if (found !== undefined) return found;
    const hint = meantLocales(nearLocales(name, has));
    throw usage(`names ${quoted(name)}, but the version has ${listLocales(has)}${hint}`, {flag: 'locale'});
  });
}

const pushNotes = defineCommand({
  path: ['release-notes', 'push'],
  summary: 'Set the release notes of a version from a folder',
  description:
    'Reads DIR/LOCALE/release_notes.txt, and DIR/default/release_notes.txt for locales without their own. All files are checked before the first write; only texts that differ are sent.',
  examples: ['tool release-notes push --version-id ID --dir fastlane/metadata'],
  flags: {'version-id': versionId, dir: directory, 'dry-run': dryRun},
  effect: 'write',
  agents: 'withheld',
  undo: NOT_UNDONE,
  async run(input, {session, signal, host}) {
    const {plan} = await planFromFolder(input.dir, host, {signal, warn: session.messages.warn});
    const store = await session.store();
    return store.writeNotes(input.versionId, plan, signal);
  },
  present: writtenNotes,
});

export const notesCommands = [listNotes, setNotes, copyNotes, pushNotes, pullNotes] as const;
