import {summarize, summaryText} from '../../app/present/auth.ts';
import {wrap} from '../../app/present/width.ts';
import type {CheckStatus, DoctorCheck, DoctorSection} from '../../services/credentials/credentials.ts';
import type {LineContent, Segment} from '../text/line-content.ts';
import {behind} from '../text/lines.ts';
import type {Glyphs, Tone} from '../theme.ts';

type Display = {glyphs: Glyphs; width: number};

const SIGNS: Readonly<Record<CheckStatus, {glyph: keyof Glyphs; word: string; tone?: Tone}>> = {
  ok: {glyph: 'ok', word: 'ok', tone: 'good'},
  info: {glyph: 'dot', word: 'info'},
  warn: {glyph: 'blocked', word: 'warn', tone: 'busy'},
  fail: {glyph: 'rejected', word: 'fail', tone: 'bad'},
};

const INDENT = 11;

export function sectionLines({title, checks}: DoctorSection, display: Display): LineContent[] {
  return [[{text: `  ${title}`, bold: true}], ...checks.flatMap((check) => checkLines(check, display))];
}

function checkLines(check: DoctorCheck, {glyphs, width}: Display): LineContent[] {
  const {glyph, word, tone} = SIGNS[check.status];
  const room = width - INDENT - 1;
  const sign: Segment = {
    text: `    ${String(glyphs[glyph])} ${word.padEnd(INDENT - 6)}`,
    tone,
    bold: check.status === 'fail',
  };
  const message = wrap(check.message, room).map((text) => [{text, bold: check.status === 'fail'}]);
  const hint = hintOf(check);
  const below = hint ? wrap(hint, room).map((text) => [{text, dim: true}]) : [];
  return behind(sign, [...message, ...below]);
}

function hintOf({status, hint, repairable}: DoctorCheck): string {
  if (status === 'ok') return '';
  return [hint, repairable && 'f repairs it.'].filter(Boolean).join(' ');
}

export function repairable(sections: readonly DoctorSection[]): DoctorCheck[] {
  return sections.flatMap(({checks}) => checks.filter((check) => check.repairable));
}

export function summaryLine(sections: readonly DoctorSection[], glyphs: Glyphs): Segment[] {
  const {warnings, errors} = summarize(sections);
  const {glyph, tone} = SIGNS[errors > 0 ? 'fail' : warnings > 0 ? 'warn' : 'ok'];
  return [{text: `${String(glyphs[glyph])} `, tone}, {text: summaryText(sections)}];
}
