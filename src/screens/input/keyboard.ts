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
  /** It starts something: an Enter right after another one does not do it. */
  deliberate?: boolean;
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

/** Between the orders of two levels of layers; a rank is less. */
export const LEVEL = 100;

/** Who gets a key: the layers that are mounted, topmost first. */
export class Keyboard {
  readonly #layers = new Set<Layer>();
  readonly #listeners = new Set<() => void>();
  readonly #holds = new Set<{everything: boolean}>();

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
    for (const layer of this.#reachable()) {
      if (layer.takesText && layer.onKey?.(key)) return undefined;
      const binding = bindingOf(layer, key);
      if (binding?.unavailable !== undefined) return binding;
      if (binding?.deliberate && key.hasty) return {...binding, unavailable: TWICE};
      if (binding) {
        binding.run?.(key);
        return undefined;
      }
      if (!layer.takesText && layer.onKey?.(key)) return undefined;
    }
    return undefined;
  }
}

const TWICE = 'Enter was pressed twice, press it again';

function bindingOf(layer: Layer, {id}: KeyPress): Binding | undefined {
  return layer.bindings().find(({keys, run}) => run !== undefined && keys.includes(id));
}
