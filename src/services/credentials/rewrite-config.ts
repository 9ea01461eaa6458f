import type {ConfigDocument} from './config-document.ts';
import {type ConfigFile, formatConfig, writeConfig} from './config-file.ts';
import type {CredentialDeps} from './deps.ts';
import type {Transaction} from './transaction.ts';

/** Replaces the content of a config file. @throws ToolError storage */
export function rewriteConfig(
  {path, bytes}: ConfigFile,
  document: ConfigDocument,
  {files}: Pick<CredentialDeps, 'files'>,
  {step}: Transaction,
): Promise<void> {
  return step(
    () => writeConfig(files, path, formatConfig(document)),
    () => (bytes ? writeConfig(files, path, bytes) : files.remove(path)),
  );
}

/** The same, where the document differs from what the file holds: none is made for nothing. @throws ToolError storage */
export async function rewriteIfChanged(...[file, document, ...rest]: Parameters<typeof rewriteConfig>): Promise<void> {
  if (JSON.stringify(document) !== JSON.stringify(file.document)) await rewriteConfig(file, document, ...rest);
}
