import {join, resolve as resolvePath} from 'node:path';

/** The content of a config.json. Unknown members are kept. */
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

const KNOWN = /^(?:name|key_id|issuer_id|key_type|read_only|private_key_path|private_key_pasted|stored_in)$/;

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Trimmed; undefined for blank or non-text values. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

export function entriesOf(document: ConfigDocument): readonly unknown[] {
  return Array.isArray(document.profiles) ? document.profiles : [];
}

export function profileName(entry: unknown): string | undefined {
  return isRecord(entry) ? textOf(entry.name) : undefined;
}

export function isIndex(entry: unknown): boolean {
  return isRecord(entry) && entry.stored_in === 'keychain';
}

export function defaultOf(document: ConfigDocument): string | undefined {
  return textOf(document.default_profile);
}

/** Anything but `false` was meant to protect. */
export function readOnlyOf(value: unknown = false): true | undefined {
  return value === false || value === null ? undefined : true;
}

export function absolute(path: string, base: string, home: string): string {
  return /^~[/\\]/.test(path) ? join(home, path.slice(2)) : resolvePath(base, path);
}

/** Replaces the entry of the same name and kind, keeping its unknown members. */
export function withEntry(document: ConfigDocument, entry: ProfileEntry): ConfigDocument {
  const same = (other: unknown) =>
    profileName(other) === entry.name && isIndex(other) === (entry.stored_in === 'keychain');
  const entries = entriesOf(document);
  const at = entries.findIndex(same);
  const old = entries[at];
  if (!isRecord(old)) return {...document, profiles: [...entries, entry]};
  const unknown = Object.fromEntries(Object.entries(old).filter(([member]) => !KNOWN.test(member)));
  const profiles = entries.flatMap((other, index) => {
    if (index === at) return [{...entry, ...unknown}];
    return same(other) ? [] : [other];
  });
  return {...document, profiles};
}

/** Removes all profiles, or those of `name`, except those of the kind `keep`. */
export function withoutProfiles(
  document: ConfigDocument,
  {name, keep}: {name?: string; keep?: 'keychain' | 'config'},
): ConfigDocument {
  const goes = (entry: unknown) => {
    const own = profileName(entry);
    return own !== undefined && own === (name ?? own) && keep !== (isIndex(entry) ? 'keychain' : 'config');
  };
  const entries = entriesOf(document);
  return entries.some(goes) ? {...document, profiles: entries.filter((entry) => !goes(entry))} : document;
}

export function withDefault(document: ConfigDocument, name: string | undefined): ConfigDocument {
  if (name !== undefined) {
    // First in a new document, where people look first.
    return 'default_profile' in document ? {...document, default_profile: name} : {default_profile: name, ...document};
  }
  const {default_profile: _, ...rest} = document;
  return rest;
}
