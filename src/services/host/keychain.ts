import {spawn} from 'node:child_process';
import {untilAborted} from '../async/until-aborted.ts';
import {ToolError} from '../model/error.ts';
import {isObject, parsedJson} from '../model/values.ts';
import type {Env, Keychain} from '../ports.ts';

export interface KeychainRequest {
  operation: 'check' | 'get' | 'set' | 'delete';
  account?: string;
  secret?: string;
  interactive: boolean;
}

export type KeychainReply =
  | {ok: true; value?: string | boolean}
  /** `reason` completes "The system keychain …". With `unanswered`, the operation may have been done. */
  | {ok: false; available: boolean; reason: string; unanswered?: true};

interface HelperOptions {
  helper: string;
  env: Env;
  interactive: boolean;
  timeoutMs?: number;
  signal?: AbortSignal;
}

const TIMEOUT = 5000;
const TIMEOUT_WITH_PROMPT = 60_000;
const HINT = "Unlock it, or store the profile in a config file with 'tool auth login --bypass-keychain'.";

/** The library finds the session's services by these variables. The child gets no others. */
const PASSED_ON =
  /^(?:PATH|HOME|USER|LOGNAME|LANG|LC_\w+|DISPLAY|WAYLAND_DISPLAY|DBUS_\w+|XDG_\w+|GNOME_KEYRING_CONTROL|TMPDIR|TEMP|TMP|SYSTEMROOT|WINDIR|APPDATA|LOCALAPPDATA|USERPROFILE|USERNAME|USERDOMAIN|HOMEDRIVE|HOMEPATH)$/i;

/** Runs each operation in its own process: the native library can crash or hang. Secrets travel over pipes only. */
export function createKeychain(options: HelperOptions): Keychain {
  const limit = (mayPrompt: boolean) => options.timeoutMs ?? (mayPrompt ? TIMEOUT_WITH_PROMPT : TIMEOUT);
  const ask = async (request: Omit<KeychainRequest, 'interactive'>, {undo}: {undo?: true} = {}) => {
    const interactive = options.interactive && !undo;
    const how = undo ? {...options, signal: undefined} : options;
    const reply = await askHelper(how, {...request, interactive}, limit(interactive));
    if (reply.ok) return reply.value;
    const cause = reply.unanswered && new Error(reply.reason);
    throw new ToolError('storage', `The system keychain ${reply.reason}`, {hint: HINT, cause});
  };

  return {
    async check() {
      const reply = await askHelper(options, {operation: 'check', interactive: false}, limit(false));
      if (reply.ok) return {available: true, accessible: true};
      return {available: reply.available, accessible: false, reason: reply.reason};
    },
    async get(account, how) {
      const value = await ask({operation: 'get', account}, how);
      return typeof value === 'string' ? value : undefined;
    },
    async set(account, secret, how) {
      await ask({operation: 'set', account, secret}, how);
    },
    async delete(account, how) {
      return (await ask({operation: 'delete', account}, how)) === true;
    },
  };
}

async function askHelper(
  {helper, env, signal}: HelperOptions,
  request: KeychainRequest,
  limit: number,
): Promise<KeychainReply> {
  const child = spawn(process.execPath, [helper], {
    env: Object.fromEntries(Object.entries(env).filter(([name]) => PASSED_ON.test(name))),
    stdio: ['pipe', 'pipe', 'ignore'],
    windowsHide: true,
  });
  const missing = (reason: string, unanswered?: true) => ({ok: false, available: false, reason, unanswered}) as const;
  const reply = new Promise<KeychainReply>((resolve) => {
    let answer = '';
    child.once('error', () => resolve(missing('is not available: its helper process cannot be started')));
    child.once('close', () => resolve(parseReply(answer) ?? missing(CRASHED, true)));
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      answer += chunk;
      const whole = answer.includes('\n') ? parseReply(answer) : undefined;
      if (whole) resolve(whole);
    });
    // stdin stays open, because its end shows the helper that the tool is gone.
    child.stdin.on('error', () => {}).write(`${JSON.stringify(request)}\n`);
  });
  const overdue = AbortSignal.timeout(limit);
  try {
    return await untilAborted(reply, AbortSignal.any([overdue, ...(signal ? [signal] : [])]));
  } catch (error) {
    if (error !== overdue.reason) throw error;
    return {ok: false, available: true, reason: `did not answer within ${limit / 1000} s`, unanswered: true};
  } finally {
    child.kill('SIGKILL');
  }
}

const CRASHED = 'is not available: its helper process ended without an answer';

function parseReply(text: string): KeychainReply | undefined {
  const reply = parsedJson(text);
  return isObject(reply) && 'ok' in reply ? (reply as KeychainReply) : undefined;
}
