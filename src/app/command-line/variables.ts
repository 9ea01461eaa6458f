import type {Flags} from '../flags/flags.ts';

/** Those that no flag stands for. */
const WITHOUT_FLAG: Readonly<Record<string, string>> = {
  TOOL_KEY_ID: 'Key ID of the credential',
  TOOL_ISSUER_ID: 'Issuer ID of the credential',
  TOOL_KEY_TYPE: 'individual for a key without an issuer ID',
  TOOL_PRIVATE_KEY_PATH: 'Private key: path to its file',
  TOOL_PRIVATE_KEY: 'Private key: the PEM, unless TOOL_PRIVATE_KEY_PATH is set',
  TOOL_PRIVATE_KEY_B64: 'Private key: base64 of the PEM, unless one of the other two is set',
  TOOL_NO_PROFILE: 'Ignore stored profiles unless one is named',
  TOOL_BYPASS_KEYCHAIN: 'Neither read nor write the keychain',
  TOOL_HISTORY: 'off: record no writes',
  TOOL_ON_CHANGE: 'Command that the app runs at every change it sees while it watches',
  TOOL_NOTIFY: 'on, bell or off: how the app rings while it watches',
  TOOL_LINKS: 'off: no links on apps, versions and builds in a terminal that shows them',
  TOOL_API_URL: 'Another API origin; http: for a loopback host only',
  COLUMNS: "Width of tables and help in a terminal, instead of the terminal's own",
  CI: 'Never open the app',
  FORCE_COLOR: 'Colour, even in a pipe',
  BROWSER: 'Command that opens a web page',
  HTTPS_PROXY: 'Proxy for https:',
  HTTP_PROXY: 'Proxy for http:',
  NO_PROXY: 'Hosts to reach without a proxy',
};

/** Every environment variable, with the flag that wins over it. */
export function variablesOf(flags: Flags): {name: string; summary: string; flag: string | null}[] {
  const ofFlags = Object.entries(flags).flatMap(([flag, {env, summary}]) =>
    env === undefined ? [] : [{name: env, summary, flag}],
  );
  const others = Object.entries(WITHOUT_FLAG).map(([name, summary]) => ({name, summary, flag: null}));
  return [...ofFlags, ...others];
}
