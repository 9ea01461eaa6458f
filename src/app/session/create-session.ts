import type {Credentials} from '../../services/credentials/index.ts';
import {quoted} from '../../services/model/clean.ts';
import type {ActiveProfile, Credential} from '../../services/model/credential.ts';
import type {PlannedRequest, WriteMode} from '../../services/model/outcome.ts';
import type {Host} from '../../services/ports.ts';
import {parseApiUrl} from '../../services/store/origin.ts';
import type {Store} from '../../services/store/store.ts';
import {AUDIENCE, DEFAULT_ORIGIN} from '../../services/store/wire.ts';
import {exclusively} from './exclusively.ts';
import type {Messages} from './messages.ts';
import {keptAppIds} from './recent-apps.ts';
import type {Globals, RunWrite, Session} from './session.ts';

/** Few screens and commands send more than four requests in parallel. */
const CONNECTIONS = 4;

export function createSession(
  globals: Globals,
  host: Host,
  messages: Messages,
  plan?: PlannedRequest[],
  warned = new Set<string>(),
  writes: RunWrite[] = [],
): Session {
  const embedded = once(async () => (globals.sandbox ? host.sandbox.embedded() : undefined));
  const http = once(async () => (await embedded())?.http ?? host.http(warnOnce));
  // TOOL_API_URL is read on first use, because a bad value must not break the `auth` commands.
  const origin = () => (globals.sandbox ? host.sandbox.origin : parseApiUrl(host.env.TOOL_API_URL));

  const credentials = once(async (): Promise<Credentials> => {
    const {createCredentials} = await import('../../services/credentials/index.ts');
    const configDirectory = (await embedded())?.configDirectory;
    const {profile, strictAuth: strict} = globals;
    return createCredentials({...host, warn: warnOnce, audience: AUDIENCE, profile, strict, configDirectory});
  });

  async function storeWith(credential: Credential, mode: WriteMode = {}): Promise<Store> {
    const [{createStore}, {createSigner}] = await Promise.all([
      import('../../services/store/store.ts'),
      import('../../services/credentials/token.ts'),
    ]);
    return createStore({
      http: await http(),
      origin: origin(),
      signer: createSigner(credential, {clock: host.clock, audience: AUDIENCE}),
      clock: host.clock,
      timeoutMs: Math.round(globals.timeout * 1000),
      userAgent: `tool/${host.version}`,
      exclusively: exclusively(host, async () => (await credentials()).toolDirectory(), messages.warn),
      appIds: keptAppIds(session, host, origin()),
      ...mode,
      onEvent: messages.onEvent,
      debug: messages.debug,
    });
  }

  let used: ActiveProfile | undefined;
  const resolution = once(async () => {
    const resolved = await (await credentials()).resolve();
    used = resolved.active;
    const {warnings, notes, active} = resolved;
    for (const warning of warnings) messages.warn(warning);
    for (const note of notes) messages.note(note);
    const name = active.name === undefined ? '' : `profile ${quoted(active.name)} `;
    messages.debug?.(`credentials: ${name}(${active.source})`);
    return resolved;
  });

  /** Connects while the keychain is read, which takes about as long. A plan or a sandbox may need no connection. */
  function connectEarly(): void {
    if (plan || globals.sandbox) return;
    const count = globals.readsAtOnce ? CONNECTIONS : 1;
    void http().then(
      ({prepare}) => prepare?.(origin(), count),
      () => {},
    );
  }

  const store = once(async () => {
    origin();
    const resolved = resolution();
    connectEarly();
    const {credential, active} = await resolved;
    if (active.name !== undefined) noteOrigin();
    return storeWith(credential, {readOnly: readOnlyBy(globals, active), plan});
  });

  function warnOnce(text: string): void {
    if (warned.has(text)) return;
    warned.add(text);
    messages.warn(text);
  }

  let isOriginNoted = false;
  function noteOrigin(): void {
    // The app needs no note, because its header shows the origin.
    if (isOriginNoted || globals.by === 'app' || globals.sandbox || origin() === DEFAULT_ORIGIN) return;
    isOriginNoted = true;
    messages.note(`Signing for ${origin()} (TOOL_API_URL)`);
  }

  const others = new Map<string, Session>();
  const changed = (change: Partial<Globals>) =>
    createSession({...globals, ...change}, host, messages, plan, warned, writes);
  const session: Session = {
    globals,
    messages,
    told: (warning) => warned.add(warning),
    warnOnce,
    get apiOrigin() {
      return origin();
    },
    credentials,
    // This session keeps its credential, even if another run has changed the default in the meantime.
    active: async () => used ?? (await credentials()).active(),
    readOnly: async () => readOnlyBy(globals, await session.active()),
    plan,
    async issueToken() {
      const {issueToken} = await import('../../services/credentials/token.ts');
      return issueToken((await resolution()).credential, {clock: host.clock, audience: AUDIENCE});
    },
    store,
    writes,
    counting: (ledger) => Object.create(session, {store: {value: once(async () => (await store()).apart(ledger))}}),
    async probe(credential, signal) {
      noteOrigin();
      await (await storeWith(credential)).probe(signal);
    },
    withProfile: (profile) => changed({profile}),
    async ofProfile(name) {
      const active = await session.active().catch(() => undefined);
      if (name === undefined || name === active?.name) return session;
      const other = others.get(name) ?? changed({profile: name});
      others.set(name, other);
      return other;
    },
    withSandbox: () => changed({sandbox: true, profile: undefined}),
    async close() {
      await Promise.all([...others.values()].map((other) => other.close()));
      if (http.started()) await (await http()).close();
    },
  };
  return session;
}

function readOnlyBy({readOnly}: Globals, active: ActiveProfile | undefined): string | undefined {
  return readOnly ?? (active?.readOnly ? `profile ${quoted(active.name ?? '')}` : undefined);
}

function once<T>(make: () => Promise<T>): (() => Promise<T>) & {started(): boolean} {
  let made: Promise<T> | undefined;
  const get = () => {
    made ??= make().catch((error) => {
      made = undefined;
      throw error;
    });
    return made;
  };
  return Object.assign(get, {started: () => made !== undefined});
}
