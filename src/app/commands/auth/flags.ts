import {keyPathProblem} from '../../../services/model/clean.ts';
import {identifierProblem, profileNameProblem} from '../../../services/model/credential.ts';
import {checkedText} from '../../flags/flags.ts';

export const newProfileName = checkedText(profileNameProblem, {
  summary: 'Name for the profile',
  placeholder: 'NAME',
  required: true,
});

export const keyId = checkedText(identifierProblem, {
  summary: 'Key ID of the API key',
  placeholder: 'ID',
  required: true,
});

export const issuerId = checkedText(identifierProblem, {
  summary: 'Issuer ID of a team key, shown above the list of keys',
  placeholder: 'ID',
  unless: 'individual',
});

export const privateKeyPath = checkedText(keyPathProblem, {
  summary: 'Path to the private key file (.p8)',
  placeholder: 'PATH',
  completes: 'file',
  required: true,
});
