import type {Env, Host} from '../../services/ports.ts';

export type Copied = 'copied' | 'sent' | 'none';

type Clipboard = Pick<Host, 'env' | 'platform' | 'shell' | 'signal'> & {send(sequence: string): void};

const TIMEOUT_MS = 2000;

export async function copyText(text: string, {env, platform, shell, signal, send}: Clipboard): Promise<Copied> {
  const command = commandFor(env, platform);
  if (command !== undefined) {
    const options = {input: text, variables: {}, timeoutMs: TIMEOUT_MS, signal, onLine() {}};
    const {problem} = await shell.run(command, options);
    if (problem === undefined) return 'copied';
  }
  // The Linux console and dumb terminals ignore or print the sequence.
  if (env.TERM === 'linux' || env.TERM === 'dumb') return 'none';
  send(clipboardSequence(text, env));
  return 'sent';
}

/** By default tmux hears no OSC 52 of a program. Over ssh only the terminal reaches the user's clipboard. */
function commandFor(env: Env, platform: string): string | undefined {
  if (env.TMUX) return 'tmux load-buffer -w -';
  if (env.SSH_CONNECTION) return undefined;
  if (platform === 'darwin') return 'pbcopy';
  // These programs keep running to hand out the text. Without open pipes, nobody waits for them.
  if (env.WAYLAND_DISPLAY) return 'wl-copy >/dev/null 2>&1';
  return env.DISPLAY ? 'xclip -selection clipboard >/dev/null 2>&1' : undefined;
}

function clipboardSequence(text: string, env: Env): string {
  const osc = `\u001B]52;c;${Buffer.from(text).toString('base64')}\u0007`;
  if (env.TMUX) return `${osc}\u001BPtmux;${osc.replaceAll('\u001B', '\u001B\u001B')}\u001B\\`;
  if (env.TERM?.startsWith('screen') && env.STY) return `\u001BP${osc}\u001B\\`;
  return osc;
}
