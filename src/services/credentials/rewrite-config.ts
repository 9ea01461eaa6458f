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
  await transaction.step(
    () => writeConfig(files, path, content),
    () => (bytes ? writeConfig(files, path, bytes) : files.remove(path)),
  );
  if (path === globalPathOf(deps)) return;
  await (await import('./trust.ts')).trustWritten(path, content, deps, transaction);
}

/** The same, where the document differs from what the file holds: none is made for nothing. @throws ToolError storage */
export async function rewriteIfChanged(...[file, document, ...rest]: Parameters<typeof rewriteConfig>): Promise<void> {
  if (JSON.stringify(document) !== JSON.stringify(file.document)) await rewriteConfig(file, document, ...rest);
}
