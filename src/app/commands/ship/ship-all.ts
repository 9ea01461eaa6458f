import {cleanText} from '../../../services/model/clean.ts';
import {asToolError} from '../../../services/model/error.ts';
import type {StepId} from '../../../services/model/release-steps.ts';
import type {Host} from '../../../services/ports.ts';
import {findShipments, type Order, type Shipment, type ShipStep, type Wanted} from '../../../services/ship/order.ts';
import {notBegun, planShip, ship} from '../../../services/ship/run-ship.ts';
import type {ShipEvents} from '../../../services/ship/wait-step.ts';
import type {WaitEvent} from '../../../services/wait.ts';
import type {CommandContext} from '../../command.ts';
import {statusLine} from '../../session/messages.ts';
import {planFromFolder, readText} from '../notes-input.ts';
import {choiceOf} from '../versions/attach-build.ts';
import {changesOf} from '../versions/attributes.ts';
import {startHooks, waitProgress} from '../waiting.ts';
import {ALL, type ShipInput} from './flags.ts';
import {type PlatformResult, type ShipResult, stepItem} from './present.ts';

export async function shipAll(input: ShipInput, context: CommandContext): Promise<ShipResult> {
  const {session, host, signal, format, emit} = context;
  const {clock} = host;
  const {globals, plan} = session;
  const {every, maxWait} = input;
  const order = await orderOf(input, context);
  const isReadOnly = plan === undefined && (await session.readOnly()) !== undefined;
  const shared = await session.store();
  const shipments = await findShipments(wantedOf(input), shared, signal);
  const isQuiet = host.terminal.stdoutIsTty && format !== 'json';
  const isList = input.platform?.includes(ALL) || shipments.length > 1;
  const hooks = startHooks(plan ? undefined : input.onChange, context);
  const platforms: PlatformResult[] = [];
  try {
    for (const shipment of shipments) {
      if (signal.aborted) {
        platforms.push(notBegun(shipment, order));
        continue;
      }
      const store = shared.apart();
      const progress = shipProgress(host, shipment, {isAlone: !isList, isQuiet});
      const events = {
        ...progress,
        seen({version, build}: Parameters<ShipEvents['seen']>[0]) {
          if (version) hooks?.version(version, shipment.app);
          if (build) hooks?.build(build, shipment.app);
        },
        async ended(step: ShipStep) {
          progress.ended(step);
          await emit?.([{platform: shipment.platform, ...stepItem(step, globals)}]);
        },
      };
      const options = {store, clock, signal, every, maxWait, isReadOnly, events};
      const at = new Date(clock.now()).toISOString();
      const planned = plan?.length ?? 0;
      try {
        const shipped = await (plan ? planShip : ship)(shipment, order, options);
        platforms.push({...shipped, requests: plan?.slice(planned), ledger: store.ledger, at});
      } catch (error) {
        const {ledger} = store;
        platforms.push({...notBegun(shipment, order), error: asToolError(error), requests: plan && [], ledger, at});
      } finally {
        progress.clear();
      }
    }
  } finally {
    await hooks?.end();
  }
  return {platforms, isList, globals};
}

const WIDTH = 16;

function shipProgress(
  {terminal, env}: Pick<Host, 'terminal' | 'env'>,
  {platform}: Shipment,
  {isAlone, isQuiet}: {isAlone: boolean; isQuiet: boolean},
) {
  const running = statusLine({terminal, env});
  const place = isAlone ? '' : `${cleanText(platform).padEnd(10)}`;
  const label = (id: StepId) => `${place}${id.padEnd(WIDTH)}`;
  const waits = new Map<StepId, ReturnType<typeof waitProgress>>();
  return {
    running: (id: StepId, detail: string) => running?.show(`${label(id)}${cleanText(detail)} …`),
    waiting(id: StepId, event: WaitEvent<unknown>) {
      if (event.kind === 'failed') running?.clear();
      const wait = waits.get(id) ?? waitProgress({terminal, env}, running === undefined, label(id));
      waits.set(id, wait);
      wait.show(event);
    },
    ended({id, status, detail, did}: ShipStep) {
      running?.clear();
      if (isQuiet) return;
      const words =
        status === 'done' && did ? `${detail} (done now)` : status === 'done' ? detail : `${status}: ${detail}`;
      terminal.writeError(`${label(id)}${cleanText(words)}\n`);
    },
    note(text: string) {
      running?.clear();
      for (const line of text.split('\n')) terminal.writeError(`${cleanText(line)}\n`);
    },
    clear: () => running?.clear(),
  };
}

function wantedOf(input: ShipInput): Wanted {
  const {app = '', version = '', platform, versionId} = input;
  if (versionId !== undefined) return {versionId};
  const allPlatforms = platform?.includes(ALL);
  return {app, versionString: version, platforms: allPlatforms ? undefined : platform, allPlatforms};
}

async function orderOf(input: ShipInput, context: CommandContext): Promise<Order> {
  const {build, buildNumber, usesEncryption, until, phased, resubmit} = input;
  const {releaseDate} = input;
  // A date alone means a scheduled release.
  const releaseType = input.releaseType ?? (releaseDate === undefined ? undefined : 'SCHEDULED');
  const dated = {...input, releaseType, earliestReleaseDate: releaseDate};
  const {versionString: _, ...given} = changesOf(dated, context, 'release-date');
  return {
    goal: until,
    build: build === undefined && buildNumber === undefined ? undefined : choiceOf(input),
    usesEncryption: usesEncryption === undefined ? undefined : usesEncryption === 'true',
    notes: await notesPlan(input, context),
    attributes: given,
    phased,
    resubmit,
  };
}

async function notesPlan(input: ShipInput, {host, signal, session}: CommandContext): Promise<Order['notes']> {
  const {notes, notesFile: file, notesDir: directory} = input;
  if (directory !== undefined)
    return (await planFromFolder(directory, host, {signal, warn: session.messages.warn})).plan;
  if (notes === undefined && file === undefined) return undefined;
  const words = await readText({text: notes, file}, {host, signal}, 'notes-file');
  return (locales) => new Map(locales.map((locale) => [locale, words]));
}
