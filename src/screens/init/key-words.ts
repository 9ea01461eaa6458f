/** An introduction to API keys. */
export const A_KEY = 'An API key lets tool work for your team. It has three parts:';

/** The parts of a key, and where to find each. */
export const KEY_PARTS: readonly (readonly [name: string, text: string])[] = [
  ['Key ID', 'ten letters and digits, beside the key'],
  ['Issuer ID', 'above the list of keys; the same for the whole team'],
  ['Key file', 'AuthKey_….p8; can be downloaded once, when the key is created'],
];

/** The same as lines. */
export const WHAT_A_KEY_IS: readonly string[] = [
  A_KEY,
  ...KEY_PARTS.map(([name, text]) => `  ${name.padEnd(10)}  ${text}`),
];

export const SANDBOX_OFFER = 'No account? Ctrl+T tries everything on a built-in sandbox store.';
