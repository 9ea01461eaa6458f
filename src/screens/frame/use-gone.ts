import {useEffect} from 'react';
import type {StoreVersion} from '../../services/model/version.ts';
import {useServices} from '../context/services.ts';
import {GONE, type Query} from '../hooks/use-query.ts';
import {capitalized, versionLabel} from '../text/labels.ts';
import type {Notice} from './banner.ts';

/** For a version that was deleted after it was read; the screens below it are then read again. */
export function useGone(
  version: StoreVersion | undefined,
  {error}: Query<unknown>,
): {notice?: Notice; whyGone?: string} {
  const {invalidate} = useServices();
  const isGone = version !== undefined && error?.kind === 'not-found';
  useEffect(() => (isGone ? invalidate : undefined), [isGone, invalidate]);
  if (!isGone) return {};
  const text = `${capitalized(versionLabel(version))} no longer exists.`;
  return {notice: {tone: 'bad', text, keys: 'Esc goes back.'}, whyGone: GONE};
}
