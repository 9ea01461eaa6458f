import {type Target, whyNot} from '../../services/model/actions.ts';
import {nextStep} from '../../services/model/next-step.ts';
import {countMissing, type Readiness} from '../../services/model/readiness.ts';
import {actionTitle} from '../flows/actions.ts';
import {missingLabel} from '../text/labels.ts';

/**
 * What is to be done next: `Release 3.3.0 for iOS`. Undefined where nobody has to do anything, where it may not be done,
 * and where it is not known.
 *
 * @param readiness what is missing, as far as this run has found out
 */
export function stepWords(subject: Target, readiness: Readiness | undefined): string | undefined {
  const {version, readOnly} = subject;
  if (!version || readOnly !== undefined) return undefined;
  const step = nextStep(version, {readiness});
  switch (step.kind) {
    case 'flow':
      return whyNot(step.action, subject) === undefined ? actionTitle(step.action, subject) : undefined;
    case 'mend':
      return readiness && `${missingLabel(countMissing(readiness))}: ${step.check.message}`;
    case 'page':
      return `${step.title} on the web page`;
    case 'none':
      return undefined;
  }
}
