import {hash, randomBytes} from 'node:crypto';

/** Every ID except an app's is a UUID whose last group is the app's ID in hex, so only one app's records are searched. */

/** A name-based UUID, the same in every run. @param name unique among the app's records of this kind */
export function sampleId(kind: string, app: string, name: string): string {
  return uuid(hash('sha1', `${kind} ${app} ${name}`), 5, app);
}

/** The ID of a resource that another one has at most once. */
export const derivedId = (kind: string, owner: string): string => sampleId(kind, appOf(owner), owner);

export const newId = (app: string): string => uuid(randomBytes(10).toString('hex'), 4, app);

export const isSampleId = (id: string): boolean => id.charAt(14) === '5';

/** The app that an ID belongs to; meaningless for other texts. */
export const appOf = (id: string): string => String(Number.parseInt(id.slice(-12), 16));

/** Built with a pattern: a concatenated text would keep all of its parts in memory. */
function uuid(hex: string, version: 4 | 5, app: string): string {
  const tail = Number(app).toString(16).padStart(12, '0');
  return (hex.slice(0, 20) + tail).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, `$1-$2-${version}$3-8$4-$5`);
}
