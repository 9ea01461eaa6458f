import {cleanText, looksLikeKey} from '../../services/model/clean.ts';
import {overriddenDate} from '../../services/model/release-date.ts';
import {type App, type Build, type StoreVersion, stateIs, versionName} from '../../services/model/version.ts';
import type {ShipReport} from '../../services/ship/order.ts';
import {DEFAULT_ORIGIN} from '../../services/store/wire.ts';
import type {CommandContext} from '../command.ts';
import * as effects from '../present/effects.ts';
import type {Session} from '../session/session.ts';
import {LONGEST_CALL, memberName, type Tool} from './tools.ts';

type Input = Readonly<Record<string, unknown>>;

/** What a write acts on, as a person who is asked has to know it. */
export interface Subject {
  /** `Aurora Notes (com.example.aurora) 3.3.0 (IOS), build 412, PENDING_DEVELOPER_RELEASE` */
  words: string;
  /** Where the plan starts from. */
  state?: string;
  /** Sentences about what comes of it. */
  effects: readonly (string | undefined)[];
  /** It can be set up again. */
  isReversible?: boolean;
  /** Once submitted, it is released without another question. */
  isReleasedAlone?: boolean;
}

/** @param result of the command, which has sent nothing */
export async function subjectOf(
  {command: {path}}: Tool,
  input: Input,
  context: CommandContext,
  result: unknown,
): Promise<Subject> {
  const [group, verb = ''] = path;
  const {session, host, signal} = context;
  const {platforms, version: planned}: {platforms?: readonly ShipReport[]; version?: StoreVersion} = Object(result);
  if (platforms) return shippedSubject(platforms, input);
  const store = await session.store();
  if (typeof input.buildId === 'string') {
    const build = await store.readBuild(input.buildId, signal);
    const {processingState: state, versionString, platform} = build;
    const words = [
      `${appName(build.app)} ${versionString ?? ''} (${platform ?? 'platform unknown'})`,
      buildName(build),
      state,
    ];
    return {words: joined(words), state, effects: []};
  }
  if (typeof input.versionId !== 'string') {
    const {app, version, platform} = input;
    const found = await store.readApp(String(app), signal);
    const words = cleanText(`${appName(found)} ${version} (${platform})`);
    const isNew = session.plan?.some(({method}) => method === 'POST');
    if (isNew) return {words, effects: []};
    const state = planned && (await store.viewVersion({id: planned.id}, signal)).version.state;
    return {words: joined([words, state]), state, effects: ['The version exists: none is created.']};
  }
  const query = {id: input.versionId, includeBuild: true, withPhasedRelease: true};
  const {version, app} = await store.viewVersion(query, signal);
  const {platform, build, phasedRelease} = version;
  const state = group === 'phased-release' ? phasedRelease?.state : version.state;
  const name = `${appName(app)} ${versionName(version)} (${platform ?? 'platform unknown'})`;
  const subject = {words: joined([name, build ? buildName(build) : 'no build', state]), state};
  if (group === 'phased-release') {
    const words = effects.PHASED[verb as keyof typeof effects.PHASED];
    return {...subject, effects: [words], isReversible: verb === 'disable'};
  }
  switch (verb) {
    case 'submit':
      return {...subject, effects: [effects.releasedAlone(version)], isReleasedAlone: effects.isReleasedAlone(version)};
    case 'release':
      return {...subject, effects: [overriddenDate(version, host.clock.now()), effects.released(version)]};
    case 'delete':
      return {...subject, effects: [effects.DELETED]};
    case 'withdraw': {
      const submission = stateIs(state, 'releasable') ? undefined : await store.openSubmission(version, signal);
      return {...subject, effects: effects.withdrawn(version, submission)};
    }
    default:
      return {...subject, effects: []};
  }
}

function shippedSubject(shipped: readonly ShipReport[], {releaseType, releaseDate}: Input): Subject {
  const states = new Set(shipped.map(({version}) => version?.state));
  const [state] = states.size === 1 ? states : [];
  const names = shipped.map(({shipment: {app, versionString, platform}, steps, version}) => {
    const build = steps.find(({id}) => id === 'build')?.detail;
    return joined([`${appName(app)} ${versionString} (${platform})`, build, version?.state]);
  });
  const given = {
    ...(typeof releaseType === 'string' && {releaseType}),
    ...(typeof releaseDate === 'string' && {earliestReleaseDate: releaseDate}),
  } as Partial<StoreVersion>;
  const alone = shipped
    .filter(({steps}) =>
      steps.some(({id, status}) => id === 'submission' && (status === 'open' || status === 'waiting')),
    )
    .map(({version}) => ({...version, ...given}))
    .filter(effects.isReleasedAlone);
  const sentences = new Set(alone.map((version) => effects.releasedAlone(version)));
  return {words: names.join('; '), state, effects: [...sentences], isReleasedAlone: alone.length > 0};
}

function joined(parts: readonly (string | undefined)[]): string {
  return cleanText(parts.filter(Boolean).join(', '));
}

function appName(app: App | undefined): string {
  if (!app) return 'app unknown';
  const {id, name, bundleId} = app;
  return name === undefined ? (bundleId ?? `app ${id}`) : `${name} (${bundleId ?? id})`;
}

function buildName({id, version}: Pick<Build, 'id' | 'version'>): string {
  return `build ${version ?? id}`;
}

/** `on the App Store as 'prod'` */
export async function placeOf(session: Session): Promise<string> {
  const {name, source} = (await session.active()) ?? {source: 'no profile'};
  const origin = session.apiOrigin;
  const where = session.globals.sandbox
    ? 'in the sandbox'
    : `on ${origin === DEFAULT_ORIGIN ? 'the App Store' : origin}`;
  return `${where} ${name === undefined ? `with credentials from the ${source}` : `as '${cleanText(name)}'`}`;
}

/** `uses_encryption true, copyright '2027 Us'` */
export function givenValues({flags, rule}: Tool, texts: ReadonlyMap<string, string>): string {
  const {names = ['version-id']} = rule;
  const isWord = (text: string) => /^[\w.,:@+-]+$/.test(text);
  const value = (text: string) =>
    isWord(text) ? text : `'${looksLikeKey(text) ? '(a private key)' : cleanText(text)}'`;
  const isStandard = (name: string, text: string) => name === 'max-wait' && text === LONGEST_CALL.text;
  const given = [...texts].filter(([name, text]) => {
    return Object.hasOwn(flags, name) && !names.includes(name) && !isStandard(name, text);
  });
  return given.map(([name, text]) => `${memberName(name)} ${value(text)}`).join(', ');
}
