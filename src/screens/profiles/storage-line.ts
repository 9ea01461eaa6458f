import type {StatusReport} from '../../services/credentials/credentials.ts';
import type {ActiveProfile} from '../../services/model/credential.ts';
import {shortPath} from '../text/labels.ts';
import type {Segment} from '../text/line-content.ts';

interface StorageContext {
  sandbox: boolean;
  home: string;
}

/** Where profiles are stored, and whether the environment overrides them: one line above the list. */
export function storageLine(
  report: StatusReport | undefined,
  active: ActiveProfile | undefined,
  {sandbox, home}: StorageContext,
): readonly Segment[] {
  const inForce: Segment[] =
    active && active.name === undefined ? [{text: 'In use: the TOOL_ variables in the environment. ', bold: true}] : [];
  return [...inForce, {text: storageWords(report, sandbox, home), dim: true}];
}

function storageWords(report: StatusReport | undefined, sandbox: boolean, home: string): string {
  if (!report) return '';
  if (sandbox) return 'The sandbox has its own profiles; real ones are not touched.';
  if (report.keychainAvailable) return 'New profiles are stored in the system keychain.';
  const place = shortPath(report.configPath, home);
  const unreadable = report.profiles.some(({storedIn}) => storedIn === 'keychain');
  return unreadable
    ? `No keychain: new profiles go to ${place}. ! says why.`
    : `New profiles go to ${place}, not to the keychain. ! says why.`;
}
