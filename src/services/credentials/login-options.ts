import {keyPathProblem} from '../model/clean.ts';
import type {KeyOwner} from '../model/credential.ts';
import {ToolError} from '../model/error.ts';
import type {LoginOptions} from './credentials.ts';
import {identifierProblem, profileNameProblem} from './profile-name.ts';

/** Names and IDs without the blanks around them. */
export function trimmed(options: LoginOptions): LoginOptions {
  const {name, keyId, issuerId} = options;
  return {...options, name: name.trim(), keyId: keyId.trim(), issuerId: issuerId?.trim()};
}

/** @throws ToolError usage, with a message that follows the name of the flag */
export function checkOptions({name, keyId, issuerId, individual, privateKey}: LoginOptions): KeyOwner {
  const refuse = (flag: string, problem: string | undefined) => {
    if (problem) throw new ToolError('usage', problem, {facts: {flag}});
  };
  refuse('name', profileNameProblem(name));
  refuse('key-id', identifierProblem(keyId));
  refuse('private-key', 'path' in privateKey ? keyPathProblem(privateKey.path) : undefined);
  if (individual) {
    refuse(
      'individual',
      issuerId === undefined ? undefined : 'does not go with an issuer ID: an individual key has none',
    );
    return {keyType: 'individual'};
  }
  refuse('issuer-id', identifierProblem(issuerId ?? ''));
  return {issuerId: issuerId ?? ''};
}
