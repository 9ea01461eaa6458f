import type {RelatedResource} from '../../services/model/version.ts';
import type {FactDisplay} from '../facts/attributes.ts';
import type {LineContent} from '../text/line-content.ts';
import {pad, truncate, wrap} from '../text/width.ts';
import {MARGIN} from './version-lines.ts';

const NAME = 26;
const VALUE = MARGIN.length + 2 + NAME + 2;
const LEAST_VALUE = 20;
/** Longer values are cut. */
const MOST_LINES = 3;

/** Related resources: type, ID, and the attributes that are set. */
export function relatedLines(related: readonly RelatedResource[] | undefined, look: FactDisplay): LineContent[] {
  const count = related === undefined ? '' : ` (${related.length})`;
  const heading: LineContent = [{text: `${MARGIN}Related resources${count}`, bold: true}];
  if (related?.length === 0) return [heading, [{text: `${MARGIN}This version has no related resources.`, dim: true}]];
  return [heading, ...(related ?? []).flatMap((resource) => resourceLines(resource, look))];
}

function resourceLines({type, id, attributes}: RelatedResource, {width, glyphs}: FactDisplay): LineContent[] {
  const title: LineContent = [
    {text: `${MARGIN}${type} `, bold: true},
    {text: truncate(id, 24, 'middle', glyphs.ellipsis), dim: true},
  ];
  const isSet = (value: unknown) => value !== null && value !== undefined && value !== '';
  const set = Object.entries(attributes).filter(([, value]) => isSet(value));
  const attribute = ([name, value]: [string, unknown]) =>
    wrap(typeof value === 'string' ? value : JSON.stringify(value), Math.max(LEAST_VALUE, width - VALUE - 2))
      .slice(0, MOST_LINES)
      .map((line, index): LineContent => {
        const shown = index === 0 ? truncate(name, NAME, 'end', glyphs.ellipsis) : '';
        return [{text: `${MARGIN}  ${pad(shown, NAME + 2)}`, dim: true}, {text: line}];
      });
  return [title, ...set.flatMap(attribute)];
}
