import {afterEach, describe, expect, it} from 'vitest';
import {ToolError} from '../../src/services/model/error.ts';
import type {Terminal} from '../../src/services/ports.ts';
import {environment, runTool} from '../support/run.ts';
import {type Answer, json, type Service, startService, wirePage, wireVersion} from '../support/service.ts';

let service: Service;
afterEach(() => service.close());

async function against(answers: Answer[], argv: readonly string[], env: Record<string, string> = {}) {
  service = await startService(...answers);
  return runTool(argv, {env: {...environment(service.url), ...env}});
}

const version = (state: string) => json(200, {data: wireVersion('v1', {appStoreState: state}), links: {self: 'x'}});
const preparing = version('PREPARE_FOR_SUBMISSION');
const approved = version('PENDING_DEVELOPER_RELEASE');
const app = json(200, wirePage([{type: 'apps', id: '42', attributes: {bundleId: 'com.x'}}]));
const live = json(200, wirePage([wireVersion('v7')]));

const CREATE = ['versions', 'create', '--app', '42', '--version', '2.0.0', '--platform', 'IOS'];
const UPDATE = ['versions', 'update', '--version-id', 'v1', '--copyright', 'x'];
const DELETE = ['versions', 'delete', '--version-id', 'v1'];
const ATTACH = ['versions', 'attach-build', '--version-id', 'v1', '--build', 'b1'];
const RELEASE = ['versions', 'release', '--version-id', 'v1'];

interface Case {
  argv: readonly string[];
  reads: Answer[];
  request: {method: string; path: string; body?: unknown};
}
const cases: Record<string, Case> = {
  create: {
    argv: CREATE,
    reads: [],
    request: {
      method: 'POST',
      path: '/v1/appStoreVersions',
      body: {
        data: {
          type: 'appStoreVersions',
          attributes: {versionString: '2.0.0', platform: 'IOS'},
          relationships: {app: {data: {type: 'apps', id: '42'}}},
        },
      },
    },
  },
  update: {
    argv: UPDATE,
    reads: [],
    request: {
      method: 'PATCH',
      path: '/v1/appStoreVersions/v1',
      body: {data: {type: 'appStoreVersions', id: 'v1', attributes: {copyright: 'x'}}},
    },
  },
  delete: {argv: DELETE, reads: [preparing], request: {method: 'DELETE', path: '/v1/appStoreVersions/v1'}},
  'attach-build': {
    argv: ATTACH,
    reads: [],
    request: {
      method: 'PATCH',
      path: '/v1/appStoreVersions/v1/relationships/build',
      body: {data: {type: 'builds', id: 'b1'}},
    },
  },
  release: {
    argv: RELEASE,
    reads: [approved],
    request: {
      method: 'POST',
      path: '/v1/appStoreVersionReleaseRequests',
      body: {
        data: {
          type: 'appStoreVersionReleaseRequests',
          relationships: {appStoreVersion: {data: {type: 'appStoreVersions', id: 'v1'}}},
        },
      },
    },
  },
};

describe.each(Object.entries(cases))('%s', (_, {argv, reads, request}) => {
  const gets = () => service.lines().filter((line) => line.startsWith('GET'));

  it('prints the request of a write with --dry-run, needs no --confirm and sends only GETs', async () => {
    const {code, stdout, stderr} = await against(reads, [...argv, '--dry-run']);
    expect({code, stderr}).toEqual({code: 0, stderr: ''});
    expect(JSON.parse(stdout)).toEqual({dryRun: true, requests: [request]});
    expect(service.lines()).toEqual(gets());
    expect(service.requests).toHaveLength(reads.length);
  });

  it.each([
    ['--read-only', ['--read-only'], {}],
    ['TOOL_READ_ONLY', [], {TOOL_READ_ONLY: 'yes'}],
  ] as const)('refuses a write before connecting if %s is set, and names the setting', async (source, flags, env) => {
    const {code, stdout, stderr} = await against(reads, [...argv, '--confirm', ...flags].filter(takes(argv)), env);
    expect({code, stdout}).toEqual({code: 2, stdout: ''});
    expect(stderr).toContain(`This run is read-only (${source}): ${request.method} ${request.path} is refused`);
    expect(stderr).toContain('Nothing was sent.');
    expect(service.requests).toEqual([]);
  });

  it('accepts --dry-run with --read-only', async () => {
    const {code, stdout} = await against(reads, [...argv, '--dry-run', '--read-only']);
    expect({code, requests: JSON.parse(stdout).requests}).toEqual({code: 0, requests: [request]});
  });
});

/**
 * Returns a filter for the flags that a command takes: of these commands, only `delete` and `release` take `--confirm`.
 */
function takes(argv: readonly string[]): (word: string) => boolean {
  return (word) => word !== '--confirm' || ['delete', 'release'].includes(argv[1] ?? '');
}

describe('--dry-run', () => {
  it('refuses a dry run in a state that forbids the write', async () => {
    const {code, stdout, stderr} = await against([approved], [...DELETE, '--dry-run']);
    expect({code, stdout}).toEqual({code: 5, stdout: ''});
    expect(stderr).toContain('only a version in PREPARE_FOR_SUBMISSION can be deleted');
  });

  it('resolves a reference in a dry run, so that the printed path is real', async () => {
    const argv = ['versions', 'update', '--version-id', 'com.x@live', '--copyright', 'x', '--dry-run'];
    const {stdout} = await against([app, live], argv);
    expect(JSON.parse(stdout).requests[0].path).toBe('/v1/appStoreVersions/v7');
    expect(service.lines()).toEqual(['GET /v1/apps', 'GET /v1/apps/42/appStoreVersions']);
  });

  it('prints the requests of a dry run as a table', async () => {
    const {stdout} = await against([preparing], [...DELETE, '--dry-run', '--output', 'table']);
    expect(stdout).toBe('Method  Path\nDELETE  /v1/appStoreVersions/v1\n');
  });

  it('refuses --dry-run for a command that only reads', async () => {
    const {code, stderr} = await against([], ['versions', 'view', '--version-id', 'v1', '--dry-run']);
    expect(code).toBe(2);
    expect(stderr).toContain('Unknown flag');
  });
});

describe('--read-only', () => {
  it('allows reads with --read-only', async () => {
    const {code} = await against([preparing], ['versions', 'view', '--version-id', 'v1', '--read-only']);
    expect(code).toBe(0);
  });

  it('overrides TOOL_READ_ONLY with --read-only=false', async () => {
    const {code} = await against([preparing], [...UPDATE, '--read-only=false'], {TOOL_READ_ONLY: '1'});
    expect(code).toBe(0);
    expect(service.lines()).toEqual(['PATCH /v1/appStoreVersions/v1']);
  });

  it('names the path of the write that --read-only refuses, as far as the path is known', async () => {
    const argv = ['versions', 'delete', '--version-id', 'com.x@editable', '--confirm', '--read-only'];
    const {code, stderr} = await against([], argv);
    expect(code).toBe(2);
    expect(stderr).toContain('DELETE /v1/appStoreVersions/<id of com.x@editable> is refused');
    expect(service.requests).toEqual([]);
  });
});

describe('a stdout that cannot be written to', () => {
  const full = async (argv: readonly string[], answers: Answer[]) => {
    service = await startService(...answers);
    let stderr = '';
    const terminal: Terminal = {
      stdinIsTty: false,
      stdoutIsTty: false,
      stderrIsTty: false,
      showsLinks: async () => false,
      readInput: async () => new Uint8Array(),
      async *input() {},
      write: () => Promise.reject(new ToolError('storage', 'stdout cannot be written: ENOSPC')),
      writeError(text) {
        stderr += text;
      },
    };
    const {code} = await runTool(argv, {env: environment(service.url), host: {terminal}});
    return {code, stderr};
  };

  it('reports a write as done if its result cannot be printed', async () => {
    const {code, stderr} = await full(UPDATE, [preparing]);
    expect({code, lines: service.lines()}).toEqual({code: 10, lines: ['PATCH /v1/appStoreVersions/v1']});
    expect(stderr).toBe(
      'Error: stdout cannot be written: ENOSPC\nThe command did its work; only its result could not be printed.\n',
    );
  });

  it('reports no write if the result of a read or dry run cannot be printed', async () => {
    for (const argv of [
      ['versions', 'view', '--version-id', 'v1'],
      [...UPDATE, '--dry-run'],
    ]) {
      expect(await full(argv, [preparing])).toEqual({code: 10, stderr: 'Error: stdout cannot be written: ENOSPC\n'});
      await service.close();
    }
  });
});
