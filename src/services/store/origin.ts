import {cleanText, quoted} from '../model/clean.ts';
import {ToolError} from '../model/error.ts';
import {isLoopback} from '../model/values.ts';
import {DEFAULT_ORIGIN} from './wire.ts';

/** `https:`, or `http:` for a loopback host; only scheme, host and port. @throws ToolError usage */
export function parseApiUrl(text: string | undefined): string {
  if (!text) return DEFAULT_ORIGIN;
  const refuse = (why: string): never => {
    throw new ToolError('usage', `TOOL_API_URL ${why}`, {
      hint: `Give an origin such as ${DEFAULT_ORIGIN}, or unset it.`,
    });
  };
  const url = parseStrictly(text);
  if (!url) return refuse(`is not a URL: ${text.includes('@') ? 'it has a user name in it' : quoted(text)}`);
  if (hasUserInfo(text)) return refuse('must not hold a user name or password');
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) return refuse('may use http: only for a loopback host');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return refuse('must be an https: URL');
  if (url.pathname !== '/' || url.search || url.hash) return refuse('must be an origin: no path, query or fragment');
  return url.origin;
}

/** `new URL` also resolves `https:\\host`, `https:host` and blanks, to somewhere else: those are refused. */
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
  if (hasUserInfo(link)) return {problem: 'must not hold a user name or password'};
  if (url.origin !== origin) return {problem: `leads to ${cleanText(url.origin)}, not to ${origin}`};
  if (link.includes('#')) return {problem: 'must not have a fragment'};
  const written = link.slice(link.indexOf('/', url.protocol.length + 2)).split('?')[0] ?? '';
  const isPage = typeof path === 'string' ? url.pathname === path : path.test(url.pathname);
  if (written !== url.pathname || !isPage) return {problem: 'does not lead to a page of this collection'};
  return {url: url.href};
}
