import {channel} from 'node:diagnostics_channel';
import {isIP} from 'node:net';
import type {Dispatcher as AnyDispatcher, Pool} from 'undici';
import connect from 'undici/lib/api/api-connect.js';
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';
import EnvHttpProxyAgent from 'undici/lib/dispatcher/env-http-proxy-agent.js';
import UndiciPool from 'undici/lib/dispatcher/pool.js';
import {HttpFailure} from '../ports.ts';

export type HttpProxy = ReturnType<typeof createProxy>;

export function createProxy(
  {url: text, noProxy}: {url: string; noProxy: string},
  {connect: tls, ...options}: {connect: object; headersTimeout: number; bodyTimeout: number},
) {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'socks4:')
    throw new HttpFailure('proxy', false, 'of SOCKS proxies, only version 5 is supported');
  const problem = 'HTTPS_PROXY or ALL_PROXY is not the URL of a proxy';
  if (!url || !/^(?:https?|socks(?:5h?)?):$/.test(url.protocol)) throw new HttpFailure('proxy', false, problem);
  const isSocks = url.protocol.startsWith('socks');
  const address = isSocks ? text.replace(/^socks5h/i, 'socks5') : text;
  // undici's entry module, which is not loaded here, would do this.
  Object.assign(Dispatcher.prototype, {connect});
  const open = (): AnyDispatcher =>
    new EnvHttpProxyAgent({
      ...options,
      connect: tls,
      requestTls: tls,
      // undici would speak TLS with a SOCKS proxy, and would send the user name and password still percent-encoded.
      proxyTls: isSocks ? undefined : tls,
      ...(isSocks && {username: decodeURIComponent(url.username), password: decodeURIComponent(url.password)}),
      ...(isAddress(url) && {clientFactory: poolWithoutServerName}),
      // Both are set, so that undici does not read the environment variables.
      httpProxy: address,
      httpsProxy: address,
      noProxy,
    });
  try {
    return {dispatcher: open(), isProxyFailure: (error: Error) => isAtProxy(error, url), watch};
  } catch (error) {
    throw new HttpFailure('proxy', false, problem, {cause: error});
  }
}

const isAddress = ({hostname}: URL) => isIP(hostname.replace(/^\[|\]$/g, '')) > 0;

/** Creates a pool that sends no server name, because TLS does not allow an IP address as one: Node warns, Bun fails. */
function poolWithoutServerName(origin: URL, {connect: open, ...options}: Pool.Options): AnyDispatcher {
  const bare: typeof open =
    typeof open === 'function' ? (to, done) => open({...to, servername: undefined}, done) : open;
  return new UndiciPool(origin, {...options, connect: bare});
}

/** Reports a failed connection, because undici may retry it forever. Returns a function that stops watching. */
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

const DEFAULT_PORTS: Readonly<Record<string, string>> = {'http:': '80', 'https:': '443'};

/** Recognises a failure at the proxy, before anything is sent, by the error's code, or by the proxy's host or port. */
function isAtProxy(error: Error, url: URL): boolean {
  const {code = '', hostname, port} = error as NodeJS.ErrnoException & {hostname?: string; port?: number};
  if (/^UND_ERR_(?:PRX|ABORT|SOCKET|SOCKS)/.test(code)) return true;
  const isSocks = url.protocol.startsWith('socks');
  if (isSocks && code === '') return true;
  return url.hostname === hostname || String(port) === (url.port || DEFAULT_PORTS[url.protocol]);
}
