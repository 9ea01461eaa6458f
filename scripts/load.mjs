// How a bundle is run: as a script, since Node 20 keeps the compiled form of scripts and not of modules.
import {readFileSync} from 'node:fs';
import {pathToFileURL} from 'node:url';
import {Script} from 'node:vm';

/** Where the compiled form of a bundle is kept: it serves the very Node that made it. */
export function cachePath(bundle) {
  return `${bundle}.${process.version}-${process.platform}-${process.arch}.cache`;
}

/**
 * Compiles a bundle, or takes its compiled form where there is one that V8 accepts.
 * @returns {{script: Script, start(): Promise<void>}}
 */
export function load(bundle, cachedData) {
  const {href} = pathToFileURL(bundle);
  const script = new Script(readFileSync(bundle, 'latin1'), {filename: href, cachedData});
  return {script, start: () => script.runInThisContext()(process.getBuiltinModule, href)};
}
