import {authLogin} from '../../app/commands/auth/login.ts';
import type {Flag} from '../../app/flags/flags.ts';
import type {PastedKey} from '../../app/use-cases/pasted-key.ts';
import {ToolError} from '../../services/model/error.ts';
import type {FormField, Values} from '../form/form-state.ts';

/** The name of the field that takes a path or the key itself. */
export const KEY_FIELD = 'private-key';

interface FieldOptions {
  /** Asks also where to store the key and whether to check it first. */
  withChoices: boolean;
  sandbox: boolean;
  pasted: PastedKey | undefined;
}

/** The fields for the flags of `auth login`. */
export function loginFields(values: Values, {withChoices, sandbox, pasted}: FieldOptions): FormField[] {
  const {flags} = authLogin;
  const isOn = (name: string) => values[name] === 'true';
  return [
    {name: 'name', flag: flags.name, label: 'Name', help: 'of your choice, e.g. work'},
    {name: 'key-id', flag: flags['key-id'], label: 'Key ID', help: 'beside the key in the list'},
    {
      name: 'issuer-id',
      flag: {...flags['issuer-id'], required: true},
      label: 'Issuer ID',
      help: 'above the list',
      hidden: isOn('individual'),
    },
    {
      name: KEY_FIELD,
      flag: keyFlag(pasted),
      label: 'Key file',
      placeholder: 'path, or paste the whole text',
      help: 'Tab completes a path',
    },
    {
      name: 'bypass-keychain',
      flag: flags['bypass-keychain'],
      label: 'Bypass keychain',
      hidden: !withChoices || sandbox,
    },
    {
      name: 'local',
      flag: flags.local,
      label: 'For this repository',
      hidden: !withChoices || sandbox || !isOn('bypass-keychain'),
    },
    {name: 'network', flag: flags.network, label: 'Network check', hidden: !withChoices},
    {name: 'read-only', flag: flags['read-only'], label: 'Read-only', hidden: !withChoices},
    {name: 'individual', flag: flags.individual, label: 'Individual key', hidden: !withChoices},
  ];
}

/** The command's own parser; it also accepts the words shown for a pasted key. */
function keyFlag(pasted: PastedKey | undefined): Flag<string> {
  const flag = authLogin.flags[KEY_FIELD];
  return {
    ...flag,
    parse(text: string): string {
      if (text !== pasted?.words) return flag.parse(text);
      if (pasted.state === 'usable') return text;
      const refusal = pasted.state === 'unusable' ? pasted.refusal : 'is cut off: its END line is missing';
      throw new ToolError('usage', refusal);
    },
  };
}
