import {Ledger} from '../../src/services/model/ledger.ts';
import type {Client} from '../../src/services/store/client.ts';

type Get = (target: string, signal?: AbortSignal) => Promise<string>;

/** Creates a client that answers only reads. */
export function fakeClient(get: Get, signal?: AbortSignal): Client {
  const client: Partial<Client> = {
    origin: 'https://store.test',
    signal,
    with: (other) => fakeClient(get, other),
    get: (target) => get(target, signal),
  };
  return {...client, ledger: new Ledger(), clock: {now: () => 0}} as Client;
}
