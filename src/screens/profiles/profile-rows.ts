import {describe} from '../../app/present/error.ts';
import type {ActiveProfile, Profile, Validation} from '../../services/model/credential.ts';
import type {Column} from '../components/column-layout.ts';
import {placeLabel} from '../text/labels.ts';
import type {Segment} from '../text/line-content.ts';
import type {Glyphs} from '../theme.ts';

/** The result of the network check of a row, or that it is running. */
export type RowValidation = Validation | 'running';

export interface ProfileRow {
  id: string;
  profile: Profile;
  /** In force. */
  active: boolean;
  /** Another profile of its name comes first, so that this one is never used. */
  shadowed: boolean;
  validation?: RowValidation;
}

/** The same name may be stored in several places. */
export function rowId({name, storedIn, configPath}: Profile): string {
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

const IN_FORCE = 'in use, default';

function statusWords({active, shadowed, profile}: ProfileRow): string {
  if (shadowed) return 'not used: name is taken';
  if (active && profile.isDefault) return IN_FORCE;
  return active ? 'in use' : profile.isDefault ? 'default' : '';
}

function validationSegments(validation: RowValidation | undefined, glyphs: Glyphs): Segment[] {
  if (validation === undefined) return [{text: ''}];
  if (validation === 'running') return [{text: `${glyphs.ellipsis} checking`, dim: true}];
  switch (validation.outcome) {
    case 'works':
      return [{text: `${glyphs.ok} `, tone: 'good'}, {text: 'works'}];
    case 'limited':
      return [{text: `${glyphs.ok} `, tone: 'busy'}, {text: 'works (limited role)'}];
    case 'failed':
      return [{text: `${glyphs.rejected} `, tone: 'bad'}, {text: `failed: ${validation.reason}`}];
  }
}

/** The full result of the network check, for below the list; empty where the row has it all. */
export function validationDetail(validation: RowValidation | undefined): string[] {
  if (validation === undefined || validation === 'running' || validation.outcome === 'works') return [];
  if (validation.outcome === 'limited') return [validation.reason];
  const {message, details, hint} = describe(validation.error);
  return [message, ...details, ...(hint ? [hint] : [])];
}

export function profileColumns(glyphs: Glyphs): readonly Column<ProfileRow>[] {
  return [
    {title: 'Name', cell: ({profile}) => profile.name, min: 8, max: 40, importance: 5},
    {title: 'Key ID', cell: ({profile}) => [{text: profile.keyId, dim: true}], min: 10, importance: 2, cut: 'middle'},
    {title: 'Stored in', cell: ({profile}) => placeLabel(profile), min: 8, importance: 3},
    {
      title: '',
      cell: (row) => [{text: statusWords(row), tone: row.active ? 'good' : undefined}],
      min: IN_FORCE.length,
      importance: 4,
    },
    {title: 'Network', cell: ({validation}) => validationSegments(validation, glyphs), min: 14, importance: 4},
  ];
}
