import {TYPE} from '../../store/wire.ts';
import {derivedId, sampleId} from '../records/ids.ts';
import type {AppRecord} from '../records/shapes.ts';

/** An app info is what is in the store, or what the next version brings. */
export type InfoKind = 'live' | 'next';

export const appInfoId = ({id}: AppRecord, kind: InfoKind): string => sampleId(TYPE.appInfo, id, kind);

export const ageRatingId = (appInfo: string): string => derivedId(TYPE.ageRating, appInfo);
