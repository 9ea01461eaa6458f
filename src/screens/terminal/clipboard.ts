/**
 * The sequence that asks a terminal to put text on its clipboard (OSC 52): it works over ssh too. Inside tmux and screen
 * it is wrapped so that it reaches the terminal outside.
 */
export function clipboardSequence(text: string, env: Readonly<Record<string, string | undefined>>): string {
  const osc = `\u001B]52;c;${Buffer.from(text).toString('base64')}\u0007`;
  if (env.TMUX) return `${osc}\u001BPtmux;${osc.replaceAll('\u001B', '\u001B\u001B')}\u001B\\`;
  if (env.TERM?.startsWith('screen') && env.STY) return `\u001BP${osc}\u001B\\`;
  return osc;
}

/** The bare Linux console and dumb terminals have no clipboard, and would show the sequence or ignore it. */
export function hasClipboard(env: Readonly<Record<string, string | undefined>>): boolean {
  return env.TERM !== 'linux' && env.TERM !== 'dumb';
}
