import {hash, randomBytes} from 'node:crypto';

/*
 * Every ID but an app's own is a UUID whose last group is the app's ID in hexadecimal: who has an ID needs to look
 * through the records of one app only.
 */

/** The same in every run: a name-based UUID. @param name unique among the app's records of this kind */
export function sampleId(kind: string, app: string, name: string): string {
  return uuid(hash('sha1', `${kind} ${app} ${name}`), 5, app);
}

/** The ID of something that another resource has at most one of. */
export const derivedId = (kind: string, owner: string): string => sampleId(kind, appOf(owner), owner);

/** A random UUID. */
export const newId = (app: string): string => uuid(randomBytes(10).toString('hex'), 4, app);

export const isSampleId = (id: string): boolean => id.charAt(14) === '5';

/** The app that an ID belongs to; of no use for anything that is no such ID. */
export const appOf = (id: string): string => String(Number.parseInt(id.slice(-12), 16));

/** Written by a pattern: a text that is put together from parts keeps all of them in memory. */
function uuid(hex: string, version: 4 | 5, app: string): string {
  const tail = Number(app).toString(16).padStart(12, '0');
  return (hex.slice(0, 20) + tail).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, `$1-$2-${version}$3-8$4-$5`);
}
