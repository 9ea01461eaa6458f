import {useMemo} from 'react';
import {validationText} from '../../app/present/auth.ts';
import {describe} from '../../app/present/error.ts';
import {validateProfile} from '../../app/session/login.ts';
import type {ActiveProfile, Profile, Validation} from '../../services/model/credential.ts';
import type {Column} from '../components/list-model.ts';
import {useServices} from '../context/services.ts';
import {useParts} from '../hooks/use-parts.ts';
import {placeLabel} from '../text/labels.ts';
import type {Segment} from '../text/line-content.ts';
import type {Glyphs} from '../theme.ts';

type RowValidation = Validation | {outcome: 'running'};

export interface ProfileRow {
  id: string;
  profile: Profile;
  active: boolean;
  /** Never used: another profile of this name takes precedence. */
  shadowed: boolean;
  validation?: RowValidation;
}

function rowId({name, storedIn, configPath}: Profile): string {
  return JSON.stringify([name, storedIn, configPath]);
}

export function profileRows(
  profiles: readonly Profile[],
  active: ActiveProfile | undefined,
  validations: ReadonlyMap<string, RowValidation>,
): ProfileRow[] {
  return profiles.map((profile) => {
    const id = rowId(profile);
    const shadowed = profiles.find(({name}) => name === profile.name) !== profile;
    const isActive = !shadowed && active?.name === profile.name;
    return {id, profile, shadowed, active: isActive, validation: validations.get(id)};
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
  const {glyph, tone} = SIGNS[validation.outcome];
  return [{text: `${glyphs[glyph]} `, tone}, {text: validationText(validation)}];
}

export function validationDetail(validation: RowValidation | undefined): string[] {
  if (!validation || !('error' in validation)) return [];
  const {message, details, hint} = describe(validation.error);
  return [message, ...details, ...(hint ? [hint] : [])];
}

export const NETWORK = 'Network';

export function profileColumns(glyphs: Glyphs): readonly Column<ProfileRow>[] {
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
    {title: 'Stored in', cell: ({profile}) => placeLabel(profile), min: 8, importance: 3},
    {
      title: '',
      cell: (row) => [{text: statusLabel(row), tone: row.active ? 'good' : undefined}],
      min: ACTIVE_DEFAULT.length,
      importance: 4,
    },
    {title: NETWORK, cell: ({validation}) => validationSegments(validation, glyphs), min: 14, importance: 4},
  ];
}

export type Validations = ReturnType<typeof useValidations>;

export function useValidations() {
  const {session} = useServices();
  const {parts, running, error, start, stop} = useParts<[id: string, result: RowValidation]>();
  const results = useMemo(
    () => new Map(parts.filter(([, {outcome}]) => running || outcome !== 'running')),
    [parts, running],
  );
  return {
    results,
    running,
    error,
    stop,
    /** Sequential: a keychain may prompt for each secret. */
    validate: (profiles: readonly Profile[]) =>
      start(async function* (signal) {
        for (const profile of profiles) {
          if (signal.aborted) return;
          yield [rowId(profile), {outcome: 'running'}];
          yield [rowId(profile), await validateProfile(profile, session, signal)];
        }
      }),
  };
}
