import type {DoctorSection} from '../../services/credentials/credentials.ts';
import {cleanText} from '../../services/model/clean.ts';
import {plural} from '../../services/model/values.ts';
import {boolean, enumOf, integer, list, object, picked, shaped, string} from './shapes.ts';

export function summarize(sections: readonly DoctorSection[]) {
  const all = sections.flatMap(({checks}) => checks.map(({status}) => status));
  const count = (status: string) => all.filter((each) => each === status).length;
  return {ok: count('ok'), info: count('info'), warnings: count('warn'), errors: count('fail')};
}

export function summaryText(sections: readonly DoctorSection[]): string {
  const {warnings, errors} = summarize(sections);
  if (warnings + errors === 0) return 'No issues found.';
  return `Found ${plural(warnings, 'warning')} and ${plural(errors, 'error')}.`;
}

const checkItem = picked(
  object({status: enumOf(['ok', 'info', 'warn', 'fail']), message: string}, {hint: string, fixed: boolean}),
);
const doctorShape = object({
  sections: list(object({title: string, checks: list(checkItem.schema)})),
  summary: object({ok: integer, info: integer, warnings: integer, errors: integer}),
});

export const doctorJson = shaped(doctorShape, (sections: readonly DoctorSection[]) => ({
  sections: sections.map(({title, checks}) => ({
    title,
    checks: checks.map((check) => checkItem({...check, hint: hintOf(check)})),
  })),
  summary: summarize(sections),
}));

function hintOf({hint, repairable}: DoctorSection['checks'][number]): string | undefined {
  const repair = repairable && "Or let 'tool auth doctor --fix --confirm' do it.";
  return [hint, repair].filter(Boolean).join(' ') || undefined;
}

export function doctorLines(sections: readonly DoctorSection[]): string[] {
  const body = sections.flatMap(({title, checks}) => [
    `${title}:`,
    ...checks.flatMap((check) => {
      const hint = hintOf(check);
      return [
        `  [${check.status.toUpperCase()}] ${cleanText(check.message)}`,
        ...(hint && check.status !== 'ok' ? [`         ${cleanText(hint)}`] : []),
      ];
    }),
    '',
  ]);
  return ['Auth Doctor', '', ...body, summaryText(sections)];
}
