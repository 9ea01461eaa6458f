import {asToolError, ToolError} from '../../services/model/error.ts';
import type {WriteOutcome} from '../../services/model/outcome.ts';
import {parseReference, type VersionReference} from '../../services/model/reference.ts';
import {countOf, failedTitle, failureSummary, type NotesResult} from '../../services/model/release-notes.ts';
import {isFalse, isId, isObject} from '../../services/model/values.ts';
import type {StoreVersion} from '../../services/model/version.ts';
import type {Host} from '../../services/ports.ts';
import type {Shipped, Target} from '../../services/ship/order.ts';
import type {Store} from '../../services/store/store.ts';
import type {Submitted} from '../../services/store/submit.ts';
import {logWrite, markWrite, type WriteRecord, withoutSecrets} from '../../services/write-log.ts';
import type {RunWrite, Session, WriteSubject} from './session.ts';

/** Runs a command and keeps what became of its writes, in this run and in the log. A dry run writes nothing. */
export async function recorded<Result>(
  subject: WriteSubject,
  {session, host}: {session: Session; host: Host},
  run: (session: Session) => Promise<Result>,
): Promise<Result> {
  const at = new Date(host.clock.now()).toISOString();
  const isLogged = !isFalse(host.env.TOOL_HISTORY);
  const recordOf = async (part: Part, end: End): Promise<WriteRecord> => ({
    at: part.at ?? at,
    action: subject.path.join(' '),
    ...about(subject, part),
    profile: (await session.active().catch(() => undefined))?.name ?? null,
    target: session.globals.sandbox ? 'sandbox' : session.apiOrigin,
    ...end,
    command: subject.line,
  });
  let mark: Promise<() => Promise<void>> | undefined;
  const counted = session.counting(async () => {
    if (isLogged)
      mark ??= recordOf({written: 'nothing'}, KILLED).then((write) => markWrite(write, host.home, host.files));
    await mark?.catch(() => {});
  });
  let kept: RunWrite | undefined;
  const keep = async (result: unknown, error?: ToolError) => {
    const written = await counted.written().catch(() => 'nothing' as const);
    for (const part of error ? [{written, error}] : partsOf(result, written)) {
      const end = endOf(part);
      if (!end) continue;
      const write = await recordOf(part, end);
      kept = {...withoutSecrets(write), subject, result: result ?? error?.facts.result};
      session.writes.push(kept);
      if (!isLogged) continue;
      await logWrite(write, host.home, host.files).catch((reason) => {
        // A home that cannot be written to is common where scripts run.
        if (reason?.code === 'EFOREIGN') session.warnOnce(`This write is not in the history: ${reason.message}`);
      });
    }
    const unmark = await mark;
    await unmark?.();
  };
  try {
    const result = await run(counted.session);
    await keep(result).catch(() => {});
    return result;
  } catch (error) {
    await keep(undefined, asToolError(error)).catch(() => {});
    throw error instanceof ToolError && kept ? recordingReread(error, kept) : error;
  }
}

/** A later read that shows the write took effect updates its record in this run. */
function recordingReread(error: ToolError, write: RunWrite): ToolError {
  const {reread} = error.facts;
  if (!reread) return error;
  const recording: typeof reread = async (signal) => {
    const reading = await reread(signal);
    const {verdict, found: message, result} = reading;
    // Of several requests, the last one's answer has the version; that of a release is not known.
    const isWhole = !isObject(result) || 'versionId' in result || 'version' in result;
    if (verdict !== 'done' || !isWhole) return reading;
    const known = result ? {...about(write.subject, {written: 'lost', result}), result} : {};
    Object.assign(write, known, {outcome: 'settled-by-reading', message});
    return reading;
  };
  return error.with({facts: {reread: recording}});
}

type End = {outcome: WriteOutcome; message: string | null};

const KILLED: End = {outcome: 'unknown', message: 'The run was killed before it could say how this ended'};

/** What a line of the log is about: all of a run, or one of the platforms that it shipped. */
interface Part {
  written: Store['written'];
  /** When it began, if not with the run. */
  at?: string;
  error?: ToolError;
  result?: unknown;
  /** The version that was shipped. */
  target?: Target;
}

function partsOf(result: unknown, written: Store['written']): Part[] {
  if (!isObject(result) || !Array.isArray(result.platforms)) return [{result, written}];
  // A result even where a platform failed.
  const platforms: readonly (Shipped & Partial<Pick<Part, 'written' | 'at'>>)[] = result.platforms;
  return platforms.map((one) => ({written: 'nothing', ...one, result: one}));
}

/** Undefined when nothing was written: what was wanted was there already. */
function endOf({result, written, error}: Part): End | undefined {
  if (error) return endOfError(error, written);
  if (written === 'nothing') return undefined;
  const {updated = [], unchanged = [], failed = []} = isObject(result) ? (result as Partial<NotesResult>) : {};
  const unknown = failed.find(({error}) => error.facts.outcome === 'unknown');
  const [first] = failed;
  const all = {updated, unchanged, failed};
  const message = first ? `${failedTitle(all)}: ${failureSummary(failed, countOf(all))}` : null;
  if (unknown) return {outcome: 'unknown', message};
  if (first && updated.length === 0) return endOfError(first.error, written);
  if (first) return {outcome: 'in-part', message};
  const {byOthers} = result as Partial<Submitted>;
  if (byOthers && written !== 'refused') return {outcome: 'in-part', message: 'Someone else has submitted it'};
  // Someone else did it first, or the refusal is the answer.
  return {outcome: written === 'refused' ? written : carriedOut(written), message};
}

function endOfError({facts, summary, details}: ToolError, written: Store['written']): End | undefined {
  const {outcome, reading, isOnlyWaiting} = facts;
  if (outcome === 'unknown') {
    const isSettled = reading?.verdict === 'done';
    if (isSettled) return {outcome: 'settled-by-reading', message: reading.found};
    return {outcome, message: reading ? `The answer was lost; a check found that ${reading.found}` : summary};
  }
  if (outcome === 'not-sent') return {outcome, message: summary};
  if (written === 'nothing') return undefined;
  if (written === 'refused') return {outcome: written, message: summary};
  if (!isOnlyWaiting) return {outcome: 'in-part', message: summary};
  // Of a wait that was stopped, the result says what was carried out.
  return {outcome: carriedOut(written), message: (facts.result && details.at(-1)) ?? summary};
}

const carriedOut = (written: Store['written']) => (written === 'lost' ? 'settled-by-reading' : 'carried-out');

function about({given, version, ...subject}: WriteSubject, {result, target: shipped}: Part) {
  const {app = shipped?.app} = subject;
  const {versionId = shipped?.versionId, version: after = shipped} = isObject(result) ? result : {};
  const changed = isObject(after) ? (after as Partial<StoreVersion>) : {};
  const target = given.get('version-id') ?? '';
  const reference = parseReference(target);
  const {
    app: named = given.get('app'),
    which,
    platform,
  } = reference && 'app' in reference ? reference : ({} as Partial<VersionReference>);
  const string = given.get('version') ?? (which && 'versionString' in which ? which.versionString : undefined);
  const ids = [versionId, changed.id, version?.id, target].filter((id) => typeof id === 'string' && isId(id));
  const isBundleId = named?.includes('.');
  return {
    appId: app?.id ?? changed.appId ?? (isBundleId ? undefined : named) ?? null,
    bundleId: app?.bundleId ?? (isBundleId ? named : undefined) ?? null,
    versionId: (ids[0] as string | undefined) ?? null,
    version: changed.versionString ?? version?.versionString ?? string ?? null,
    platform: changed.platform ?? version?.platform ?? platform ?? null,
  };
}
