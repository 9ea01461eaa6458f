import type {Socket} from 'node:net';
import type {buildConnector as Connectors, Dispatcher} from 'undici';
import buildConnector from 'undici/lib/core/connect.js';
// undici's main entry also loads fetch, caches and mocks, which takes 50 ms.
import Client from 'undici/lib/dispatcher/client.js';

/** Longer than people pause between two keys, but shorter than most services and routers keep an idle connection. */
const IDLE_MS = 45_000;
/** Writes take no connection that was idle for longer than this: the service may be closing it, and lose the write. */
const FRESH_MS = 4000;
const OPTIONS = {headersTimeout: 0, bodyTimeout: 0, keepAliveTimeout: IDLE_MS};

export function createConnections(tls: Connectors.BuildOptions) {
  const connect = buildConnector(tls);
  /** Idle connections by origin. The connection used last is at the end, because it is most likely still open. */
  const idle = new Map<string, {client: Client; since: number}[]>();
  // The difference is absolute, because the system clock may have been set back.
  const age = ({since}: {since: number}) => Math.abs(Date.now() - since);
  const open = new Set<Pick<Client, 'destroy'>>();

  const idleOf = (origin: string) => {
    const all = idle.get(origin) ?? [];
    idle.set(origin, all);
    return all;
  };

  function create(origin: string, connector: Connectors.connector = connect): Client {
    const client = new Client(origin, {...OPTIONS, connect: connector});
    open.add(client);
    return client;
  }

  function drop(client: Client): void {
    open.delete(client);
    void client.destroy();
  }

  /** Connects at once. The first request gets this connection, or opens another if it has failed by then. */
  function early(origin: string): Connectors.connector {
    const {protocol, host, hostname, port} = new URL(origin);
    let ready: Promise<Socket | null> | undefined = new Promise((resolve) => {
      const socket = connect({protocol, host, hostname, port}, (_, connected) => resolve(connected));
      open.add({destroy: async () => void socket.destroy()});
    });
    return (options, callback) => {
      const first = ready;
      ready = undefined;
      void Promise.resolve(first).then((connected) => {
        if (connected?.writable) callback(null, connected);
        else connect(options, callback);
      });
    };
  }

  return {
    /** Runs one request on a connection that no other request uses. */
    async use<T>(origin: string, isRead: boolean, request: (dispatcher: Dispatcher) => Promise<T>): Promise<T> {
      const all = idleOf(origin);
      for (let [first] = all; first && age(first) >= IDLE_MS; [first] = all) {
        drop(first.client);
        all.shift();
      }
      const last = all.at(-1);
      const isUsable = last && (isRead || age(last) < FRESH_MS);
      const client = isUsable ? last.client : create(origin);
      if (isUsable) all.pop();
      try {
        const answer = await request(client);
        all.push({client, since: Date.now()});
        return answer;
      } catch (error) {
        drop(client);
        throw error;
      }
    },
    /** Opens connections until `count` are free, for requests that will come soon. */
    prepare(origin: string, count: number): void {
      const all = idleOf(origin);
      while (all.length < count) all.push({client: create(origin, early(origin)), since: Date.now()});
    },
    destroy(): void {
      for (const one of open) void one.destroy();
    },
  };
}
