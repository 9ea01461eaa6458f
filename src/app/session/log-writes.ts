import {once} from '../../services/async/once.ts';
import {asToolError, type ToolError} from '../../services/model/error.ts';
import {Ledger, type Subject, type Write} from '../../services/model/ledger.ts';
import type {WriteOutcome} from '../../services/model/outcome.ts';
import {failedTitle, failureSummary, type NotesResult} from '../../services/model/release-notes.ts';
import {fileProblem, isFalse, isObject} from '../../services/model/values.ts';
import type {Host} from '../../services/ports.ts';
import type {Shipment, ShipReport} from '../../services/ship/order.ts';
import type {Submitted} from '../../services/store/submit.ts';
import {type LoggedWrite, logWrite, markWrite, withoutSecrets} from '../../services/write-log.ts';
import type {RunWrite, Session, WriteSubject} from './session.ts';

export async function loggingWrites<Result>(
  subject: WriteSubject,
  {session, host}: {session: Session; host: Host},
  run: (session: Session) => Promise<Result>,
): Promise<Result> {
  const at = new Date(host.clock.now()).toISOString();
  const isLogged = once(async () => !isFalse(host.env.TOOL_HISTORY) && isOwnFolder(host, session));
  const lineOf = async (part: Part, end: End): Promise<LoggedWrite> => ({
    at: part.at ?? at,
    action: subject.path.join(' '),
    ...about(subject, part),
    profile: (await session.active().catch(() => undefined))?.name ?? null,
    target: session.globals.sandbox ? 'sandbox' : session.apiOrigin,
    ...end,
    command: subject.line,
    by: session.globals.by ?? 'command',
  });
  let mark: Promise<() => Promise<void>> | undefined;
  const ledger: Ledger = new Ledger(undefined, async () => {
    if (!(await isLogged())) return;
    mark ??= lineOf({ledger}, KILLED).then((write) => markWrite(write, host.home, host.files));
    await mark.catch(() => {});
  });
  const log = async ({result: _, subject: __, isUndone: ___, ...line}: RunWrite) => {
    if (!(await isLogged())) return;
    await logWrite(line, host.home, host.files).catch((reason) => {
      const why = fileProblem(reason);
      const what = reason?.code === 'EFOREIGN' || why === undefined ? reason?.message : `~/.tool: ${why}`;
      session.warnOnce(`This change is not in the history: ${what}`);
    });
  };
  const keep = async (result: unknown, error?: ToolError) => {
    for (const part of error ? [{ledger, error, result: ledger.result}] : partsOf(result, ledger)) {
      const end = endOf(part);
      if (!end) continue;
      const write = await lineOf(part, end);
      const isUndone = isFoundUndone(part.ledger.lost);
      const kept: RunWrite = {...withoutSecrets(write), subject, isUndone, result: result ?? ledger.result};
      session.writes.push(kept);
      followLooks(part, kept, log);
      await log(kept);
    }
    const unmark = await mark;
    await unmark?.();
  };
  try {
    const result = await run(session.counting(ledger));
    await keep(result).catch(() => {});
    return result;
  } catch (error) {
    await keep(undefined, asToolError(error)).catch(() => {});
    throw error;
  }
}

async function isOwnFolder({files, home, user, env}: Host, session: Session): Promise<boolean> {
  const {ownershipFlaws, FLAWS} = await import('../../services/credentials/ownership.ts');
  const [first] = await ownershipFlaws({files, home, user, env});
  if (first) session.warnOnce(`This change is not in the history: ${first.path} ${FLAWS[first.flaw]}`);
  return first === undefined;
}

function followLooks(part: Part, kept: RunWrite, log: (write: RunWrite) => Promise<void>): void {
  const {lost} = part.ledger;
  const look = lost?.look;
  if (!look) return;
  lost.look = async (signal) => {
    const reading = await look(signal);
    const {verdict, found: message, result} = reading;
    kept.isUndone = isFoundUndone(lost);
    // In an action with several writes, only the last result names the version.
    const isWhole = !isObject(result) || 'versionId' in result || 'version' in result;
    if (verdict !== 'done' || !isWhole) return reading;
    const known = result ? {...about(kept.subject, {...part, result}), result} : {};
    if (kept.outcome === 'settled-by-reading') return reading;
    Object.assign(kept, known, {outcome: 'settled-by-reading', message});
    await log(kept);
    return reading;
  };
}

/** Always returns false for release notes: if one write was lost, those of other locales may still have been done. */
function isFoundUndone(lost: Write | undefined): boolean {
  return lost?.of === undefined && lost?.reading?.verdict === 'not-done';
}

type End = {outcome: WriteOutcome; message: string | null};

const KILLED: End = {outcome: 'unknown', message: 'The process was killed before the outcome was known'};

interface Part {
  ledger: Ledger;
  at?: string;
  error?: ToolError;
  result?: unknown;
  shipment?: Shipment;
}

function partsOf(result: unknown, ledger: Ledger): Part[] {
  if (!isObject(result) || !Array.isArray(result.platforms)) return [{result, ledger}];
  const platforms: readonly (ShipReport & Partial<Pick<Part, 'ledger' | 'at'>>)[] = result.platforms;
  return platforms.map((one) => ({ledger: new Ledger(), ...one, result: one}));
}

function endOf({ledger, result, error}: Part): End | undefined {
  const {outcome, writes} = ledger;
  if (outcome === undefined || (!error && writes.length === 0)) return undefined;
  return {outcome, message: error ? whyEnded(error, ledger) : outcome === 'refused' ? null : whyShort(result)};
}

function whyEnded({summary, details, facts}: ToolError, {lost, leftover, isWhole}: Ledger): string {
  if (lost?.reading) return `The answer was lost; a check found that ${lost.reading.found}`;
  if (isWhole && leftover) return leftover;
  const lines = [...(facts.remedies ?? []).map(({words}) => words), ...details.map((line) => line.trim())];
  return summary.endsWith(':') ? `${summary} ${lines.join('; ')}` : summary;
}

function whyShort(result: unknown): string | null {
  const {updated = [], unchanged = [], failed = []} = isObject(result) ? (result as Partial<NotesResult>) : {};
  const all = {updated, unchanged, failed};
  if (failed.length > 0) return `${failedTitle(all)}: ${failureSummary(all)}`;
  return (result as Partial<Submitted>).byOthers ? 'Someone else submitted it first' : null;
}

function about({app, version}: WriteSubject, {ledger, result, shipment}: Part) {
  const {versionId: id, version: changed} = isObject(result) ? (result as {versionId?: string; version?: object}) : {};
  const sources: Subject[] = [
    {id, ...changed},
    {...shipment?.app, ...shipment, appId: shipment?.app.id, id: shipment?.versionId},
    {...version, appId: app?.id, bundleId: app?.bundleId},
    (shipment ? undefined : ledger.subject) ?? {},
  ];
  const of = (name: keyof Subject) => sources.find((source) => source[name] !== undefined)?.[name] ?? null;
  return {
    appId: of('appId'),
    bundleId: of('bundleId'),
    versionId: of('id'),
    version: of('versionString'),
    platform: of('platform'),
  };
}
