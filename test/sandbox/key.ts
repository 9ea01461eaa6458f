import {createPrivateKey} from 'node:crypto';
import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import type {Credential} from '../../src/services/model/credential.ts';

/** Returns the credential in the config of an embedded sandbox. */
export async function parseKey(configDirectory: string): Promise<{credential: Credential; pem: string}> {
  const config = JSON.parse(await readFile(join(configDirectory, 'config.json'), 'utf8'));
  const [{key_id: keyId, issuer_id: issuerId, private_key_path: path}] = config.profiles;
  const pem = await readFile(path, 'utf8');
  return {credential: {keyId, issuerId, privateKey: createPrivateKey(pem)}, pem};
}
