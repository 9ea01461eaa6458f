import {formatReference, parseReference} from '../services/model/reference.ts';
import {appOf} from './app-flag.ts';
import {type Flag, type FlagOptions, parseId, type Required, refuse, valueFlag} from './flags.ts';

/** A version: its ID, or a reference, whose app TOOL_APP_ID supplies where it is left out. */
export function versionRef<const O extends FlagOptions>(options: O): Flag<Required<string, O>> {
  return valueFlag(
    options,
    (value, env) => {
      const text = value.trim();
      const reference = parseReference(text.startsWith('@') ? `${appOf(env) ?? ''}${text}` : text);
      if (!reference) return parseId(value);
      return 'problem' in reference ? refuse(reference.problem) : formatReference(reference);
    },
    {placeholder: 'VERSION', completes: 'version'},
  );
}
