import type {ConfigDocument} from './config-document.ts';
import {type ConfigFile, formatConfig, writeConfig} from './config-file.ts';
import type {CredentialDeps} from './deps.ts';
import {globalPathOf} from './locations.ts';
import type {Transaction} from './transaction.ts';

/** Replaces the content of a config file; what the tool wrote into a local one is trusted. @throws ToolError storage */
export async function rewriteConfig(
  {path, bytes}: ConfigFile,
  document: ConfigDocument,
  deps: CredentialDeps,
  transaction: Transaction,
): Promise<void> {
  const {files} = deps;
  const content = formatConfig(document);
  const write = () =>
    transaction.step(
      () => writeConfig(files, path, content),
      () => (bytes ? writeConfig(files, path, bytes) : files.remove(path)),
    );
  if (path === globalPathOf(deps)) await write();
  else await (await import('./trust-record.ts')).writeTrusted(path, content, write, deps, transaction);
}

/** The same, where the document differs from what the file holds: none is made for nothing. @throws ToolError storage */
export async function rewriteIfChanged(...[file, document, ...rest]: Parameters<typeof rewriteConfig>): Promise<void> {
  if (JSON.stringify(document) !== JSON.stringify(file.document)) return rewriteConfig(file, document, ...rest);
  const [deps] = rest;
  // A run may have been killed right after it had written this.
  if (file.bytes && file.path !== globalPathOf(deps)) {
    await (await import('./trust-record.ts')).trustOnly(file.path, file.bytes, deps);
  }
}
