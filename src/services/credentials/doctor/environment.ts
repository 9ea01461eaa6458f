import {quoted} from '../../model/clean.ts';
import {type ChoiceInput, type CredentialChoice, chooseCredential} from '../choose-credential.ts';
import type {CredentialDeps} from '../deps.ts';
import {
  CREDENTIAL_VARIABLES,
  isComplete,
  missingVariables,
  OWNER_HINT,
  readEnvironment,
  variable,
} from '../environment.ts';
import {ID_HINT, idProblem} from '../id-problem.ts';
import {loadKey} from '../key-source.ts';
import {type Finding, fail, info, ok, warn, wordsOf} from './finding.ts';

/** The credential variables; empty when none is set. Values are never shown. */
export async function examineEnvironment(input: ChoiceInput, deps: CredentialDeps): Promise<Finding[]> {
  const set = CREDENTIAL_VARIABLES.filter((name) => variable(deps.env, name) !== undefined);
  if (deps.environmentIgnored || set.length === 0) return [];
  const fields = readEnvironment(deps.env);
  const findings = [info(`Set: ${set.join(', ')}`, 'They fill in what the profile in force lacks.')];
  const badId = idProblem(fields);
  if (badId) findings.push(fail(badId, ID_HINT));
  if (fields.key) {
    const told = (text: string) => findings.push(warn(text, 'What others have read is best revoked.'));
    findings.push(
      await loadKey(fields.key, {...deps, warn: told}).then(
        () => ok('The private key of the environment is valid'),
        (error) => fail(wordsOf(error), 'Give the path or the text of an EC P-256 private key.'),
      ),
    );
  }
  const choice = choiceOf(input);
  if (choice?.mixed) {
    const message = choice.warnings[0] ?? '';
    const hint = 'Complete the profile, or unset the variables.';
    findings.push(input.strict ? fail(`${message} (strict authentication is on)`, hint) : warn(message, hint));
  } else if (fields.problem) {
    findings.push(warn(fields.problem, OWNER_HINT));
  } else if (!isComplete(fields)) {
    findings.push(
      warn(
        `The environment is incomplete: ${missingVariables(fields)} not set`,
        'Set what is missing, or unset the rest.',
      ),
    );
  } else if (choice?.active.name !== undefined && choice.warnings.length > 0) {
    const hint = 'Log out of it, or choose another with TOOL_PROFILE, to change that.';
    findings.push(
      info(`The credentials in the environment are not used: profile ${quoted(choice.active.name)} is in force`, hint),
    );
  }
  return findings;
}

function choiceOf(input: ChoiceInput): CredentialChoice | undefined {
  try {
    return chooseCredential({...input, strict: false});
  } catch {
    return undefined;
  }
}
