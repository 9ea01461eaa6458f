import {capitalized} from '../../services/model/values.ts';
import type {Glyphs} from '../theme.ts';

/** A key by ID (`a`, `?`, ` `, `up`, `ctrl+p`, `shift+tab`), text that was read at once (`text`), or a `paste`. */
export interface KeyPress {
  id: string;
  text?: string;
  count?: number;
  at?: number;
  frame?: number;
}

export type Shown = 'footer' | 'rest' | 'help' | 'none';

export interface Binding {
  keys: readonly string[];
  label: string;
  room?: number;
  title?: string;
  run?(key: KeyPress): void;
  unavailable?: string;
  shown?: Shown;
  group?: string;
  /** Merges repeated presses into one call with `key.count`, so that the screen keeps up with a held key. */
  repeats?: boolean;
  /**
   * A guarded key starts, confirms or ends something. It works only if the user saw it before the press, and Enter does
   * not work right after another Enter. A string distinguishes successive meanings of a key.
   */
  guarded?: boolean | string;
  /** A guarded Enter works only after its label has been visible for a moment. */
  restsFirst?: boolean;
  inPalette?: boolean;
}

/** The reason of a key that is unavailable until the state after a write has been read. The key waits for that read. */
export const STILL_READ = 'the change is still being read: press it again in a moment';

export type Refusal = Binding & {holds(): boolean};

export function paletteKey(
  key: string,
  label: string,
  title: string | undefined,
  run: () => void,
  more: Partial<Binding> = {},
): Binding {
  return {keys: [key], label, title, inPalette: true, run, ...more};
}

/** Binds Ctrl+S, which opens the review of a form or, if the form has no review, submits it. */
export function goOnKey(label: string, to: string, run: () => void, more: Partial<Binding> = {}): Binding {
  return {keys: ['ctrl+s'], label, title: `Go on to ${to}`, run, ...more};
}

export interface Layer {
  order: number;
  modal: boolean;
  takesText: boolean;
  bindings(): readonly Binding[];
  onKey?(key: KeyPress): boolean;
}

/** A second Enter within these milliseconds comes from a held key, or was meant for the previous screen. */
export const REPEAT_MS = 500;

export const LEVEL = 100;

type ShownSince = Map<Layer, Map<string, {frame: number; at: number}>>;

export class Keyboard {
  readonly #layers = new Set<Layer>();
  readonly #listeners = new Set<() => void>();
  readonly #holds = new Set<{everything: boolean; order: number}>();
  /** Counts failed reads that keys were waiting for. */
  failures = 0;
  #shownSince: ShownSince = new Map();
  #lastEnter: number | undefined;

  hold(everything: boolean, order: number): () => void {
    const hold = {everything, order};
    this.#holds.add(hold);
    return () => {
      if (this.#holds.delete(hold)) this.changed();
    };
  }

  get held(): boolean {
    return this.#holds.size > 0;
  }

  get holdsEverything(): boolean {
    // A question in front of a waiting screen still takes keys.
    const floor = this.#reachable().find((layer) => layer.modal)?.order ?? 0;
    return [...this.#holds].some(({everything, order}) => everything && floor <= order + LEVEL);
  }

  add(layer: Layer): () => void {
    this.#layers.add(layer);
    this.changed();
    return () => {
      this.#layers.delete(layer);
      this.changed();
    };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  changed(): void {
    for (const listener of this.#listeners) listener();
  }

  #reachable(order = Number.POSITIVE_INFINITY): Layer[] {
    const below = [...this.#layers].filter((layer) => layer.order < order);
    const sorted = below.reverse().sort((a, b) => b.order - a.order);
    const floor = sorted.find((layer) => layer.modal)?.order;
    return sorted.filter((layer) => floor === undefined || layer.order >= floor);
  }

  takesText(below?: number): boolean {
    return this.#reachable(below && LEVEL * below).some((layer) => layer.takesText);
  }

  bindings(below?: number): Binding[] {
    const taken = new Set<string>();
    return this.#reachable(below && LEVEL * below).flatMap((layer) => {
      const bindings = layer.bindings().filter(({keys}) => !keys.every((key) => taken.has(key)));
      for (const {keys} of bindings) for (const key of keys) taken.add(key);
      return bindings;
    });
  }

  drawn(frame: number, at = 0): void {
    const shownSince: ShownSince = new Map();
    for (const layer of this.#reachable()) {
      const before = this.#shownSince.get(layer);
      const names = layer
        .bindings()
        .filter(({guarded}) => guarded)
        .map(nameOf);
      if (names.length > 0)
        shownSince.set(layer, new Map(names.map((name) => [name, before?.get(name) ?? {frame, at}])));
    }
    this.#shownSince = shownSince;
  }

  #whyNot(layer: Layer, binding: Binding, {id, frame = 0, at = 0}: KeyPress, isRepeated: boolean): string | undefined {
    if (!binding.guarded) return undefined;
    if (isRepeated) return TWICE;
    const first = this.#shownSince.get(layer)?.get(nameOf(binding));
    if (first === undefined || frame < first.frame) return UNSEEN;
    return binding.restsFirst && id === 'enter' && at - first.at < REPEAT_MS ? TOO_SOON : undefined;
  }

  #isRepeated({id, at = 0}: KeyPress): boolean {
    const last = this.#lastEnter;
    this.#lastEnter = id === 'enter' ? at : undefined;
    return id === 'enter' && last !== undefined && at - last < REPEAT_MS;
  }

  bindingOf(key: KeyPress): Binding | undefined {
    for (const layer of this.#reachable()) {
      const binding = bindingOf(layer, key);
      if (layer.takesText || binding) return binding;
    }
    return undefined;
  }

  dispatch(key: KeyPress): Refusal | 'unbound' | undefined {
    const isRepeated = this.#isRepeated(key);
    for (const layer of this.#reachable()) {
      if (layer.takesText && layer.onKey?.(key)) return undefined;
      const binding = bindingOf(layer, key);
      if (binding) {
        const unavailable = binding.unavailable ?? this.#whyNot(layer, binding, key, isRepeated);
        if (unavailable === undefined) binding.run?.(key);
        else return {...binding, unavailable, holds: () => this.#isStill(binding, layer, key)};
        return undefined;
      }
      if (!layer.takesText && layer.onKey?.(key)) return undefined;
    }
    return 'unbound';
  }

  #isStill({unavailable, guarded}: Binding, layer: Layer, key: KeyPress): boolean {
    const first = this.#reachable().find((one) => bindingOf(one, key));
    const now = first === layer ? bindingOf(layer, key) : undefined;
    return now !== undefined && now.unavailable === unavailable && now.guarded === guarded;
  }
}

const TWICE = 'ignored a repeated Enter; press it again';
const TOO_SOON = 'ignored an Enter pressed too soon; press it again';
const UNSEEN = 'pressed before this was shown; press it again';

function nameOf({keys, guarded}: Binding): string {
  return `${keys.join(' ')} ${guarded}`;
}

function bindingOf(layer: Layer, {id}: KeyPress): Binding | undefined {
  return layer.bindings().find(({keys, run}) => run !== undefined && keys.includes(id));
}

/** Removes letters, because a text field takes them as text. */
export function withoutLetters(binding: Binding): Binding[] {
  const keys = binding.keys.filter((key) => key.length > 1);
  return keys.length > 0 ? [{...binding, keys}] : [];
}

const NAMES: Readonly<Record<string, string>> = {pageup: 'PgUp', pagedown: 'PgDn', ' ': 'Space'};

export const ACROSS = 'left right';

export function keyName(id: string, glyphs: Glyphs): string {
  if (id === 'enter') return glyphs.enter;
  if (id === ACROSS) return glyphs.arrowsAcross;
  if (id.length === 1) return NAMES[id] ?? id;
  return id
    .split('+')
    .map((part) => NAMES[part] ?? capitalized(part))
    .join('+');
}

export function titleOf({title, label}: Binding): string {
  return title ?? capitalized(label);
}
