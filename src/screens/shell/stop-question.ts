import type {Stage} from '../../services/store/client.ts';
import type {Question} from '../context/shell.ts';
import type {RunningWrite} from '../context/writes.ts';

/** `el (6 of 40)`; only one write at a time says where it is. */
export function stageText(stage: Stage | undefined, running: readonly RunningWrite[]): string | undefined {
  return stage && running.length === 1 ? `${stage.name} (${stage.number} of ${stage.of})` : undefined;
}

export function stopQuestion(stage: Stage | undefined, running: readonly RunningWrite[]): Question | undefined {
  if (running.length === 0) return undefined;
  const where = stageText(stage, running);
  if (!stage || where === undefined) {
    const lines = [
      running.length === 1 ? 'A request is still running.' : `${running.length} writes are still running.`,
    ];
    return {title: 'Leave without seeing its result?', lines, yes: 'leave', no: 'stay'};
  }
  const left = stage.of - stage.number;
  const rest = left === 0 ? 'It is the last one.' : `The other ${left === 1 ? 'one' : left} will not be sent.`;
  return {title: `Stop after ${where}?`, lines: [rest], yes: 'stop', no: 'stay'};
}
