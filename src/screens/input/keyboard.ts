import type {KeyPress} from './key-press.ts';

/** Where a binding is named: the footer has the most useful ones, help all of them but `none`. */
export type Shown = 'footer' | 'help' | 'none';

/**
 * One thing a key does. The footer, the help and the palette are made from these alone, so a key that works is a key
 * that is explained.
 */
export interface Binding {
  /** Key ids that do it, the first one shown; see Key. */
  keys: readonly string[];
  /** A word or two for the footer: `refresh`. */
  label: string;
  /** A line for help and palette: `Refresh from the store`. The label with a capital when absent. */
  title?: string;
  /** Absent where the key is taken before it comes here: then it is only named, in footer and help. */
  run?(key: KeyPress): void;
  /** Why it cannot be done now, e.g. `only while it is editable`: the key then says so, and help and palette show it. */
  unavailable?: string;
  /** `footer` unless told. */
  shown?: Shown;
  /** Heading in help; `This screen` unless told. */
  group?: string;
  /** Presses in a row are one call with `key.count`: a held key does not lag behind. */
  repeats?: boolean;
  /**
   * It starts, answers or ends something. Only a key does it that was pressed while it stood on the screen, and no Enter
   * right after another one. A text says what it is about where one key is about different things in turn.
   */
  guarded?: boolean | string;
  /** Listed in the palette too. */
  inPalette?: boolean;
}

/** What gets keys. Higher `order` goes first; a modal layer keeps keys from those below. */
export interface Layer {
  order: number;
  modal: boolean;
  /** Runs of text and pastes are for this layer; else runs are spelt and pastes dropped. */
  takesText: boolean;
  bindings(): readonly Binding[];
  /** Keys that are not bindings, e.g. text. @returns whether it was taken */
  onKey?(key: KeyPress): boolean;
}

/** An Enter that follows another this soon is a held key, or a finger that was faster than the screen. */
export const HASTE_MS = 500;

/** Between the orders of two levels of layers; a rank is less. */
export const LEVEL = 100;

/** Who gets a key: the layers that are mounted, topmost first. */
export class Keyboard {
  readonly #layers = new Set<Layer>();
  readonly #listeners = new Set<() => void>();
  readonly #holds = new Set<{everything: boolean}>();
  /** The guarded bindings that can be reached, each with the frame since which it has stood on the screen. */
  #standing = new Map<Layer, Map<string, number>>();
  /** When the last key came, if that was an Enter. */
  #lastEnter: number | undefined;

  /**
   * Keys wait, e.g. for the rows that they are about; `everything` that is typed, where what it means is about to be
   * decided. @returns how to let them go on
   */
  hold(everything = false): () => void {
    const hold = {everything};
    this.#holds.add(hold);
    return () => {
      if (this.#holds.delete(hold)) this.#changed();
    };
  }

  get held(): boolean {
    return this.#holds.size > 0;
  }

  get holdsEverything(): boolean {
    return [...this.#holds].some(({everything}) => everything);
  }

  add(layer: Layer): () => void {
    this.#layers.add(layer);
    this.#changed();
    return () => {
      this.#layers.delete(layer);
      this.#changed();
    };
  }

  /** For useSyncExternalStore: told when layers come and go, and when a hold is over. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }

  /** From the topmost layer, or the one below `order`, down to the first modal one. */
  #reachable(order = Number.POSITIVE_INFINITY): Layer[] {
    const below = [...this.#layers].filter((layer) => layer.order < order);
    const sorted = below.reverse().sort((a, b) => b.order - a.order);
    const floor = sorted.find((layer) => layer.modal)?.order;
    return sorted.filter((layer) => floor === undefined || layer.order >= floor);
  }

  takesText(): boolean {
    return this.#reachable().some((layer) => layer.takesText);
  }

  /**
   * What works now, topmost layer first; a key that an upper layer took is not listed again below it.
   * @param below only what works below the layers of this level
   */
  bindings(below?: number): Binding[] {
    const taken = new Set<string>();
    return this.#reachable(below && LEVEL * below).flatMap((layer) => {
      const own = layer.bindings().filter(({keys}) => !keys.every((key) => taken.has(key)));
      for (const {keys} of own) for (const key of keys) taken.add(key);
      return own;
    });
  }

  /** A frame is on the screen: what can be reached now has stood there since then, or since an earlier one. */
  drawn(frame: number): void {
    const standing = new Map<Layer, Map<string, number>>();
    for (const layer of this.#reachable()) {
      const before = this.#standing.get(layer);
      const names = layer.bindings().filter(isGuarded).map(nameOf);
      if (names.length > 0) standing.set(layer, new Map(names.map((name) => [name, before?.get(name) ?? frame])));
    }
    this.#standing = standing;
  }

  /** Why a key does not do what is to be done deliberately, or undefined. */
  #whyNotMeant(layer: Layer, binding: Binding, {frame = 0}: KeyPress, isHasty: boolean): string | undefined {
    if (!isGuarded(binding)) return undefined;
    if (isHasty) return TWICE;
    const since = this.#standing.get(layer)?.get(nameOf(binding));
    return since === undefined || frame < since ? UNSEEN : undefined;
  }

  #isHasty({id, at = 0}: KeyPress): boolean {
    const last = this.#lastEnter;
    this.#lastEnter = id === 'enter' ? at : undefined;
    return id === 'enter' && last !== undefined && at - last < HASTE_MS;
  }

  /** Whether presses of this key in a row are one call. */
  repeats(key: KeyPress): boolean {
    for (const layer of this.#reachable()) {
      const binding = bindingOf(layer, key);
      if (layer.takesText || binding) return binding?.repeats ?? false;
    }
    return false;
  }

  /** Does what the key does. @returns the binding that was asked for and is not available now */
  dispatch(key: KeyPress): Binding | undefined {
    const isHasty = this.#isHasty(key);
    for (const layer of this.#reachable()) {
      if (layer.takesText && layer.onKey?.(key)) return undefined;
      const binding = bindingOf(layer, key);
      if (binding?.unavailable !== undefined) return binding;
      if (binding) {
        const unavailable = this.#whyNotMeant(layer, binding, key, isHasty);
        if (unavailable !== undefined) return {...binding, unavailable};
        binding.run?.(key);
        return undefined;
      }
      if (!layer.takesText && layer.onKey?.(key)) return undefined;
    }
    return undefined;
  }
}

const TWICE = 'Enter was pressed twice, press it again';
const UNSEEN = 'pressed before this was shown, press it again';

function isGuarded({guarded = false}: Binding): boolean {
  return guarded !== false;
}

function nameOf({keys, guarded}: Binding): string {
  return `${keys.join(' ')} ${guarded}`;
}

function bindingOf(layer: Layer, {id}: KeyPress): Binding | undefined {
  return layer.bindings().find(({keys, run}) => run !== undefined && keys.includes(id));
}
