import {quoted} from '../model/clean.ts';
import {ToolError} from '../model/error.ts';
import {type EnvironmentFields, isComplete} from './environment.ts';
import {listed, namesOf, profileNamed, type StoredProfile} from './stored-profile.ts';

/** What is stored, what the environment gives, and what was asked for. */
export interface ProfileChoiceInput {
  /** In order of precedence: the first of a name is the one that counts. */
  profiles: readonly StoredProfile[];
  /** The default of the local config, else of the global one. */
  defaultName?: string;
  /** The profile asked for by name, and by what. */
  selected?: {name: string; by: '--profile' | 'TOOL_PROFILE'};
  environment: EnvironmentFields;
  /** False when it is bypassed: its profiles then cannot be read. */
  keychainEnabled: boolean;
}

/**
 * The profile in force: the one asked for, else the default, else the only one. Undefined when there is none, and when
 * it would only be a bypassed keychain's while the environment has everything.
 * @throws ToolError credentials
 */
export function chooseProfile(input: ProfileChoiceInput): StoredProfile | undefined {
  const {profiles, selected, defaultName, environment, keychainEnabled} = input;
  if (selected) {
    const profile = profileNamed(selected.name, profiles, keychainEnabled);
    if (!profile) throw unknownProfile(`${selected.by} names the profile ${quoted(selected.name)}`, profiles);
    return profile;
  }
  const names = namesOf(profiles);
  const wanted = defaultName ?? (names.length === 1 ? names[0] : undefined);
  if (wanted === undefined) {
    if (names.length > 1 && !isComplete(environment)) throw undecided(names);
    return undefined;
  }
  const profile = profileNamed(wanted, profiles, keychainEnabled);
  if (!profile) throw unknownProfile(`The default is the profile ${quoted(wanted)}`, profiles);
  if (profile.storedIn === 'keychain' && !keychainEnabled && isComplete(environment)) return undefined;
  return profile;
}

function unknownProfile(what: string, profiles: readonly StoredProfile[]): ToolError {
  const names = namesOf(profiles);
  const message = `${what}, but no such profile is stored`;
  const hint =
    names.length === 0
      ? "No profiles are stored. Run 'tool auth login' to add one."
      : `Stored profiles: ${listed(names)}. 'tool auth switch --name NAME' sets the default.`;
  return new ToolError('credentials', message, {hint});
}

function undecided(names: readonly string[]): ToolError {
  return new ToolError('credentials', `Several profiles are stored and none is the default: ${listed(names)}`, {
    hint: "Choose one with '--profile NAME', or set the default with 'tool auth switch --name NAME'.",
  });
}
