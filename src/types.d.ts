/** The tool's version, set by the bundler; undefined when the sources run unbundled. */
declare const TOOL_VERSION: string | undefined;

/** The argument that turns the executable into its own keychain helper; undefined in the Node form. */
declare const TOOL_KEYCHAIN_HELPER: string | undefined;

declare const TOOL_BUNDLES: {app: string; scripted: string; mcp: string};

declare const TOOL_COMPILED: Record<string, string>;

declare module 'undici/lib/dispatcher/client.js' {
  export {Client as default} from 'undici';
}

declare module 'undici/lib/core/connect.js' {
  import type {Socket} from 'node:net';
  import type {buildConnector} from 'undici';

  /** The published type lacks the `socket` parameter. */
  export default function connector(
    options: buildConnector.BuildOptions,
  ): (...given: Parameters<buildConnector.connector>) => Socket;
}

declare module 'undici/lib/dispatcher/env-http-proxy-agent.js' {
  export {EnvHttpProxyAgent as default} from 'undici';
}

declare module 'undici/lib/dispatcher/pool.js' {
  export {Pool as default} from 'undici';
}

declare module 'undici/lib/dispatcher/dispatcher.js' {
  export {Dispatcher as default} from 'undici';
}

declare module 'undici/lib/api/api-connect.js' {
  import type {Dispatcher} from 'undici';

  const connect: Dispatcher['connect'];
  export default connect;
}

declare module '*.bash' {
  const text: string;
  export default text;
}
declare module '*.fish' {
  const text: string;
  export default text;
}
declare module '*.zsh' {
  const text: string;
  export default text;
}
