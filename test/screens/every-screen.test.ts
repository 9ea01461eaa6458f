import chalk from 'chalk';
import {afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi} from 'vitest';
import {type AppRequest, SCREENS, type ScreenName} from '../../src/app/command.ts';
import {Keyboard, type Layer} from '../../src/screens/input/keyboard.ts';
import {AURORA, type RunningSandbox, startSandbox} from '../sandbox/support.ts';
import {type AppDriver, KEYS} from '../support/app-driver.ts';
import {openInHome} from '../support/app-in-home.ts';
import {TempHome} from '../support/temp-home.ts';

const SIZES = [
  [60, 15],
  [80, 24],
  [120, 40],
  [160, 45],
] as const;

interface Mode {
  of?: Partial<Omit<AppRequest, 'screen'>>;
  /** A reference, e.g. `com.example.boats@2.0`. */
  version?: string;
  /** Keys, each of which is pressed once the text beside it is visible. */
  steps?: readonly (readonly [seen: string | RegExp, key: string])[];
  seen: string | RegExp;
  /** Whether letters are typed into a field. */
  isField?: boolean;
  isDialog?: boolean;
}

const dialog = (version: string, seen: string): Record<string, Mode> => ({
  confirmation: {version, seen, isDialog: true},
});
const review = KEYS.ctrl('s');
const form = {seen: 'Ctrl+S review', isField: true};

/** A screen that is missing here is a type error. */
const MODES: Readonly<Record<ScreenName, Readonly<Record<string, Mode>>>> = {
  home: {
    list: {seen: 'need you'},
    search: {steps: [['need you', '/']], seen: 'Esc clear', isField: true},
    'search results': {
      steps: [
        ['need you', '/'],
        ['Esc clear', 'fe'],
        ['/fe', KEYS.enter],
      ],
      seen: 'Esc shows all',
    },
  },
  versions: {
    list: {of: {app: AURORA}, seen: 'States all'},
    empty: {of: {app: AURORA, states: ['WAITING_FOR_REVIEW']}, seen: 'No version matches'},
    filter: {of: {app: AURORA}, steps: [['States all', 'f']], seen: 'Only versions in these states', isDialog: true},
    'no such app': {of: {app: 'com.example.nowhere'}, seen: 'r retries.'},
  },
  version: {
    editable: {version: 'com.example.boats@2.0', seen: 'Prepare for submission'},
    'not editable': {version: 'com.example.aurora@3.3.0', seen: 'Pending developer release'},
    'no such version': {of: {versionId: 'nowhere'}, seen: 'r retries.'},
  },
  profiles: {empty: {seen: 'No profile is stored'}},
  login: {form: {seen: 'Ctrl+S check and store', isField: true}},
  history: {empty: {seen: 'Nothing was changed in this session'}},
  doctor: {checks: {seen: /Found|No issues/}},
  init: {
    config: {seen: '1 of 4'},
    page: {steps: [['1 of 4', KEYS.ctrl('n')]], seen: '2 of 4'},
    form: {
      steps: [
        ['1 of 4', KEYS.ctrl('n')],
        ['2 of 4', KEYS.ctrl('n')],
      ],
      seen: 'Issuer ID',
      isField: true,
    },
    check: {
      steps: [
        ['1 of 4', KEYS.ctrl('n')],
        ['2 of 4', KEYS.ctrl('n')],
        ['Issuer ID', KEYS.ctrl('n')],
      ],
      seen: 'The key works',
    },
  },
  create: {
    'without an app': {seen: 'choose an app'},
    form: {of: {app: AURORA}, steps: [['Ctrl+S review', KEYS.up]], seen: 'q quit'},
    text: {of: {app: AURORA}, ...form},
    review: {of: {app: AURORA}, steps: [['Ctrl+S review', review]], seen: '↵ create'},
  },
  'attach-build': {
    'without a version': {seen: 'choose an app'},
    builds: {version: 'com.example.second@1.1', seen: '↵ choose'},
    'not possible': {version: 'com.example.aurora@3.3.0', seen: 'Not possible now'},
    review: {version: 'com.example.second@1.1', steps: [[/▌ 13/, KEYS.enter]], seen: '↵ attach'},
  },
  'release-notes': {
    matrix: {version: 'com.example.nearly@1.1', seen: 'de-DE'},
    text: {version: 'com.example.nearly@1.1', steps: [['de-DE', KEYS.enter]], seen: 'characters', isField: true},
    'first version': {version: 'com.example.fern@1.0.0', seen: 'Go back'},
  },
  update: {form: {version: 'com.example.boats@2.0', ...form}},
  submit: {checks: {version: 'com.example.nearly@1.1', seen: 'to go'}},
  ship: {
    steps: {version: 'com.example.boats@2.0', seen: 'to go'},
    'without an app': {seen: 'choose an app'},
    platforms: {of: {app: AURORA}, seen: 'Choose a platform'},
  },
  encryption: {question: {version: 'com.example.cipher@1.1', seen: 'ncryption'}},
  release: dialog('com.example.aurora@3.3.0', 'Type the version'),
  delete: dialog('com.example.boats@2.0', 'Type the version'),
  withdraw: dialog('com.example.harbor@5.1.0', 'Type the version'),
  'pause-phased': dialog('com.example.steps', '↵ pause'),
  'resume-phased': dialog('com.example.brake', '↵ resume'),
  'complete-phased': dialog('com.example.steps', 'Type the version'),
  'enable-phased': dialog('com.example.boats@2.0', '↵ set up'),
  'disable-phased': dialog('com.example.aurora@3.3.0', '↵ remove'),
};

let sandbox: RunningSandbox;
let home: TempHome;
let app: AppDriver;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());
beforeEach(() => {
  home = new TempHome();
});
afterEach(async () => {
  await app.close();
  home.remove();
});

async function idOf(reference: string): Promise<string> {
  const [bundleId, versionString] = reference.split('@');
  const {json: apps} = await sandbox.ask(`/v1/apps?filter[bundleId]=${bundleId}`);
  const query = versionString ? `filter[versionString]=${versionString}` : 'filter[appStoreState]=READY_FOR_SALE';
  const {json} = await sandbox.ask(`/v1/apps/${apps.data[0].id}/appStoreVersions?${query}`);
  return json.data.find(({attributes}: {attributes: {platform: string}}) => attributes.platform === 'IOS').id;
}

async function start(screen: ScreenName, {of, version}: Mode): Promise<void> {
  const versionId = version && (await idOf(version));
  const env = {...sandbox.variables, TOOL_APP_ID: undefined};
  const [columns, rows] = [80, 24];
  app = openInHome(home, {request: {screen, versionId, ...of}, url: sandbox.origin, env, columns, rows});
}

async function open(screen: ScreenName, mode: Mode): Promise<void> {
  await start(screen, mode);
  const {steps = [], seen} = mode;
  for (const [text, key] of steps) {
    await app.see(text);
    app.press(key);
  }
  await app.see(seen);
}

const footer = () => app.stdout.lines().at(-1) ?? '';

/**
 * Returns the sentences in green, yellow or cyan. These colours are illegible on a light background, so only signs and
 * names may have them.
 */
function colouredSentences(): string[] {
  const texts = [...app.stdout.bytes.matchAll(/\u001B\[(?:\d+;)*3[236]m(?:\u001B\[[12]m)*([^\u001B]*)/g)];
  return texts.map(([, text = '']) => text).filter((text) => /\w+ \w+ \w+/.test(text));
}

describe.each(SCREENS)('%s', (screen) => {
  // Tests otherwise run without the styles of a terminal.
  beforeAll(() => {
    chalk.level = 1;
  });
  afterAll(() => {
    chalk.level = 0;
  });

  test.each(Object.entries(MODES[screen]))(
    `keeps the key that leaves the screen ${screen} in one place at every terminal size: mode %s`,
    async (_, mode) => {
      await open(screen, mode);
      expect(app.stdout.bytes).toMatch(/\u001B\[(?:\d+;)*[1-7]/);
      expect(colouredSentences()).toEqual([]);
      for (const [columns, rows] of SIZES) {
        app.stdout.resize(columns, rows);
        if (mode.isDialog) {
          await app.until(`Esc in the border at ${columns} x ${rows}`, () => /└ .*Esc \w+ ─*┘/.test(app.stdout.text()));
          continue;
        }
        const last = mode.isField ? /Esc \w+ {2}F1 help$/ : /(?:Esc \w+| q quit) {2}\? help$/;
        await app.until(`${last} at the right end of ${columns} x ${rows}`, () => {
          return last.test(footer()) && footer().length === columns - 1;
        });
      }
    },
  );
});

const LISTS: readonly (readonly [screen: ScreenName, mode: string])[] = [
  ['home', 'list'],
  ['versions', 'list'],
  ['version', 'editable'],
  ['version', 'not editable'],
  ['attach-build', 'builds'],
  ['release-notes', 'matrix'],
  ['submit', 'checks'],
  ['ship', 'steps'],
  ['doctor', 'checks'],
];

describe('keys', () => {
  let layers: Set<Layer>;
  beforeEach(() => {
    layers = new Set();
    const {add} = Keyboard.prototype;
    vi.spyOn(Keyboard.prototype, 'add').mockImplementation(function (this: Keyboard, layer) {
      layers.add(layer);
      const remove = add.call(this, layer);
      return () => {
        layers.delete(layer);
        remove();
      };
    });
  });
  afterEach(() => vi.restoreAllMocks());

  test.each(LISTS)('binds each letter key to only one action: screen %s, mode %s', async (screen, name) => {
    const mode = MODES[screen][name];
    if (mode === undefined) throw new Error(`${screen} has no mode ${name}`);
    await open(screen, mode);
    const keys = [...layers].flatMap((layer) => layer.bindings().flatMap((binding) => binding.keys));
    const letters = keys.filter((key) => key.length === 1);
    expect(letters).toContain('q');
    expect(letters.filter((key, index) => letters.indexOf(key) !== index)).toEqual([]);
  });
});

/** Records every footer and every selected row from now on. */
function recordFrames() {
  const footers = new Set([footer()]);
  const rows = new Set([app.selected()]);
  const {stdout} = app;
  const write = stdout.write.bind(stdout);
  stdout.write = (...written) => {
    const isTaken = write(...written);
    footers.add(footer());
    rows.add(app.selected());
    return isTaken;
  };
  return {footers, rows};
}

/** Returns the columns in which each key was seen. */
function placesOf(footers: ReadonlySet<string>): Map<string, Set<number>> {
  const places = new Map<string, Set<number>>();
  for (const line of footers) {
    for (const {index, 1: key = ''} of line.matchAll(/(?<=^ | {2})(\S+) \S/g)) {
      places.set(key, new Set([...(places.get(key) ?? []), index]));
    }
  }
  return places;
}

test.each(LISTS)(
  'keeps each key in its column of the footer, whatever row is selected: screen %s, mode %s',
  async (name, of) => {
    const mode = MODES[name][of];
    if (!mode) throw new Error(`no mode '${of}'`);
    await start(name, mode);
    await app.see(mode.seen);
    const isList = name !== 'doctor';
    // The footer names Enter once everything has been read.
    await app.until('a row is selected', () => (app.selected() !== '' && footer().startsWith(' ↵')) || !isList);
    if (name === 'version') await app.see('updated');
    const {footers, rows} = recordFrames();
    // Moves to the last row and back. Keys are handled in order, so the others have been handled once the help is
    // visible.
    app.press('j', 'j', 'j', 'j', 'G', 'k', 'g', 'r', '?');
    await app.see('┌ Keys');
    if (isList && name !== 'release-notes') expect(rows.size).toBeGreaterThan(1);
    expect(placesOf(footers).size).toBeGreaterThan(3);
    for (const [key, columns] of placesOf(footers)) expect([...columns], key).toHaveLength(1);
  },
);
