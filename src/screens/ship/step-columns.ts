import type {Column} from '../components/column-layout.ts';
import {spokenText} from '../text/line-content.ts';
import type {Glyphs} from '../theme.ts';
import {type Step, signOf} from './step.ts';

/** @param openedBy what Enter opens for a step, in a word or two; empty where nothing is to open */
export function stepColumns(glyphs: Glyphs, openedBy: (step: Step) => string): Column<Step>[] {
  return [
    {
      title: 'Step',
      importance: 10,
      min: 16,
      cell(step) {
        const {glyph, tone} = signOf(step);
        return [{text: `${glyphs[glyph]} `, tone, bold: true, decor: true}, {text: step.name}];
      },
      spoken: ({name, status}) => `${name}: ${status}`,
    },
    {
      title: 'State',
      importance: 8,
      min: 34,
      cell: ({words}) => words,
      spoken: ({words, spoken}) => spoken ?? spokenText(words),
    },
    {title: 'Enter', importance: 4, min: 8, max: 22, cell: (step) => [{text: openedBy(step), dim: true}]},
  ];
}
