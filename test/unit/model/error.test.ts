import {describe, expect, it} from 'vitest';
import {ToolError} from '../../../src/services/model/error.ts';

describe('an error with more to say', () => {
  const error = new ToolError('network', 'it broke', {hint: 'Mend it.', facts: {status: 500, flag: 'app'}});

  it('keeps its kind, hint and facts, and is the cause of the new one', () => {
    const more = error.with({prefix: 'Page 2: '});
    expect(more).toMatchObject({kind: 'network', message: 'Page 2: it broke', hint: 'Mend it.', facts: error.facts});
    expect(more.cause).toBe(error);
  });

  it('adds lines and facts, and replaces the hint', () => {
    const more = error.with({suffix: ' here', line: 'Nothing was sent.', hint: 'Wait.', facts: {outcome: 'not-sent'}});
    expect(more.message).toBe('it broke here\nNothing was sent.');
    expect(more.hint).toBe('Wait.');
    expect(more.facts).toEqual({status: 500, flag: 'app', outcome: 'not-sent'});
  });
});
