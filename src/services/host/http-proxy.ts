import {channel} from 'node:diagnostics_channel';
import type {Dispatcher as AnyDispatcher} from 'undici';
import connect from 'undici/lib/api/api-connect.js';
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';
import EnvHttpProxyAgent from 'undici/lib/dispatcher/env-http-proxy-agent.js';
import {HttpFailure} from '../ports.ts';

export interface HttpProxy {
  dispatcher: AnyDispatcher;
  /** The proxy failed, not the service. */
  isProxyFailure(error: Error): boolean;
  /**
   * Reports failed connections to a URL's host, since undici retries forever when the proxy hangs up.
   * @returns how to stop
   */
  watch(url: string, onFailed: (error: Error) => void): () => void;
}

/** @throws HttpFailure `proxy` when a variable is no URL */
export function createProxy(
  {http, https, noProxy}: {http?: string; https?: string; noProxy: string},
  {connect: tls, ...options}: {connect: object},
): HttpProxy {
  const urls = [http, https].flatMap((text) => (text !== undefined && URL.canParse(text) ? [new URL(text)] : []));
  // Normally done by undici's entry module, which is not loaded here.
  Object.assign(Dispatcher.prototype, {connect});
  try {
    const dispatcher = new EnvHttpProxyAgent({
      ...options,
      connect: tls,
      requestTls: tls,
      proxyTls: tls,
      // Empty strings keep undici from reading the variables itself.
      httpProxy: http ?? '',
      httpsProxy: https ?? '',
      noProxy,
    });
    return {dispatcher, isProxyFailure: (error) => isAtProxy(error, urls), watch};
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

/** By the system error's host or port, or an error code that only tunnels have. */
function isAtProxy(error: Error, urls: readonly URL[]): boolean {
  const {code = '', hostname, port} = error as NodeJS.ErrnoException & {hostname?: string; port?: number};
  if (/^UND_ERR_(?:PRX|ABORT|SOCKET)/.test(code)) return true;
  return urls.some((url) => {
    const own = url.port || (url.protocol === 'https:' ? '443' : '80');
    return url.hostname === hostname || String(port) === own;
  });
}
