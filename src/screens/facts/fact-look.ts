import type {LocalTime} from '../text/time.ts';
import type {Glyphs} from '../theme.ts';

/** How facts about a version are drawn: lines without a margin, `width` columns wide. */
export interface FactLook {
  glyphs: Glyphs;
  time: LocalTime;
  width: number;
  screenReader: boolean;
}
