import {type Action, isAction} from '../../services/model/actions.ts';
import {type Entry, useEntry, useRouter} from '../context/router.ts';

export interface ShipNews {
  action: Action;
  title: string;
}

const NEWS = 'news';

/** Returns undefined unless Ship is below, which shows the news of a success after this screen closes by itself. */
export function useShipNews(): ((title: string) => void) | undefined {
  const front = useEntry();
  const below = useRouter().stack.at(-2);
  const ship = [front, below].find((entry) => entry?.screen === 'ship' || entry?.screen === 'submit');
  if (!ship) return undefined;
  const action = front === ship ? 'submit' : front.screen;
  if (!isAction(action)) return undefined;
  return (title) => void ship.saved.set(NEWS, {action, title} satisfies ShipNews);
}

export function shipNews({saved}: Entry): ShipNews | undefined {
  return saved.get(NEWS) as ShipNews | undefined;
}
