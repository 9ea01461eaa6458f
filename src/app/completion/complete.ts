import type {Command} from '../command.ts';
import {GROUPS} from '../command.ts';
import {GLOBAL_FLAGS} from '../command-line/globals.ts';
import {findPlace, type Place} from './place.ts';
import {type Candidate, type Completion, type Sources, valuesOf} from './values.ts';

const NOTHING: Completion = {candidates: []};

/** What the last of the words behind `tool` could become: the table of commands says it all. */
export async function complete(
  words: readonly string[],
  commands: readonly Command[],
  sourcesFor: (given: Place['given']) => Sources,
): Promise<Completion> {
  const place = findPlace(words, commands);
  const {prefix, partial} = place;
  const {candidates, ...rest} = await candidatesAt(place, commands, sourcesFor);
  const matching = candidates.filter(({value}) => value.startsWith(partial));
  // States and platforms may be written in any case.
  const inAnyCase = candidates.filter(({value}) => value.toLowerCase().startsWith(partial.toLowerCase()));
  const chosen = matching.length > 0 ? matching : inAnyCase;
  return {...rest, candidates: chosen.map((one) => ({...one, value: `${prefix}${one.value}`}))};
}

async function candidatesAt(
  place: Place,
  commands: readonly Command[],
  sourcesFor: (given: Place['given']) => Sources,
): Promise<Completion> {
  const {flagBefore, partial, command, flagsEnded, asksHelp, positionals} = place;
  if (flagBefore) return valuesOf(flagBefore, place, sourcesFor(place.given));
  if (partial.startsWith('-') && !flagsEnded) return {candidates: flagsAt(place)};
  if (!command) return positionals > 0 ? NOTHING : {candidates: commandWords(place, commands)};
  if (asksHelp) return NOTHING;
  const choices = positionals === 0 ? (command.positionalChoices ?? []) : [];
  if (choices.length > 0) return {candidates: choices.map((value) => ({value}))};
  if (flagsEnded) return NOTHING;
  return {candidates: flagsAt(place).filter(({value}) => Object.hasOwn(command.flags, value.slice(2)))};
}

/** The words that go on from a path: groups and commands, or the commands of a group. */
function commandWords({path, asksHelp}: Place, commands: readonly Command[]): Candidate[] {
  const [group] = path;
  if (group !== undefined) {
    return commands.flatMap(({path: [first, second], summary}) =>
      first === group && second !== undefined ? [{value: second, description: summary}] : [],
    );
  }
  const tops = new Map(
    commands.map(({path: [first = '', second], summary}) => [
      first,
      second === undefined ? summary : GROUPS[first]?.summary,
    ]),
  );
  const words = [...tops].map(([value, description]) => ({value, description}));
  return asksHelp ? words : [...words, {value: 'help', description: 'Show help, as --help does'}];
}

/** The flags that may still be given here, those of the command first. */
function flagsAt({command, given, path, positionals}: Place): Candidate[] {
  const ofCommand = Object.entries(command?.flags ?? {});
  const globals = Object.entries(GLOBAL_FLAGS).filter(([name]) => {
    if (Object.hasOwn(command?.flags ?? {}, name)) return false;
    if (name === 'output') return command === undefined || command.present.formats.length > 1;
    return name !== 'pretty' || command === undefined || command.present.formats.includes('json');
  });
  const flags = [...ofCommand, ...globals].flatMap(([name, {summary}]) =>
    given.has(name) ? [] : [{value: `--${name}`, description: summary}],
  );
  const isFirst = path.length === 0 && positionals === 0 && given.size === 0;
  return isFirst ? [...flags, {value: '--version', description: "Show the tool's version"}] : flags;
}
