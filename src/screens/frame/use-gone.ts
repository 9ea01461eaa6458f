import {useEffect} from 'react';
import type {StoreVersion} from '../../services/model/version.ts';
import {useServices} from '../context/services.ts';
import {GONE, type Query} from '../hooks/use-query.ts';
import {capitalized, versionLabel} from '../text/labels.ts';
import type {Notice} from './banner.ts';

/**
 * Handles a version that was deleted after it was read: says why nothing can be done, and reads the screens below
 * again.
 */
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
