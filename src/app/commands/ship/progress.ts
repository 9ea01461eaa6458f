import {cleanText} from '../../../services/model/clean.ts';
import type {StepId} from '../../../services/model/release-steps.ts';
import type {Host} from '../../../services/ports.ts';
import type {ShipStep, Target} from '../../../services/ship/order.ts';
import type {WaitEvent} from '../../../services/wait.ts';
import {statusLine} from '../../session/messages.ts';
import {waitProgress} from '../waiting.ts';

const WIDTH = 16;

/** The steps on stderr: a line for each that ends, and on a terminal one for the step that runs. */
export function shipProgress({terminal, env}: Pick<Host, 'terminal' | 'env'>, {platform}: Target, isAlone: boolean) {
  const running = statusLine({terminal, env});
  const place = isAlone ? '' : `${cleanText(platform).padEnd(10)}`;
  const label = (id: StepId) => `${place}${id.padEnd(WIDTH)}`;
  return {
    running: (id: StepId, detail: string) => running?.show(`${label(id)}${cleanText(detail)} …`),
    waiting(id: StepId, event: WaitEvent<unknown>) {
      if (event.kind === 'failed') running?.clear();
      waitProgress({terminal, env}, running === undefined, label(id)).show(event);
    },
    ended({id, status, detail, did}: ShipStep) {
      running?.clear();
      const words =
        status === 'done' && did ? `${detail} (done now)` : status === 'done' ? detail : `${status}: ${detail}`;
      terminal.writeError(`${label(id)}${cleanText(words)}\n`);
    },
    note(text: string) {
      running?.clear();
      for (const line of text.split('\n')) terminal.writeError(`${cleanText(line)}\n`);
    },
    clear: () => running?.clear(),
  };
}
