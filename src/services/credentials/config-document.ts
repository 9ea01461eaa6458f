import {join, resolve as resolvePath} from 'node:path';
import {isObject} from '../model/values.ts';

export type ConfigDocument = Readonly<Record<string, unknown>>;

export interface ProfileEntry {
  name: string;
  key_id: string;
  issuer_id?: string;
  key_type?: 'individual';
  read_only?: true;
  private_key_path?: string;
  stored_in?: 'keychain';
}

const MEMBERS = 'name key_id issuer_id key_type read_only private_key_path stored_in'.split(' ');
const NONE = Object.fromEntries(MEMBERS.map((member) => [member, undefined]));

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

export const entriesOf = ({profiles}: ConfigDocument): readonly unknown[] => (Array.isArray(profiles) ? profiles : []);
export const profileName = (entry: unknown) => (isObject(entry) ? textOf(entry.name) : undefined);
export const namesIn = (document: ConfigDocument) => entriesOf(document).flatMap((entry) => profileName(entry) ?? []);
export const isIndex = (entry: unknown) => isObject(entry) && entry.stored_in === 'keychain';
export const defaultOf = (document: ConfigDocument) => textOf(document.default_profile);

export function keyFilesIn({key_files}: ConfigDocument): string[] {
  return [key_files].flat().filter((name): name is string => /^AuthKey_[\w.-]+\.p8$/.test(textOf(name) ?? ''));
}

export function withKeyFiles({key_files, ...rest}: ConfigDocument, files: readonly string[]): ConfigDocument {
  return files.length > 0 ? {...rest, key_files: [...new Set(files)]} : rest;
}

export function absolute(path: string, base: string, home: string): string {
  return /^~[/\\]/.test(path) ? join(home, path.slice(2)) : resolvePath(base, path);
}

export function withEntry(document: ConfigDocument, entry: ProfileEntry): ConfigDocument {
  const same = (other: unknown) => profileName(other) === entry.name && (entry.stored_in || !isIndex(other));
  const entries = entriesOf(document);
  const old = entries.find(same);
  const next = {...(isObject(old) ? old : {}), ...NONE, ...entry};
  if (old === undefined) return {...document, profiles: [...entries, next]};
  const profiles = entries.filter((other) => other === old || !same(other));
  return {...document, profiles: profiles.map((other) => (other === old ? next : other))};
}

export function withoutProfiles(document: ConfigDocument, {name, keep}: {name?: string; keep?: 'keychain' | 'config'}) {
  const goes = (entry: unknown) => {
    const own = profileName(entry);
    return own !== undefined && own === (name ?? own) && keep !== (isIndex(entry) ? 'keychain' : 'config');
  };
  const entries = entriesOf(document);
  return entries.some(goes) ? {...document, profiles: entries.filter((entry) => !goes(entry))} : document;
}

export function withDefault(document: ConfigDocument, name: string | undefined): ConfigDocument {
  const {default_profile: _, ...rest} = document;
  if (name === undefined) return rest;
  return 'default_profile' in document ? {...document, default_profile: name} : {default_profile: name, ...document};
}
