import {isRollingOut, PHASES} from '../../services/model/phased-release.ts';
import type {Build, PhasedRelease, StoreVersion} from '../../services/model/version.ts';
import type {LineContent, Segment} from '../text/line-content.ts';
import {widthOf} from '../text/width.ts';
import {plainWords, releaseTypeName} from '../text/words.ts';
import type {FactLook} from './fact-look.ts';

const GAP = '   ';

/**
 * `Build 412   Release manual   Phased 7 days`, in as many lines as it takes.
 *
 * @param whole the version with all attributes; undefined until it has been read
 */
export function attributeLines({build}: StoreVersion, whole: StoreVersion | undefined, look: FactLook): LineContent[] {
  const {glyphs, width} = look;
  const phased = whole ? phasedWords(whole.phasedRelease) : glyphs.ellipsis;
  const attributes = [
    ['Build', build && buildWords(whole?.build ?? build)],
    ['Release', whole ? releaseWords(whole, look) : glyphs.ellipsis],
    ...(phased === '' ? [] : [['Phased', phased] as const]),
  ] as const;
  const lines: Segment[][] = [];
  let room = 0;
  for (const [name, value = glyphs.none] of attributes) {
    const needed = widthOf(`${GAP}${name} ${value}`);
    const segments: Segment[] = [
      {text: `${name} `, dim: true},
      {text: value, dim: value === glyphs.ellipsis},
    ];
    const line = needed <= room ? lines.at(-1) : undefined;
    if (line) line.push({text: GAP}, ...segments);
    else lines.push(segments);
    room = (line ? room : width + GAP.length) - needed;
  }
  return lines;
}

/** The number, and what is wrong with it. */
function buildWords({id, version = id, processingState = 'VALID', expired}: Build): string {
  const remarks = [processingState === 'VALID' ? '' : plainWords(processingState), expired ? 'expired' : ''];
  const named = remarks.filter((text) => text !== '');
  return named.length > 0 ? `${version} (${named.join(', ')})` : version;
}

function releaseWords({releaseType, earliestReleaseDate}: StoreVersion, {time}: FactLook): string | undefined {
  if (!releaseType) return undefined;
  const date = releaseType === 'SCHEDULED' ? time.dateTime(earliestReleaseDate) : undefined;
  return date === undefined ? releaseTypeName(releaseType) : `${releaseTypeName(releaseType)}, not before ${date}`;
}

/** Of a roll-out under way, which has a line of its own, nothing. */
function phasedWords(phased: PhasedRelease | undefined): string | undefined {
  const state = phased?.state;
  if (isRollingOut(phased)) return '';
  return state === 'INACTIVE' ? `${PHASES.length} days` : state && plainWords(state);
}
