import {VersionFlow} from '../flows/version-flow.tsx';
import {UpdateForm} from './update-form.tsx';

/** Changes to a version: fields with its values as they are, old → new, result. Only what was changed is sent. */
export function Update() {
  return (
    <VersionFlow action="update" crumb="Update">
      {(subject) => <UpdateForm {...subject} />}
    </VersionFlow>
  );
}
