import {Box} from 'ink';
import {useState} from 'react';
import {afterEach, describe, expect, test} from 'vitest';
import {dateTime, id, oneOf, text, toggle} from '../../src/app/flags.ts';
import {scripted} from '../../src/app/use-cases/scripted.ts';
import {useApp} from '../../src/screens/app-context.ts';
import {TypedConfirmation} from '../../src/screens/components/typed-confirmation.tsx';
import {FormView} from '../../src/screens/form/form-view.tsx';
import {failureKeys, formKeys, resultKeys, reviewKeys, runningKeys} from '../../src/screens/form/step-keys.ts';
import {Failure, Result, Review, Running} from '../../src/screens/form/steps.tsx';
import {useForm} from '../../src/screens/form/use-form.ts';
import {Screen} from '../../src/screens/frame/screen.tsx';
import {useTask} from '../../src/screens/hooks/use-task.ts';
import {screens} from '../../src/screens/registry.ts';
import {useRouter} from '../../src/screens/router.ts';
import {ToolError} from '../../src/services/model/error.ts';
import {shellWord} from '../../src/services/model/shell-word.ts';
import {PLATFORMS, RELEASE_TYPES} from '../../src/services/model/version.ts';
import {AppDriver, KEYS} from '../support/app-driver.ts';

const FLAGS = {
  version: text({summary: 'Version string', required: true}),
  platform: oneOf(PLATFORMS, {summary: 'Platform', fallback: 'IOS'}),
  build: id({summary: 'Build ID'}),
  'release-type': oneOf(RELEASE_TYPES, {summary: 'How it gets on sale'}),
  'earliest-release-date': dateTime({summary: 'When'}),
  loud: toggle({summary: 'Loud'}),
};

/** What was written, and how the next write ends. */
const sent: ReadonlyMap<string, string>[] = [];
let answer: (signal: AbortSignal) => Promise<string> = async () => 'new-id';

/** A flow made of the parts that the real ones are made of. */
function SampleFlow() {
  const {session, copy} = useApp();
  const router = useRouter();
  const task = useTask<string>();
  const [review, setReview] = useState<ReadonlyMap<string, string>>();
  const form = useForm({
    fields: [
      {name: 'version', flag: FLAGS.version, label: 'Version'},
      {name: 'platform', flag: FLAGS.platform, label: 'Platform'},
      {name: 'build', flag: FLAGS.build, label: 'Build', placeholder: 'an ID'},
      {name: 'release-type', flag: FLAGS['release-type'], label: 'Release', choiceName: (value) => value.toLowerCase()},
      {name: 'earliest-release-date', flag: FLAGS['earliest-release-date'], label: 'Date'},
      {name: 'loud', flag: FLAGS.loud, label: 'Loud'},
    ],
    check(given) {
      if (given.has('earliest-release-date') && given.get('release-type') !== 'SCHEDULED')
        throw new ToolError('usage', 'goes with SCHEDULED', {facts: {flag: 'earliest-release-date'}});
    },
    lost: task.status === 'done' ? undefined : 'the new version',
  });
  const submit = () => setReview(form.submit());
  const send = () =>
    task.run((signal) => {
      if (review) sent.push(review);
      return answer(signal);
    });
  const command = scripted(['versions', 'create'], review ?? form.given, session.globals, (flag) => flag === 'loud');
  const onCopy = () => copy(command, 'Command');
  const keys = () => {
    if (task.status === 'running') return runningKeys(task.cancel);
    if (task.status === 'done') return resultKeys(router.back);
    if (task.error) return failureKeys(task.error, {onRetry: task.reset, onBack: task.reset});
    if (review) return reviewKeys({label: 'create', onConfirm: send, onBack: () => setReview(undefined), onCopy});
    return formKeys(submit);
  };
  return (
    <Screen crumbs={['Sample']} keys={keys()}>
      {({columns}) => (
        <Box flexDirection="column">
          {task.status === 'running' ? <Running text="Creating it" width={columns} /> : null}
          {task.status === 'done' ? <Result title={`Created ${task.result}`} width={columns} /> : null}
          {task.error ? <Failure error={task.error} width={columns} /> : null}
          {task.status === 'idle' && review ? (
            <Review title="Create it" facts={[...review]} command={command} width={columns} />
          ) : null}
          {task.status === 'idle' && !review ? <FormView form={form} width={columns} onSubmit={submit} /> : null}
        </Box>
      )}
    </Screen>
  );
}

let confirmed = 0;

function SampleConfirmation() {
  const router = useRouter();
  return (
    <TypedConfirmation
      title="Delete 1.0.0"
      lines={['It cannot be taken back.']}
      expected="1.0.0"
      prompt="Type the version:"
      verb="delete"
      command="tool versions delete --version-id v --confirm"
      onConfirm={() => {
        confirmed += 1;
        router.back();
      }}
      onCancel={router.back}
    />
  );
}

let app: AppDriver;

async function open(screen: 'create' | 'delete'): Promise<AppDriver> {
  screens.create = {component: SampleFlow};
  screens.delete = {component: SampleConfirmation, overlay: true};
  sent.length = 0;
  confirmed = 0;
  answer = async () => 'new-id';
  app = new AppDriver({request: {screen, app: '1001', versionId: 'v-400-tv'}});
  await app.see(screen === 'create' ? 'Sample' : 'Type the version');
  return app;
}

afterEach(async () => {
  await app.close();
});

describe('a form from flags', () => {
  test('filled in one read, reviewed with its command, sent once however often Enter is pressed', async () => {
    await open('create');
    app.press('1.2 beta', KEYS.enter, KEYS.right, KEYS.tab, 'b-1', KEYS.tab, KEYS.tab, KEYS.tab, ' ', KEYS.ctrl('s'));
    await app.see('Create it');
    expect(app.stdout.text().replace(/\s+/g, ' ')).toContain(
      "tool versions create --version '1.2 beta' --platform MAC_OS --build b-1 --loud",
    );
    app.press(KEYS.enter, KEYS.enter, KEYS.enter);
    await app.see('Created new-id');
    expect(sent).toHaveLength(1);
    app.press(KEYS.ctrl('c'));
    expect(await app.exitCode).toBe(130);
    expect(Object.fromEntries(sent[0] ?? [])).toEqual({
      version: '1.2 beta',
      platform: 'MAC_OS',
      build: 'b-1',
      loud: 'true',
    });
  });

  test("the flag's own message stands beside the field as it is left, and goes as it is changed", async () => {
    await open('create');
    app.press(KEYS.tab, KEYS.tab, 'no id!');
    await app.see('no id!');
    expect(app.stdout.text()).not.toContain('must be an ID');
    app.press(KEYS.shiftTab);
    await app.see('must be an ID');
    app.press(KEYS.tab, KEYS.ctrl('u'), 'b1');
    await app.until('the message is gone', () => !app.stdout.text().includes('must be an ID'));
  });

  test('submitting goes to the first field that is wrong', async () => {
    await open('create');
    app.press(KEYS.tab, KEYS.tab, KEYS.tab, KEYS.tab, 'tomorrow', KEYS.ctrl('s'));
    await app.see('is required');
    await app.see('must be a date');
    app.press('9.9', KEYS.ctrl('s'));
    await app.until('the first is fine now', () => !app.stdout.text().includes('is required'));
    app.press(KEYS.ctrl('u'), '2026-12-01T10:00:00+01:00', KEYS.ctrl('s'));
    await app.see('goes with SCHEDULED');
    expect(sent).toHaveLength(0);
  });

  test('letters are text in a field: q and ? too', async () => {
    await open('create');
    app.press('q?/jk');
    await app.see('q?/jk');
  });

  test('Esc asks before a dirty form is lost, and only then', async () => {
    await open('create');
    app.press('1.0');
    await app.see('1.0');
    app.press(KEYS.esc);
    await app.see('Leave and lose the new version?');
    app.press(KEYS.esc);
    await app.seeNot('Leave and lose');
    expect(app.stdout.text()).toContain('1.0');
    app.press(KEYS.backspace, KEYS.backspace, KEYS.backspace, KEYS.esc);
    await app.see('Ready for sale');
  });

  test('Ctrl+C asks, a second one quits', async () => {
    await open('create');
    app.press('1.0');
    await app.see('1.0');
    app.press(KEYS.ctrl('c'));
    await app.see('Leave and lose the new version?');
    app.press(KEYS.ctrl('c'));
    expect(await app.exitCode).toBe(130);
  });

  test('Ctrl+C, stay, and Ctrl+C asks again', async () => {
    await open('create');
    app.press('1.0', KEYS.ctrl('c'));
    await app.see('Leave and lose');
    app.press(KEYS.esc);
    await app.seeNot('Leave and lose');
    app.press(KEYS.ctrl('c'));
    await app.see('Leave and lose');
    app.press(KEYS.enter);
    expect(await app.exitCode).toBe(130);
  });

  test('what is typed survives a terminal that is too small', async () => {
    await open('create');
    app.press('3.1');
    await app.see('3.1');
    app.stdout.resize(40, 10);
    await app.see('Too small');
    app.press('4');
    app.stdout.resize(80, 24);
    await app.see('3.14');
  });

  test('Esc cancels what is being sent; an unknown outcome is not offered again', async () => {
    await open('create');
    answer = (signal) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () =>
          reject(new ToolError('network', 'The outcome is unknown.', {facts: {outcome: 'unknown'}})),
        );
      });
    app.press('1.0', KEYS.ctrl('s'), KEYS.enter);
    await app.see('Creating it');
    app.press(KEYS.esc);
    await app.see('The outcome is unknown.');
    expect(app.stdout.lines().at(-1)).not.toContain('try again');
    expect(app.stdout.lines().at(-1)).toContain('back');
  });
});

describe('a typed confirmation', () => {
  test('Enter does nothing until exactly the text is there', async () => {
    await open('delete');
    app.press(KEYS.enter, '1.0', KEYS.enter);
    await app.see('Type the version: 1.0');
    expect(confirmed).toBe(0);
    app.press('.0 ', KEYS.enter);
    expect(app.stdout.text()).toContain('delete when it matches');
    app.press(KEYS.backspace);
    await app.see(/↵ delete(?! when)/);
    app.press(KEYS.enter, KEYS.enter);
    await app.seeNot('Type the version');
    expect(confirmed).toBe(1);
  });

  test('a pasted version counts, its line break does not confirm', async () => {
    await open('delete');
    app.press(KEYS.paste('1.0.0\n'));
    await app.see(/↵ delete(?! when)/);
    expect(confirmed).toBe(0);
  });

  test('Esc cancels, and the screen below has the keys again', async () => {
    await open('delete');
    app.press('q', KEYS.esc);
    await app.seeNot('Type the version');
    expect(confirmed).toBe(0);
    expect(app.stdout.text()).toContain('Prepare for submission');
  });
});

describe('the equivalent command', () => {
  test.each([
    ['3.4.0', '3.4.0'],
    ['2026 Example Ltd', "'2026 Example Ltd'"],
    ["it's", "'it'\\''s'"],
    ['$(rm -rf /)', "'$(rm -rf /)'"],
    ['', "''"],
  ])('%s is written %s', (word, expected) => {
    expect(shellWord(word)).toBe(expected);
  });

  test('names profile or sandbox, so that it reaches the same store', () => {
    const given = new Map([
      ['version-id', 'v1'],
      ['copyright', '-x'],
      ['confirm', 'true'],
    ]);
    const isSwitch = (flag: string) => flag === 'confirm';
    expect(scripted(['versions', 'update'], given, {sandbox: false, profile: 'my work'}, isSwitch)).toBe(
      "tool versions update --version-id v1 --copyright=-x --confirm --profile 'my work'",
    );
    expect(scripted(['versions', 'update'], new Map(), {sandbox: true, profile: undefined})).toBe(
      'tool versions update --sandbox',
    );
  });
});
