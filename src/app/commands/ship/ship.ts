import {asToolError} from '../../../services/model/error.ts';
import {STEPS} from '../../../services/model/release-steps.ts';
import {PLATFORMS} from '../../../services/model/version.ts';
import {findTargets, type Wanted} from '../../../services/ship/find-targets.ts';
import {GOALS, isWithin, type Order, type Shipped, type ShipStep, type Target} from '../../../services/ship/order.ts';
import {planShip} from '../../../services/ship/plan-ship.ts';
import {ship as shipOne} from '../../../services/ship/run-ship.ts';
import {type CommandContext, defineCommand} from '../../command.ts';
import {type InputOf, listOf, oneOf, optionalToggle, text, toggle, usage} from '../../flags/flags.ts';
import {appFlag, versionRef} from '../../flags/targets.ts';
import {withAdvice} from '../../present/error.ts';
import {confirm, dryRun, requireConfirm} from '../flags.ts';
import {directoryFlag, planFromFolder} from '../notes-folder.ts';
import {onChange, startHooks} from '../on-change.ts';
import {checkText, readText} from '../release-notes.ts';
import {buildFlags, choiceOf} from '../versions/attach-build.ts';
import {attributes, changesOf, checkReleaseDate} from '../versions/edit.ts';
import {waitFlags} from '../waiting.ts';
import {
  codeOf,
  failureOf,
  notesOf,
  type PlatformResult,
  platformItem,
  type ShipResult,
  shipPresentation,
  stepItem,
} from './present.ts';
import {shipProgress} from './progress.ts';

const ALL = 'ALL';

const flags = {
  app: appFlag({}),
  version: text({summary: 'Version string, e.g. 3.4.0; created if it does not exist'}),
  platform: listOf([...PLATFORMS, ALL], {summary: 'Platforms; optional if there is only one candidate'}),
  'version-id': versionRef({summary: 'Version ID or APP@WHICH[:PLATFORM], instead of --app, --version and --platform'}),
  build: {...buildFlags.build, summary: 'Build to attach: an ID, or latest; waits for one in PROCESSING'},
  'build-number': {
    ...buildFlags['build-number'],
    summary: 'Number of the build to attach; waits until it is uploaded',
  },
  'uses-encryption': oneOf(['true', 'false'], {
    summary: 'Answer to the encryption question of the build, if it is open',
    placeholder: 'true|false',
  }),
  notes: text({summary: "What's New, for every locale", allowEmpty: true}),
  'notes-file': text({
    summary: "UTF-8 file with What's New for every locale; - for stdin",
    placeholder: 'PATH',
    completes: 'file',
  }),
  'notes-dir': text(directoryFlag),
  'release-type': attributes['release-type'],
  'release-date': attributes['earliest-release-date'],
  copyright: attributes.copyright,
  phased: optionalToggle({summary: 'Set up the phased release; --phased=false removes it'}),
  until: oneOf(GOALS, {
    summary: 'Goal: the check has no error, or the release is submitted, approved, live or rolled out',
    placeholder: 'GOAL',
    fallback: 'submitted',
  }),
  resubmit: toggle({summary: 'Resubmit a rejected version even if nothing has changed'}),
  ...waitFlags,
  'on-change': onChange,
  confirm: {...confirm, summary: 'Confirm submission and release; required unless --dry-run or --until ready is given'},
  'dry-run': {
    ...dryRun,
    summary: 'Print the steps and the write requests known so far, instead of sending them',
  },
};
type Input = InputOf<typeof flags>;

export const ship = defineCommand({
  path: ['ship'],
  summary: 'Take a version from its build to the last day of its release',
  description:
    'Reads where the release stands, does the first open step, and reads again, until the goal of --until is reached. ' +
    'Finished steps are not repeated: a run that was stopped continues when the same command is run again, on any ' +
    'machine. What you leave out stays unchanged. It never withdraws, deletes or cancels. Several platforms are shipped ' +
    'one after another.\n\n' +
    `Steps: ${STEPS.join(', ')}.`,
  examples: [
    'tool ship --app com.example.app --version 3.4.0 --build latest --until live --confirm',
    'tool ship --app com.example.app --version 3.4.0 --platform ALL --build latest --notes-dir fastlane/metadata --confirm',
    'tool ship --version-id com.example.app@editable --until ready --dry-run',
  ],
  flags,
  effect: 'final',
  excludes: [
    ['version', 'version-id'],
    ['platform', 'version-id'],
    ['build-number', 'build'],
    ['notes-file', 'notes'],
    ['notes-dir', 'notes'],
    ['notes-dir', 'notes-file'],
  ],
  screen: 'ship',
  check(input) {
    const {app, version, platform, 'version-id': versionId} = input;
    if (versionId === undefined && (app === undefined || version === undefined)) {
      throw usage("'tool ship' needs --app (or TOOL_APP_ID) and --version, or --version-id");
    }
    if (platform?.includes(ALL) && platform.length > 1)
      throw usage('is ALL, or a list of platforms', {flag: 'platform'});
    checkText(input.notes, 'notes');
    checkReleaseDate(withDate(input), 'release-date');
    if (input.until !== 'ready') requireConfirm(input, ['ship']);
  },
  async run(input, context) {
    const running = shipAll(input, context);
    for (;;) {
      const {done, value} = await running.next();
      if (done) return value;
    }
  },
  async *stream(input, context) {
    const {globals} = context.session;
    const running = shipAll(input, context);
    for (;;) {
      const {done, value} = await running.next();
      if (!done) {
        yield [{platform: value.target.platform, ...stepItem(value.step, globals)}];
        continue;
      }
      yield value.platforms.map((one) => platformItem(one, globals));
      for (const line of notesOf(value)?.split('\n') ?? []) context.note(line);
      const failure = failureOf(value);
      if (failure) throw withAdvice(failure, globals);
      return codeOf(value);
    }
  },
  present: shipPresentation,
});

const withDate = (input: Pick<Input, 'copyright' | 'release-type' | 'release-date'>) => ({
  copyright: input.copyright,
  'release-type': input['release-type'],
  'earliest-release-date': input['release-date'],
});

interface Ended {
  target: Target;
  step: ShipStep;
}

async function* shipAll(input: Input, context: CommandContext): AsyncGenerator<Ended, ShipResult> {
  const {session, host, signal} = context;
  const {globals, plan} = session;
  const order = await orderOf(input, context);
  const isReadOnly = plan === undefined && (await session.readOnly()) !== undefined;
  const store = await session.store();
  const targets = await findTargets(wantedOf(input), store, signal);
  const isList = input.platform?.includes(ALL) || targets.length > 1;
  const hooks = startHooks(plan ? undefined : input['on-change'], context);
  const platforms: PlatformResult[] = [];
  try {
    for (const target of targets) {
      if (signal.aborted) {
        platforms.push(notBegun(target, order));
        continue;
      }
      const progress = shipProgress(host, target, !isList);
      const events = {
        ...progress,
        seen({version, build}: Parameters<Parameters<typeof shipOne>[2]['events']['seen']>[0]) {
          if (version) hooks?.watcher.version(version, target.app);
          if (build) hooks?.watcher.build(build, target.app);
        },
      };
      const options = {
        store,
        clock: host.clock,
        signal,
        every: input.every,
        maxWait: input['max-wait'],
        isReadOnly,
        events,
      };
      const planned = plan?.length ?? 0;
      const steps = plan ? planShip(target, order, options) : shipOne(target, order, options);
      try {
        for (;;) {
          const {done, value} = await steps.next();
          if (done) {
            platforms.push({...value, requests: plan?.slice(planned)});
            break;
          }
          progress.ended(value);
          yield {target, step: value};
        }
      } catch (error) {
        // A dry run ends here when its first look fails.
        platforms.push({...notBegun(target, order), error: asToolError(error)});
      } finally {
        progress.clear();
      }
    }
  } finally {
    await hooks?.end();
  }
  return {platforms, isList, globals};
}

function notBegun(target: Target, {goal}: Order): Shipped {
  const steps = STEPS.map((id): ShipStep => {
    return isWithin(id, goal)
      ? {id, status: 'open', detail: 'not started', did: false}
      : {id, status: 'skipped', detail: 'not asked for', did: false};
  });
  return {target, reached: false, steps};
}

function wantedOf(input: Input): Wanted {
  const {app = '', version = '', platform, 'version-id': versionId} = input;
  if (versionId !== undefined) return {versionId};
  const allPlatforms = platform?.includes(ALL);
  return {app, versionString: version, platforms: allPlatforms ? undefined : platform, allPlatforms};
}

/** Reads the release notes, too. @throws ToolError usage */
async function orderOf(input: Input, context: CommandContext): Promise<Order> {
  const {build, 'build-number': number, 'uses-encryption': encryption, until, phased, resubmit} = input;
  const {versionString: _, ...given} = changesOf(withDate(input), context, 'release-date');
  return {
    goal: until,
    build: build === undefined && number === undefined ? undefined : choiceOf(input),
    usesEncryption: encryption === undefined ? undefined : encryption === 'true',
    notes: await notesPlan(input, context),
    attributes: given,
    phased,
    resubmit,
  };
}

async function notesPlan(input: Input, {host, signal}: CommandContext): Promise<Order['notes']> {
  const {notes, 'notes-file': file, 'notes-dir': directory} = input;
  if (directory !== undefined) return planFromFolder(directory, host, signal);
  if (notes === undefined && file === undefined) return undefined;
  const words = await readText({text: notes, file}, {host, signal}, 'notes-file');
  return (locales) => new Map(locales.map((locale) => [locale, words]));
}
