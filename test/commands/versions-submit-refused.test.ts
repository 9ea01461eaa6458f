import {afterEach, beforeEach, expect, it} from 'vitest';
import {createFiles} from '../../src/services/host/files.ts';
import {ToolError} from '../../src/services/model/error.ts';
import {type Reply, runAgainst, type Serve} from '../support/fake-service.ts';
import {PracticeStore} from '../support/practice-store.ts';
import type {Outcome} from '../support/run.ts';
import {wirePage, wireVersion} from '../support/service.ts';
import {TempHome} from '../support/temp-home.ts';

const SUBMIT = ['versions', 'submit', '--version-id', 'v1', '--confirm'];

const version = (appStoreState: string): Reply => ({
  body: {data: wireVersion('v1', {appStoreState}, {app: {data: {type: 'apps', id: '42'}}})},
});

/** Returns a service that has no submission of the version and refuses to add the version to one. */
function refusing(errors: unknown): Serve {
  const replies: Record<string, Reply> = {
    'GET /v1/appStoreVersions/v1': version('PREPARE_FOR_SUBMISSION'),
    'GET /v1/reviewSubmissions': {body: wirePage([])},
    'GET /v1/appStoreVersions/v1/appStoreVersionLocalizations': {status: 500},
    'POST /v1/reviewSubmissions': {status: 201, body: {data: {type: 'reviewSubmissions', id: 'r1'}}},
    'POST /v1/reviewSubmissionItems': {status: 409, body: {errors: [errors]}},
  };
  return ({method, path}) => replies[`${method} ${path}`] ?? {status: 404};
}

const associated = (associatedErrors: unknown) => ({
  code: 'STATE_ERROR.ENTITY_STATE_INVALID',
  title: "appStoreVersions with id 'v1' is not in valid state.",
  meta: {associatedErrors},
});

it('prints each item that a version lacks on its own line, with the command that fixes it', async () => {
  const missing = (name: string) => ({
    code: 'ENTITY_ERROR.ATTRIBUTE.REQUIRED',
    source: {pointer: `/data/attributes/${name}`},
  });
  const {code, stderr} = await runAgainst(
    refusing(
      associated({
        '/v1/builds/b7': [missing('usesNonExemptEncryption')],
        '/v1/appStoreVersions/v1': [{source: {pointer: '/data/relationships/build'}}, missing('copyright')],
        '/v1/appStoreVersionLocalizations/l1': [missing('whatsNew'), missing('description')],
        '/v1/appScreenshots/': [{code: 'STATE_ERROR.SCREENSHOT_REQUIRED.APP_IPHONE_65'}],
        '/v1/apps/42': [missing('contentRightsDeclaration')],
        '/v1/somethingNew/1': [{title: 'A new rule', detail: 'that nobody knows'}],
      }),
    ),
    SUBMIT,
  );
  expect(code).toBe(5);
  const page = 'https://appstoreconnect.apple.com/apps/42/distribution';
  expect(stderr.split('\n')).toEqual([
    'Error: This version is not ready for review:',
    '  The encryption question is not answered: tool builds update --build-id b7 --uses-encryption <USES-ENCRYPTION> (true if it uses non-exempt encryption; the answer is final)',
    '  No valid build is attached: tool versions attach-build --version-id v1 --build latest',
    '  The copyright is missing: tool versions update --version-id v1 --copyright <COPYRIGHT>',
    "  What's New is missing: tool release-notes set --version-id v1 --text <TEXT>",
    `  The description is missing: ${page}`,
    `  Screenshots are missing (APP_IPHONE_65): ${page}`,
    `  The content rights declaration is missing: ${page}`,
    '  A new rule: that nobody knows',
    'Draft r1 was left behind empty; the next submit reuses it.',
    '',
  ]);
});

it('finds the missing field by the name quoted in a refusal without a pointer', async () => {
  const required = (detail: string) => ({code: 'ENTITY_ERROR.ATTRIBUTE.REQUIRED', title: 'Required', detail});
  const {stderr} = await runAgainst(
    refusing(
      associated({
        '/v1/appStoreVersionLocalizations/l1': [
          required("You must provide a value for the attribute 'whatsNew' with this request"),
          required('The value “description” is missing'),
        ],
        '/v1/appStoreReviewDetails/d1': [required("The attribute 'contactEmail' is required")],
        '/v1/apps/42': [
          required('The description of the build is missing'),
          required("The attribute 'somethingNew' cannot be combined with 'copyright'"),
        ],
      }),
    ),
    SUBMIT,
  );
  const page = 'https://appstoreconnect.apple.com/apps/42/distribution';
  expect(stderr.split('\n').slice(1, 6)).toEqual([
    "  What's New is missing: tool release-notes set --version-id v1 --text <TEXT>",
    `  The description is missing: ${page}`,
    `  The review contact is missing or incomplete (contactEmail): ${page}`,
    '  Required: The description of the build is missing',
    "  Required: The attribute 'somethingNew' cannot be combined with 'copyright'",
  ]);
});

it('prints fixes for what a version lacks if the submission itself is refused', async () => {
  const serve = refusing({});
  const missing = {code: 'ENTITY_ERROR.ATTRIBUTE.REQUIRED', source: {pointer: '/data/attributes/copyright'}};
  const {code, stderr} = await runAgainst((asked) => {
    const line = `${asked.method} ${asked.path}`;
    const errors = [associated({'/v1/appStoreVersions/v1': [missing]})];
    if (line === 'GET /v1/appStoreVersions/v1') return version('READY_FOR_REVIEW');
    if (line === 'PATCH /v1/reviewSubmissions/r1') return {status: 409, body: {errors}};
    if (line === 'GET /v1/reviewSubmissions/r1') return {body: {data: {type: 'reviewSubmissions', id: 'r1'}}};
    if (line !== 'POST /v1/reviewSubmissionItems') return serve(asked);
    return {status: 201, body: {data: {type: 'reviewSubmissionItems', id: 'i1'}}};
  }, SUBMIT);
  expect({code, stderr}).toEqual({
    code: 5,
    stderr:
      'Error: This version is not ready for review:\n' +
      '  The copyright is missing: tool versions update --version-id v1 --copyright <COPYRIGHT>\n' +
      'The version is in draft r1; only submitting it is missing.\n',
  });
});

it('prints a line for each missing screenshot size and each missing contact field', async () => {
  const required = (name: string) => ({
    code: 'ENTITY_ERROR.ATTRIBUTE.REQUIRED',
    source: {pointer: `/data/attributes/${name}`},
  });
  const sizes = ['APP_IPHONE_65', 'APP_IPAD_PRO_129'].map((size) => ({
    code: `STATE_ERROR.SCREENSHOT_REQUIRED.${size}`,
  }));
  const {stderr} = await runAgainst(
    refusing(
      associated({
        '/v1/appScreenshots/': [...sizes, ...sizes],
        '/v1/appStoreReviewDetails/d1': ['contactPhone', 'contactEmail', 'demoAccountName'].map(required),
        '/v1/ageRatingDeclarations/a1': ['contests', 'gamblingSimulated'].map(required),
      }),
    ),
    SUBMIT,
  );
  expect(stderr.match(/(?<=^ {2}).*(?=: https)/gm)).toEqual([
    'Screenshots are missing (APP_IPHONE_65)',
    'Screenshots are missing (APP_IPAD_PRO_129)',
    'The review contact is missing or incomplete (contactPhone)',
    'The review contact is missing or incomplete (contactEmail)',
    'A demo account is required, but it is incomplete (demoAccountName)',
    'The age rating is missing (contests)',
    'The age rating is missing (gamblingSimulated)',
  ]);
});

it('escapes control characters in five hundred messages of a refusal, and prints each on one line', async () => {
  const words = Array.from({length: 500}, (_, index) => ({title: `\u001b[2J rule ${index}\u202e`}));
  const {code, stderr} = await runAgainst(refusing(associated({'/v1/x/\u001b]0;x\u0007': words})), SUBMIT);
  expect(code).toBe(5);
  expect(stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
  expect(stderr).toContain('  \\x1b[2J rule 0');
  expect(stderr.match(/^ {2}\\x1b\[2J rule \d+/gm)).toHaveLength(500);
});

it('names each of five missing texts in fifty languages', async () => {
  const words = Array.from({length: 250}, (_, index) => ({title: `Text ${index} is missing`}));
  const {stderr} = await runAgainst(refusing(associated({'/v1/x/1': words})), SUBMIT);
  expect(stderr.match(/ is missing$/gm)).toHaveLength(250);
});

it("repeats the service's words if the service gives no reasons", async () => {
  const {code, stderr, service} = await runAgainst(refusing({title: 'No', detail: 'not today'}), SUBMIT);
  expect(code).toBe(5);
  expect(stderr).toContain('Error: No: not today\nDraft r1 was left behind empty');
  expect(service.writes()).toEqual(['POST /v1/reviewSubmissions', 'POST /v1/reviewSubmissionItems']);
});

it('searches again for a hidden submission that holds the version, then repeats the refusal', async () => {
  const taken = {code: 'STATE_ERROR.ITEM_PART_OF_ANOTHER_SUBMISSION', title: 'Taken', detail: 'by r9'};
  const {code, stderr, service} = await runAgainst(refusing(associated({'/v1/appStoreVersions/v1': [taken]})), SUBMIT);
  expect(code).toBe(5);
  expect(stderr).toContain('  Taken: by r9');
  expect(service.lines().filter((line) => line === 'GET /v1/reviewSubmissions')).toHaveLength(2);
});

it('names the empty draft that this run created if another draft holds the version', async () => {
  const taken = {code: 'STATE_ERROR.ITEM_PART_OF_ANOTHER_SUBMISSION', title: 'Taken', detail: 'by r9'};
  const refuse = refusing(associated({'/v1/appStoreVersions/v1': [taken]}));
  const items = [
    ['i1', 'appStoreVersions', 'v1'],
    ['i2', 'inAppPurchaseVersions', 'p1'],
  ].map(([id, type, of]) => ({type: 'reviewSubmissionItems', id, relationships: {link: {data: {type, id: of}}}}));
  const other = {
    type: 'reviewSubmissions',
    id: 'r9',
    attributes: {state: 'READY_FOR_REVIEW'},
    relationships: {items: {data: items.map(({type, id}) => ({type, id}))}},
  };
  let isRefused = false;
  const {code, stderr} = await runAgainst((asked) => {
    if (isRefused && asked.path === '/v1/reviewSubmissions') {
      return {body: {...(wirePage([other]) as object), included: items}};
    }
    isRefused ||= asked.path === '/v1/reviewSubmissionItems';
    return refuse(asked);
  }, SUBMIT);
  expect(code).toBe(5);
  expect(stderr).toContain('is in draft r9 together with other items');
  expect(stderr).toContain('Draft r1 was left behind empty; the next submit reuses it.\n');
  expect(stderr).not.toContain('Nothing was sent');
});

/**
 * Returns a service that refuses to add the version because someone else was faster. `after` is the state from then on.
 */
function overtaken(after: {state: string; holder: string; submission: string}): Serve {
  const serve = refusing({title: 'No', detail: 'not now'});
  let isRefused = false;
  return (asked) => {
    const line = `${asked.method} ${asked.path}`;
    if (line === 'POST /v1/reviewSubmissionItems') isRefused = true;
    if (!isRefused) return serve(asked);
    if (line === 'GET /v1/appStoreVersions/v1') return version(after.state);
    if (line !== 'GET /v1/reviewSubmissions') return serve(asked);
    const held = {data: {type: 'appStoreVersions', id: after.holder}};
    const item = {type: 'reviewSubmissionItems', id: 'i9'};
    const relationships = {items: {data: [item]}, appStoreVersionForReview: held};
    const resource = {type: 'reviewSubmissions', id: 'r9', attributes: {state: after.submission}, relationships};
    return {
      body: {...(wirePage([resource]) as object), included: [{...item, relationships: {appStoreVersion: held}}]},
    };
  };
}

it('exits with 5 and names a version that entered review first', async () => {
  const after = {state: 'PREPARE_FOR_SUBMISSION', holder: 'v2', submission: 'WAITING_FOR_REVIEW'};
  const {code, stderr} = await runAgainst(overtaken(after), SUBMIT);
  expect(code).toBe(5);
  expect(stderr).toBe(
    'Error: Version 1.0.0 cannot be submitted alongside version v2 of the same platform, which is waiting for review (r9)\n' +
      'Draft r1 was left behind empty; the next submit reuses it.\n' +
      'Hint: To check, run: tool versions view --version-id v2 --include-submission\n',
  );
});

it('returns state and draft if another run submitted this version first', async () => {
  const after = {state: 'IN_REVIEW', holder: 'v1', submission: 'IN_REVIEW'};
  const {code, result, stderr} = await runAgainst(overtaken(after), SUBMIT);
  expect({code, result}).toEqual({
    code: 0,
    result: {versionId: 'v1', submissionId: 'r9', state: 'IN_REVIEW', resumed: true},
  });
  expect(stderr).toBe('Draft r1 was left behind empty; the next submit reuses it.\n');
});

let home: TempHome;
beforeEach(() => {
  home = new TempHome();
});
afterEach(() => home.remove());

it('makes two runs on one machine wait for each other, and submits one draft with one item', async () => {
  const store = new PracticeStore();
  const rival = store.rival();
  const argv = ['versions', 'submit', '--version-id', 'com.example.boats@latest', '--confirm'];
  const options = {host: {home: home.path}};
  const [one, other] = await Promise.all([store.run(argv, options), rival.run(argv, options)]);
  expect([one.code, other.code]).toEqual([0, 0]);
  expect([one.result.resumed, other.result.resumed].sort()).toEqual([false, true]);
  expect(one.result.submissionId).toBe(other.result.submissionId);
  expect([...store.writes(), ...rival.writes()]).toHaveLength(3);
});

it('says that nothing was sent if Ctrl+C comes during the wait for another run', async () => {
  const store = new PracticeStore();
  const argv = ['versions', 'submit', '--version-id', 'com.example.boats@latest', '--confirm'];
  const controller = new AbortController();
  const real = createFiles();
  const onBusy = () => controller.abort(new ToolError('interrupted', 'Interrupted', {facts: {signal: 'SIGINT'}}));
  const files = {
    ...real,
    withLock: ((path, work, signal) => real.withLock(path, work, signal, onBusy)) as typeof real.withLock,
  };
  let outcome: Outcome | undefined;
  store.before = async (line) => {
    if (line !== 'POST /v1/reviewSubmissions') return;
    outcome = await store.rival().run(argv, {signal: controller.signal, host: {home: home.path, files}});
  };
  expect((await store.run(argv, {host: {home: home.path}})).code).toBe(0);
  expect(outcome).toMatchObject({code: 130, stderr: 'Error: Interrupted\nNothing was sent.\n'});
});
