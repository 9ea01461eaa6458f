import {useRef, useState} from 'react';
import {keyGoesOn, looksLikeKey} from '../../services/model/clean.ts';
import {RANK} from '../input/rank.ts';
import {useKeys} from '../input/use-keys.tsx';

interface KeyGuard {
  /** Whether a text that the field would hold is refused. */
  refuses(text: string): boolean;
  /** What the field says in place of its text, until the next key. */
  note?: string;
}

/**
 * Keeps a private key out of a field that shows what it is given. Where a terminal does not mark pastes, a key arrives
 * line by line, each with an Enter: all of it is left out, up to its END line or a key that is no text.
 */
export function useKeyGuard(active: boolean): KeyGuard {
  const [refused, setRefused] = useState(false);
  /** The key so far, line by line. */
  const arriving = useRef('');
  useKeys([], {
    active,
    rank: RANK.paste,
    takesText: true,
    onKey({id, text}) {
      const before = arriving.current;
      const added = id === 'enter' ? '\n' : text;
      const isPart = before !== '' && added !== undefined && (keyGoesOn(before) || id === 'enter');
      // The line break behind its last line is the last that is left out.
      arriving.current = isPart && keyGoesOn(before) ? before + added : '';
      setRefused(isPart);
      return isPart;
    },
  });
  return {
    refuses(text) {
      if (!looksLikeKey(text)) return false;
      arriving.current = keyGoesOn(text) ? text : '';
      setRefused(true);
      return true;
    },
    note: refused ? 'A private key was left out' : undefined,
  };
}
