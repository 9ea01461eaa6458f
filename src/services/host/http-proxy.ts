import {channel} from 'node:diagnostics_channel';
import type {Dispatcher as AnyDispatcher} from 'undici';
import connect from 'undici/lib/api/api-connect.js';
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';
import EnvHttpProxyAgent from 'undici/lib/dispatcher/env-http-proxy-agent.js';
import {HttpFailure} from '../ports.ts';

/** A way through the proxy that the environment names; NO_PROXY is the dispatcher's own affair. */
export interface HttpProxy {
  dispatcher: AnyDispatcher;
  /** Whether an error came about at the proxy, not at the service. */
  isToBlame(error: Error): boolean;
  /**
   * Tells of connections to a URL's host that could not be made, which the library tries for ever when the proxy hangs
   * up. @returns how to stop
   */
  watch(url: string, onFailed: (error: Error) => void): () => void;
}

/** Loads what a proxy needs. @throws HttpFailure `proxy` when a variable is no URL */
export function createProxy(
  {http, https, noProxy}: {http?: string; https?: string; noProxy: string},
  {connect: tls, ...options}: {connect: object},
): HttpProxy {
  const urls = [http, https].flatMap((text) => (text !== undefined && URL.canParse(text) ? [new URL(text)] : []));
  // The package's own entry, which is not loaded, gives dispatchers this method: proxies are asked with it.
  Object.assign(Dispatcher.prototype, {connect});
  try {
    const dispatcher = new EnvHttpProxyAgent({
      ...options,
      connect: tls,
      requestTls: tls,
      proxyTls: tls,
      // Empty, so that the library does not read the variables again.
      httpProxy: http ?? '',
      httpsProxy: https ?? '',
      noProxy,
    });
    return {dispatcher, isToBlame: (error) => isAtProxy(error, urls), watch};
  } catch (error) {
    throw new HttpFailure('proxy', false, 'HTTPS_PROXY or HTTP_PROXY is not the URL of a proxy', {cause: error});
  }
}

function watch(url: string, onFailed: (error: Error) => void): () => void {
  const {host} = new URL(url);
  const listener = (message: unknown) => {
    const {error, connectParams} = message as {error: Error; connectParams: {host: string}};
    if (connectParams.host === host) onFailed(error);
  };
  const failed = channel('undici:client:connectError');
  failed.subscribe(listener);
  return () => failed.unsubscribe(listener);
}

/** By the host or port of a system error, or as one of the library's own that only a tunnel has. */
function isAtProxy(error: Error, urls: readonly URL[]): boolean {
  const {code = '', hostname, port} = error as NodeJS.ErrnoException & {hostname?: string; port?: number};
  if (/^UND_ERR_(?:PRX|ABORT|SOCKET)/.test(code)) return true;
  return urls.some((url) => url.hostname === hostname || (port !== undefined && String(port) === portOf(url)));
}

function portOf(url: URL): string {
  return url.port || (url.protocol === 'https:' ? '443' : '80');
}
