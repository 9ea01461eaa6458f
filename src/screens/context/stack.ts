import type {ScreenName} from '../../app/command.ts';
import type {Entry, Params, Router} from './router.ts';

/** The screens, and the ID that the next one gets: no entry has or had it. */
export interface Stack {
  entries: readonly Entry[];
  nextId: number;
}

export type Place = readonly [screen: ScreenName, params: Params];

/** What was open already, with further screens on it. */
export function stackOf({entries, nextId}: Stack, ...places: readonly Place[]): Stack {
  const added = places.map(([screen, params], index) => ({id: nextId + index, screen, params, saved: new Map()}));
  return {entries: [...entries, ...added], nextId: nextId + places.length};
}

export type RouterAction =
  | {type: 'push' | 'replace' | 'reset'; screen: ScreenName; params: Params}
  | {type: 'goTo'; screen: ScreenName}
  | {type: 'back'; picking?: Params['picking']}
  /** All that screens keep is dropped, but for the one in front, which asked for it. */
  | {type: 'forget'};

export function routerReducer(stack: Stack, action: RouterAction): Stack {
  const {entries, nextId} = stack;
  switch (action.type) {
    case 'push':
      return stackOf(stack, [action.screen, action.params]);
    case 'goTo': {
      const found = entries.findIndex(({screen}) => screen === action.screen);
      return found < 0 ? stackOf(stack, [action.screen, {}]) : {entries: entries.slice(0, found + 1), nextId};
    }
    case 'replace':
      return stackOf({entries: entries.slice(0, -1), nextId}, [action.screen, action.params]);
    case 'reset':
      return action.screen === 'home' ? bottom(stack) : stackOf(bottom(stack), [action.screen, action.params]);
    case 'back': {
      if (entries.length === 1) return bottom(stack);
      const below = entries
        .slice(0, -1)
        .map((entry, index) => (index < entries.length - 2 ? entry : returned(entry, action.picking)));
      return {entries: below, nextId};
    }
    case 'forget': {
      const places = entries.slice(0, -1).map(({screen, params}): Place => [screen, params]);
      const emptied = stackOf({entries: [], nextId}, ...places);
      return {...emptied, entries: [...emptied.entries, ...entries.slice(-1)]};
    }
  }
}

/** The first screen alone. One that was opened to pick something is plain from now on. */
function bottom(stack: Stack): Stack {
  const [first] = stack.entries;
  if (!first || isPlain(first)) return {...stack, entries: stack.entries.slice(0, 1)};
  return stackOf({...stack, entries: []}, [first.screen, {}]);
}

function isPlain({params}: Entry): boolean {
  return params.pickFor === undefined;
}

function returned(entry: Entry, picking: Params['picking']): Entry {
  return entry.params.picking === picking ? entry : {...entry, params: {...entry.params, picking}};
}

/** @param route takes the actions of routerReducer */
export function routerOf({entries}: Stack, route: (action: RouterAction) => void): Router {
  const [first] = entries;
  return {
    stack: entries,
    canGoBack: entries.length > 1 || (first !== undefined && !isPlain(first)),
    push: (screen, params = {}) => route({type: 'push', screen, params}),
    goTo: (screen) => route({type: 'goTo', screen}),
    replace: (screen, params = {}) => route({type: 'replace', screen, params}),
    back: () => route({type: 'back'}),
    backToPick: (picking) => route({type: 'back', picking}),
    reset: (screen, params = {}) => route({type: 'reset', screen, params}),
  };
}
