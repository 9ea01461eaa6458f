import {VersionFlow} from '../flows/version-flow.tsx';
import {SubmitChecks} from './submit-checks.tsx';

/** Hands a version to review: first what is missing, each line opening what mends it, then the version string typed. */
export function Submit() {
  return (
    <VersionFlow action="submit" crumb="Submit">
      {(subject) => <SubmitChecks {...subject} />}
    </VersionFlow>
  );
}
