import type {Source} from '../model/credential.ts';

/** A value and where it came from, e.g. `TOOL_KEY_ID` or `profile 'work' (config)`. */
export interface Field<T> {
  value: T;
  source: Source;
}

export interface KeyPath {
  path: string;
  /** A local config names it: nobody else may have had a hand in it. */
  isLocal?: true;
}

/** A private key that has not been read yet. */
export type KeyMaterial = KeyPath | {pem: string} | {base64: string};
