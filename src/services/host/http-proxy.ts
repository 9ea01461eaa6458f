import type {Dispatcher} from 'undici';
import type {Env} from '../ports.ts';

/** A way through the proxy that the environment names; NO_PROXY is the dispatcher's own affair. */
export interface HttpProxy {
  dispatcher: Dispatcher;
  /** Whether an error came about at the proxy, not at the service. */
  isToBlame(error: Error): boolean;
  /**
   * Tells of connections to a URL's host that could not be made, which the library tries for ever when the proxy hangs
   * up. @returns how to stop
   */
  watch(url: string, onFailed: (error: Error) => void): () => void;
}

/** The proxies that the environment names, small letters first, as curl reads them; a missing scheme is `http:`. */
export function proxyVariables(env: Env): {http?: string; https?: string} {
  const read = (...names: string[]) => {
    const value = names.map((name) => env[name]?.trim()).find(Boolean);
    return value && !value.includes('://') ? `http://${value}` : value;
  };
  const http = read('http_proxy', 'HTTP_PROXY');
  return {http, https: read('https_proxy', 'HTTPS_PROXY') ?? http};
}

export function hasProxy(env: Env): boolean {
  return proxyVariables(env).https !== undefined;
}
