import {isRollingOut, PHASES} from '../../services/model/phased-release.ts';
import type {PhasedRelease} from '../../services/model/version.ts';
import {type LineContent, lineWidth, type Segment, segmentsOf} from '../text/line-content.ts';
import {rollOutText, rollOutWords} from '../text/roll-out.ts';
import type {FactLook} from './fact-look.ts';

/**
 * `day 3 of 7 ▓▓▓░░░░ 5 % · next 10 % tomorrow · 4 of 30 pause days` while a roll-out is under way or paused. A line that is
 * too long is broken after a dot, never in a clause.
 */
export function rollOutLines(phased: PhasedRelease | undefined, look: FactLook): LineContent[] {
  if (!isRollingOut(phased)) return [];
  if (look.screenReader) return [`Roll-out: ${rollOutText(phased)}`];
  const {full, empty, dot} = look.glyphs;
  const {day, daysBegun, percent, rest} = rollOutWords(phased);
  const bar: Segment = {
    text: full.repeat(daysBegun) + empty.repeat(PHASES.length - daysBegun),
    tone: phased.state === 'PAUSED' ? 'busy' : 'accent',
  };
  const first = [{text: day === '' ? '' : `${day} `}, bar, {text: ` ${percent}`}];
  return brokenAfterDots([first, ...rest], look.width, dot);
}

function brokenAfterDots([first = '', ...rest]: readonly LineContent[], width: number, dot: string): LineContent[] {
  const lines: LineContent[] = [];
  let line = segmentsOf(first);
  for (const clause of rest) {
    const end = [...line, {text: ` ${dot}`, dim: true}];
    const joined = [...end, {text: ' '}, ...segmentsOf(clause)];
    // Room for the dot that may follow.
    if (lineWidth(joined) + 2 <= width) line = joined;
    else {
      lines.push(end);
      line = segmentsOf(clause);
    }
  }
  return [...lines, line];
}
