import type {Source} from '../model/credential.ts';

/** A value and where it came from, e.g. `TOOL_KEY_ID` or `profile 'work' (config)`. */
export interface Field<T> {
  value: T;
  source: Source;
}

/** A private key that has not been read yet. */
export type KeyMaterial = {path: string} | {pem: string} | {base64: string};
