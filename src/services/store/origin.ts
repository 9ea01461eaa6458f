import {cleanText} from '../model/clean.ts';
import {ToolError} from '../model/error.ts';
import {isLoopback} from '../model/values.ts';
import {DEFAULT_ORIGIN} from './wire.ts';

/** Accepts `https:`, or `http:` for a loopback host, without a path or a query. @throws ToolError usage */
export function parseApiUrl(text: string | undefined): string {
  if (!text) return DEFAULT_ORIGIN;
  const url = parseStrictly(text);
  const isSecure = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  if (url && isSecure && url.pathname === '/' && !url.search && !url.hash && !hasUserInfo(text)) return url.origin;
  const rule = 'must be an https: origin, or http: on a loopback host, without user name, path or query';
  throw new ToolError('usage', `TOOL_API_URL ${rule}`, {hint: `For example ${DEFAULT_ORIGIN}; or unset it.`});
}

/** Refuses `https:\\host`, `https:host` and addresses with spaces, which `new URL` would change into valid ones. */
function parseStrictly(text: string): URL | undefined {
  if (!/^[a-z][a-z0-9+.-]*:\/\/[^/\\?#\s]/i.test(text) || /[\\\s\u0000-\u001f\u007f]/.test(text)) return undefined;
  return URL.canParse(text) ? new URL(text) : undefined;
}

function hasUserInfo(url: string): boolean {
  return /^[^/]*\/\/[^/?#]*@/.test(url);
}

export function checkNextLink(link: string, origin: string, path: RegExp | string): {url: string} | {problem: string} {
  const url = parseStrictly(link);
  if (!url) return {problem: 'is not an absolute URL'};
  if (url.origin !== origin) return {problem: `leads to ${cleanText(url.origin)}, not to ${origin}`};
  const written = link.slice(link.indexOf('/', url.protocol.length + 2)).split('?')[0] ?? '';
  const isPage = typeof path === 'string' ? url.pathname === path : path.test(url.pathname);
  if (written !== url.pathname || !isPage || hasUserInfo(link) || link.includes('#'))
    return {problem: 'does not lead to a page of this collection'};
  return {url: url.href};
}
