import {describe, expect, test} from 'vitest';
import {steps, turn} from '../../../src/screens/checks/page.tsx';

/** A page of twenty lines in a window of five, with three lines that can be selected. */
const page = {places: [2, 3, 15], ends: [2, 3, 15], count: 20, height: 5};
const start = {top: 0, choice: 0};

describe('page moves', () => {
  test('selects the next visible choice of a page, or else moves the page by a line', () => {
    expect(steps(start, 1, page)).toEqual({top: 0, choice: 1});
    expect(steps(start, 2, page)).toEqual({top: 1, choice: 1});
    // After 12 steps, line 15 is visible at the bottom; the next step selects it.
    expect(steps(start, 12, page)).toEqual({top: 11, choice: 1});
    expect(steps(start, 13, page)).toEqual({top: 11, choice: 2});
    expect(steps(start, 1000, page)).toEqual({top: 15, choice: 2});
  });

  test('moves up through a page by the same choices and lines as down, and stops at the first line', () => {
    const end = steps(start, 1000, page);
    expect(steps(end, -1000, page)).toEqual(start);
    expect(steps({top: 2, choice: 0}, -1, page)).toEqual({top: 1, choice: 0});
  });

  test('moves the selection of a page with each page turn', () => {
    expect(turn(start, 5, page)).toEqual({top: 5, choice: 0});
    expect(turn(start, 13, page)).toEqual({top: 13, choice: 2});
    expect(turn({top: 13, choice: 2}, 0, page)).toEqual(start);
    expect(turn(start, 1000, page)).toEqual({top: 15, choice: 2});
  });

  test('does not move on a page without choices that fits on the screen', () => {
    const plain = {places: [], ends: [], count: 3, height: 5};
    expect(steps({top: 0, choice: -1}, 3, plain)).toEqual({top: 0, choice: -1});
    expect(turn({top: 0, choice: -1}, 9, plain)).toEqual({top: 0, choice: -1});
  });
});
