import {randomBytes} from 'node:crypto';
import {ToolError, type ToolErrorOptions} from '../../services/model/error.ts';
import {NOT_SENT} from '../../services/model/ledger.ts';
import type {Clock} from '../../services/ports.ts';

const LIFE = 10 * 60_000;
/** More than any session has open; the oldest go first. */
const MOST = 1000;

/** The confirmations that one server has given: each is good once, for ten minutes, for what it was given for. */
export function createConfirmations(clock: Pick<Clock, 'now'>) {
  const given = new Map<string, {call: string; plan: string; until: number; isUsed: boolean}>();
  return {
    /** @param call the tool and its input @param plan with profile and target: another one needs another confirmation */
    give(call: string, plan: string): string {
      const confirmation = randomBytes(18).toString('base64url');
      given.set(confirmation, {call, plan, until: clock.now() + LIFE, isUsed: false});
      const [oldest] = given.keys();
      if (given.size > MOST && oldest !== undefined) given.delete(oldest);
      return confirmation;
    },
    /** @returns the plan that it was given for @throws ToolError usage where it is not good for this call, or no longer */
    use(confirmation: string, call: string): string {
      const found = given.get(confirmation);
      if (!found) throw refused('is not one that this server gave');
      if (found.call !== call) throw refused('was given for another tool or another input');
      if (found.isUsed) throw refused('was used already');
      if (clock.now() > found.until) throw refused('is older than ten minutes');
      found.isUsed = true;
      return found.plan;
    },
  };
}

function refused(why: string): ToolError {
  const hint = 'Call again without it: that sends nothing, and gives the plan as it is now with a new confirmation.';
  return notSent(`The confirmation ${why}`, {hint});
}

export function notSent(message: string, options: Pick<ToolErrorOptions, 'hint' | 'cause'> = {}): ToolError {
  return new ToolError('usage', message, {...options, facts: {writes: NOT_SENT}});
}
