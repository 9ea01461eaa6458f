import {describe, expect, it} from 'vitest';
import {ToolError} from '../../../src/services/model/error.ts';

describe('an error with further information', () => {
  const error = new ToolError('network', 'it broke', {hint: 'Fix it.', facts: {answer: {status: 500}, flag: 'app'}});

  it('keeps kind, hint and facts in an error with a new summary, and names the first error as its cause', () => {
    const more = error.with({summary: `Page 2: ${error.summary}`});
    expect(more).toMatchObject({kind: 'network', message: 'Page 2: it broke', hint: 'Fix it.', facts: error.facts});
    expect(more.cause).toBe(error);
  });

  it('adds lines and facts to an error, and replaces the hint', () => {
    const more = error.with({line: 'Nothing was sent.', hint: 'Wait.', facts: {isFinal: true}});
    expect(more.message).toBe('it broke\nNothing was sent.');
    expect(more.hint).toBe('Wait.');
    expect(more.facts).toEqual({answer: {status: 500}, flag: 'app', isFinal: true});
  });

  it("splits an error's message into a summary and details", () => {
    const several = new ToolError('conflict', 'first\nsecond', {details: ['third\nfourth']});
    expect(several).toMatchObject({summary: 'first', details: ['second', 'third', 'fourth']});
    expect(several.message).toBe('first\nsecond\nthird\nfourth');
    expect(several.with({summary: 'new', line: 'fifth'}).message).toBe('new\nsecond\nthird\nfourth\nfifth');
    expect(several.with({details: ['only']}).message).toBe('first\nonly');
  });
});
