import {useEffect} from 'react';
import {type Action, isAction} from '../../services/model/actions.ts';
import {useEntry, useRouter} from '../context/router.ts';
import {useServices} from '../context/services.ts';

export interface ShipNews {
  action: Action;
  title: string;
  /** Set if it is not known whether the write was done. */
  isUnknown?: boolean;
  /** The revision before the write. Data of a later revision includes its change. */
  before: number;
  /** The steps as first read after the write. If they change again, the news is old. */
  steps?: string;
  isOld?: boolean;
}

const NEWS = 'news';

/** Returns a function that makes Ship show the outcome. Undefined unless this screen or the one below it is Ship. */
export function useShipNews(): ((title: string, more?: Pick<ShipNews, 'isUnknown'>) => void) | undefined {
  const front = useEntry();
  const {revision: before} = useServices();
  const below = useRouter().stack.at(-2);
  const ship = [front, below].find((entry) => entry?.screen === 'ship' || entry?.screen === 'submit');
  if (!ship) return undefined;
  const action = front === ship ? 'submit' : front.screen;
  if (!isAction(action)) return undefined;
  return (title, more) => void ship.saved.set(NEWS, {action, title, before, ...more} satisfies ShipNews);
}

/** @param steps undefined while they may have been read before the write */
export function useLastNews(steps: string | undefined): ShipNews | undefined {
  const {saved} = useEntry();
  const {revision} = useServices();
  const last = saved.get(NEWS) as ShipNews | undefined;
  const isRead = steps !== undefined && last !== undefined && revision > last.before;
  const isOld = isRead && last.steps !== undefined && last.steps !== steps;
  const news = isRead && !last.isOld ? {...last, steps: last.steps ?? steps, isOld} : last;
  useEffect(() => {
    if (news !== last && saved.get(NEWS) === last) saved.set(NEWS, news);
  });
  return news;
}
