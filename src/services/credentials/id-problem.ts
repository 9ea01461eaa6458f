import type {KeyOwner} from '../model/credential.ts';
import type {Field} from './field.ts';
import {identifierProblem} from './profile-name.ts';

/**
 * Why an ID that was found cannot be one, e.g. because a private key stands in its variable: a token would carry it to
 * the service. Says where it came from, and nothing of it.
 */
export function idProblem({keyId, owner}: {keyId?: Field<string>; owner?: Field<KeyOwner>}): string | undefined {
  const ids = [
    {title: 'key ID', value: keyId?.value, source: keyId?.source},
    {title: 'issuer ID', value: owner?.value.issuerId, source: owner?.source},
  ];
  for (const {title, value, source} of ids) {
    const problem = value === undefined ? undefined : identifierProblem(value);
    if (problem) return `The ${title} from ${source} ${problem}`;
  }
  return undefined;
}

/** What to do about it. */
export const ID_HINT = 'Both IDs are listed on the page of the API keys.';
