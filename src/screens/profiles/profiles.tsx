import {useMemo} from 'react';
import {validationText} from '../../app/commands/auth/read.ts';
import {describe} from '../../app/present/error.ts';
import type {StatusReport} from '../../services/credentials/index.ts';
import type {UntrustedHere} from '../../services/credentials/trust.ts';
import type {ActiveProfile, Profile} from '../../services/model/credential.ts';
import {plural} from '../../services/model/values.ts';
import {wrap} from '../../services/text/width.ts';
import {ListWithDetail} from '../components/list.tsx';
import {type Column, cutText, useListState, usePlaced} from '../components/list-model.ts';
import {useDisplay, useServices, useSlow} from '../context/services.ts';
import {inKeys, type Notice, noticeOf} from '../frame/banner.ts';
import {Screen} from '../frame/screen.tsx';
import {useQuery} from '../hooks/use-query.ts';
import {shortPath, storageLabel} from '../text/labels.ts';
import {type Segment, signSegment} from '../text/lines.ts';
import type {Glyphs} from '../theme.ts';
import {
  type ProfileRow,
  type RowValidation,
  rowId,
  useProfileKeys,
  useProfileList,
  useValidations,
} from './profile-keys.ts';

export function Profiles() {
  const {session, host} = useServices();
  const {theme, size} = useDisplay();
  const load = useProfileList();
  // The storage is read separately, because an unresponsive keychain must not block the list.
  const storage = useQuery('storage', async () => (await session.credentials()).status());
  const validations = useValidations();
  const {results} = validations;
  const {data} = load;
  const {active, untrusted} = data ?? {};
  const rows = useMemo(() => profileRows(data?.profiles ?? [], data?.active, results), [data, results]);
  const list = useListState<ProfileRow>('profiles', rows, ({id}) => id);
  const row = list.selected;
  const reason = validationDetail(row?.validation);
  const {keys, task} = useProfileKeys(load, list, validations, reason);
  const slow = useSlow(validations.running);
  const error = task.error ?? validations.error;
  const columns = useMemo(() => profileColumns(theme.glyphs), [theme]);
  const said = columns.filter(({title}) => title !== NETWORK);
  const placed = usePlaced(columns, rows, size.columns);
  const cut = cutText(row, said, placed);
  const isEnvironment = active !== undefined && active.name === undefined;
  const count = plural(rows.length, 'profile');
  return (
    <Screen
      crumbs={['Profiles']}
      load={load}
      waiting={slow || task.slow || storage.slow}
      notice={error ? noticeOf(error) : untrustedNotice(untrusted)}
      sub={[
        {text: isEnvironment ? 'In use: the TOOL_ variables in the environment. ' : '', bold: true},
        {text: storageText(storage.data, session.globals.sandbox, host.home), dim: true},
      ]}
      keys={keys}
      status={rows.length === 0 ? '' : [count, cut].filter(Boolean).join(` ${theme.glyphs.dot} `)}
    >
      {(area) => (
        <ListWithDetail
          size={area}
          state={list}
          columns={placed}
          loading={load.busy}
          empty={load.error ? '' : 'No profile is stored. l logs in with an API key, i explains it step by step.'}
          detail={reason
            .flatMap((text) => wrap(text, area.columns - 6))
            .map((text, index) => [{text: `   ${text}`, dim: index > 0}])}
        />
      )}
    </Screen>
  );
}

function untrustedNotice(untrusted: UntrustedHere | undefined): Notice | undefined {
  if (!untrusted) return undefined;
  const {message, remedy} = untrusted.config;
  const keys = untrusted.content && 't shows what is in it and lets you trust it.';
  return {tone: 'busy', text: message, hint: keys ? undefined : remedy, keys};
}

function storageText(report: StatusReport | undefined, sandbox: boolean, home: string): string {
  if (!report) return '';
  if (sandbox) return 'Profiles of the sandbox: real ones are not touched.';
  if (report.keychainAvailable) return 'New profiles are stored in the system keychain.';
  const place = shortPath(report.configPath, home);
  return `New profiles go to ${place}, not to the keychain. ! says why.`;
}

function profileRows(
  profiles: readonly Profile[],
  active: ActiveProfile | undefined,
  validations: ReadonlyMap<string, RowValidation>,
): ProfileRow[] {
  return profiles.map((profile) => {
    const id = rowId(profile);
    const shadowed = profiles.find(({name}) => name === profile.name) !== profile;
    return {id, profile, shadowed, active: !shadowed && active?.name === profile.name, validation: validations.get(id)};
  });
}

const ACTIVE_DEFAULT = 'in use, default';

function statusLabel({active, shadowed, profile}: ProfileRow): string {
  if (shadowed) return 'not used: name is taken';
  if (active && profile.isDefault) return ACTIVE_DEFAULT;
  return active ? 'in use' : profile.isDefault ? 'default' : '';
}

const SIGNS = {
  works: {glyph: 'ok', tone: 'good'},
  limited: {glyph: 'ok', tone: 'busy'},
  failed: {glyph: 'rejected', tone: 'bad'},
} as const;

function validationSegments(validation: RowValidation | undefined, glyphs: Glyphs): Segment[] {
  if (!validation) return [{text: ''}];
  if (validation.outcome === 'running') return [{text: `${glyphs.ellipsis} checking`, dim: true}];
  return [signSegment(SIGNS[validation.outcome], glyphs), {text: validationText(validation)}];
}

const NETWORK = 'Network';

function profileColumns(glyphs: Glyphs): readonly Column<ProfileRow>[] {
  return [
    {title: 'Name', cell: ({profile}) => profile.name, min: 8, max: 40, importance: 5},
    {
      title: 'Key ID',
      cell: ({profile}) => [{text: profile.keyId, dim: true}],
      spoken: ({profile}) => `key ID ${profile.keyId}`,
      min: 10,
      importance: 2,
      cut: 'middle',
    },
    {title: 'Stored in', cell: ({profile}) => storageLabel(profile), min: 8, importance: 3},
    {
      title: '',
      cell: (row) => [{text: statusLabel(row), tone: row.active ? 'good' : undefined}],
      min: ACTIVE_DEFAULT.length,
      importance: 4,
    },
    {title: NETWORK, cell: ({validation}) => validationSegments(validation, glyphs), min: 14, importance: 4},
  ];
}

function validationDetail(validation: RowValidation | undefined): string[] {
  if (!validation || !('error' in validation)) return [];
  const {message, details, hint = ''} = describe(validation.error);
  return [message, ...details, hint].filter(Boolean).map(inKeys);
}
