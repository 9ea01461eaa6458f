import {formatReference, parseReference} from '../../services/model/reference.ts';
import type {Env} from '../../services/ports.ts';
import {type FlagOptions, id, parseId, refuse, valueFlag} from './flags.ts';

const APP_VARIABLE = 'TOOL_APP_ID';

/** An app ID or a bundle ID; defaults to TOOL_APP_ID. */
export function appFlag<const O extends Partial<FlagOptions>>(options: O) {
  return id({summary: 'App ID or bundle ID', ...options, placeholder: 'APP', completes: 'app', env: APP_VARIABLE});
}

export function appOf(env: Env | undefined): string | undefined {
  return env?.[APP_VARIABLE]?.trim() || undefined;
}

/** A version ID or a reference, whose app defaults to TOOL_APP_ID. */
export function versionRef<const O extends FlagOptions>(options: O) {
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
