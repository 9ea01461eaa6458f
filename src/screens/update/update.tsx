import {VersionFlow} from '../flows/version-flow.tsx';
import {UpdateForm} from './update-form.tsx';

/** Changes to a version: fields with the current values, old → new, result. Only changed values are sent. */
export function Update() {
  return (
    <VersionFlow action="update" crumb="Update">
      {(subject) => <UpdateForm {...subject} />}
    </VersionFlow>
  );
}
