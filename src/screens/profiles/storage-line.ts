import type {StatusReport} from '../../services/credentials/credentials.ts';
import type {ActiveProfile} from '../../services/model/credential.ts';
import type {Segment} from '../text/line-content.ts';
import {shortPath} from '../text/path.ts';

interface Surroundings {
  sandbox: boolean;
  home: string;
}

/** Where profiles are kept, and what else is in force: one line above the list. */
export function storageLine(
  report: StatusReport | undefined,
  active: ActiveProfile | undefined,
  {sandbox, home}: Surroundings,
): readonly Segment[] {
  const inForce: Segment[] =
    active && active.name === undefined ? [{text: 'In use: the TOOL_ variables of the environment. ', bold: true}] : [];
  return [...inForce, {text: storageWords(report, sandbox, home), dim: true}];
}

function storageWords(report: StatusReport | undefined, sandbox: boolean, home: string): string {
  if (!report) return '';
  if (sandbox) return 'The sandbox has profiles of its own; real ones are not touched.';
  if (report.keychainAvailable) return 'New profiles go to the system keychain.';
  const place = shortPath(report.configPath, home);
  const unreadable = report.profiles.some(({storedIn}) => storedIn === 'keychain');
  return unreadable
    ? `The keychain cannot be used now: its profiles wait, new ones go to ${place}. ! says why.`
    : `New profiles go to ${place}; the system keychain is not used. ! says why.`;
}
