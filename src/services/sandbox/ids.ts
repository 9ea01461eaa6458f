import {createHash} from 'node:crypto';

/** What a sample resource is, in the place of a stored row: its kind, its app's index and its number there. */
export interface SampleKey {
  kind: number;
  app: number;
  ordinal: number;
}

/** Kinds of sample resources that can be asked for by ID. */
export const KIND = {version: 1, build: 2, preReleaseVersion: 3, appInfo: 4} as const;

/**
 * The ID of a sample resource: a UUID that looks random, is the same in every run, and can be turned back into the
 * key, so that a hundred thousand versions need no index.
 */
export function encodeId({kind, app, ordinal}: SampleKey): string {
  const [left, right] = scramble(((kind << 24) | app) >>> 0, ordinal >>> 0);
  const filler = hex(mix(left ^ 0x9e3779b9, right));
  const node = hex(mix(right ^ 0x85ebca6b, left));
  return `${hex(left)}-${filler.slice(0, 4)}-4${filler.slice(4, 7)}-a${node.slice(0, 3)}-${node.slice(3, 7)}${hex(right)}`;
}

/** @returns undefined for anything that encodeId did not make */
export function decodeId(id: string): SampleKey | undefined {
  if (!/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(id)) return undefined;
  const [high, ordinal] = unscramble(Number.parseInt(id.slice(0, 8), 16), Number.parseInt(id.slice(-8), 16));
  const key = {kind: high >>> 24, app: high & 0xffffff, ordinal};
  return encodeId(key) === id ? key : undefined;
}

/** The ID of a resource that hangs on another one and is never asked for by its own. */
export function derivedId(kind: string, parent: string): string {
  const digest = createHash('sha1').update(`${kind}:${parent}`).digest('hex');
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-5${digest.slice(13, 16)}-8${digest.slice(17, 20)}-${digest.slice(20, 32)}`;
}

const ROUNDS = [0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c];

function scramble(first: number, second: number): [number, number] {
  let [left, right] = [first, second];
  for (const key of ROUNDS) [left, right] = [right, (left ^ mix(right, key)) >>> 0];
  return [left, right];
}

function unscramble(first: number, second: number): [number, number] {
  let [left, right] = [first, second];
  for (const key of ROUNDS.toReversed()) [left, right] = [(right ^ mix(left, key)) >>> 0, left];
  return [left, right];
}

function mix(value: number, key: number): number {
  let mixed = Math.imul(value ^ key, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

const hex = (value: number): string => value.toString(16).padStart(8, '0');
