import {CHECKS, type ReadinessCheck} from '../../../services/model/readiness.ts';
import {defineCommand} from '../../command.ts';
import {dryRun, toggle, usage, versionId} from '../../flags/flags.ts';
import {shellLine, type Where, withoutPages} from '../../present/formats.ts';
import {anyObject, boolean, enumOf, list, object, picked, string} from '../../present/shapes.ts';

export function withLine({id, status, message, locale, hint, command}: ReadinessCheck, globals: Where) {
  const asCall = command && globals.asCall?.(command);
  return {
    id,
    status,
    locale,
    message,
    hint: withoutPages(hint, globals),
    command: command && shellLine(command, globals),
    needs: command?.needs,
    ...asCall,
  };
}

export const checkShape = object(
  {
    id: enumOf(Object.keys(CHECKS) as ReadinessCheck['id'][]),
    status: enumOf(['ok', 'error', 'warning', 'unknown']),
    message: string,
  },
  {locale: string, hint: string, command: string, needs: list(string), tool: string, arguments: anyObject},
);

export const checkVersion = defineCommand({
  path: ['versions', 'check'],
  summary: 'Check whether a store version can be submitted',
  description:
    'Exits with 0 if everything that the API can check is there, and with 1 otherwise. With --ask-service it also adds the version to a draft, reads what the service answers, and removes it again. Nothing is submitted.',
  examples: [
    'tool versions check --version-id com.example.app@editable --output table',
    'tool versions check --version-id ID --ask-service && tool versions submit --version-id ID --confirm',
  ],
  flags: {
    'version-id': versionId,
    'ask-service': toggle({summary: 'Also ask the service itself, using a draft (this is a change)'}),
    'dry-run': dryRun,
  },
  effect: 'write',
  readsAtOnce: true,
  agents: {onlyReads: true, withholds: ['ask-service']},
  // If the check left the version in the draft, a withdrawal takes it out.
  undo: ({outcome}) =>
    outcome === 'carried-out' ? {why: 'asking the store left nothing to undo'} : {action: 'withdraw'},
  screen: 'version',
  check(input) {
    if (input.dryRun && !input.askService) throw usage('requires --ask-service', {flag: 'dry-run'});
  },
  async run(input, {session, signal}) {
    const store = await session.store();
    const found = await store.checkVersion(input.versionId, {askService: input.askService}, signal);
    return {...found, found: found.checks, checks: found.checks.map((check) => withLine(check, session.globals))};
  },
  present: {
    json: picked(object({versionId: string, ready: boolean, checks: list(checkShape)})),
    table: ({checks}) => ({
      columns: ['Status', 'Check', 'Locale', 'Message', 'Fix'],
      roles: {Message: 'wrap', Fix: 'below'},
      rows: checks.map(({status, id, locale = '', message, hint = '', command}) => [
        status,
        id,
        locale,
        message,
        command ?? hint,
      ]),
    }),
    ending: ({note, ready}) => ({note, code: ready ? 0 : 1}),
  },
});
