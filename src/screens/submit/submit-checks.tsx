import {useState} from 'react';
import {SubmitDialog} from '../checks/submit-dialog.tsx';
import {useRouter} from '../context/router.ts';
import {useAppPageKey} from '../flows/use-app-page-key.ts';
import type {VersionFlowTarget} from '../flows/version-flow.tsx';
import {Screen} from '../frame/screen.tsx';
import type {Binding} from '../input/keyboard.ts';
import {missingLabel, versionLabel} from '../text/labels.ts';
import {useLocalTime} from '../time/use-local-time.ts';
import {CheckList} from './check-list.tsx';
import {useChecks} from './use-checks.ts';

/** What review asks for, errors first. Enter opens what mends a line; `S` goes on, whatever the list says. */
export function SubmitChecks({version, app, crumbs}: VersionFlowTarget) {
  const router = useRouter();
  const time = useLocalTime();
  const [isConfirming, setConfirming] = useState(false);
  const checks = useChecks({version, app});
  const {load, missing, mendKey} = checks;
  const keys: Binding[] = [
    mendKey,
    {
      keys: ['S'],
      label: missing > 0 ? 'submit all the same' : 'submit',
      title: `Submit ${versionLabel(version)} for review${missing > 0 ? ' all the same' : ''}`,
      inPalette: true,
      unavailable: load.data ? undefined : 'the check has not ended',
      run: () => setConfirming(true),
    },
    useAppPageKey(app),
  ];
  return (
    <Screen
      crumbs={crumbs}
      load={load}
      keys={keys}
      status={load.data ? summary(missing) : ''}
      statusRight={load.at === undefined ? '' : `updated ${time.clock(load.at)}`}
      dialog={
        isConfirming ? (
          <SubmitDialog missing={missing} onCancel={() => setConfirming(false)} onLeave={router.back} />
        ) : undefined
      }
    >
      {({columns, rows}) => <CheckList checks={checks} width={columns} height={rows} />}
    </Screen>
  );
}

function summary(missing: number): string {
  return missing > 0 ? missingLabel(missing) : 'Nothing is missing that can be seen from here';
}
