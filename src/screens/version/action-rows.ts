import {ACTIONS, type Action, type Target, whyNot} from '../../services/model/actions.ts';
import type {NextStep} from '../../services/model/next-step.ts';
import type {Router} from '../context/router.ts';
import {ACTION_WORDS, actionParams, actionTitle, isNamed} from '../flows/actions.ts';
import type {Segment} from '../text/line-content.ts';
import {pad, widthOf} from '../text/width.ts';
import type {Glyphs} from '../theme.ts';
import {MARK, type PageRow} from './page.tsx';

/** What actions need to run. */
export interface ActionTools {
  router: Router;
  browse(url: string): void;
  glyphs: Glyphs;
  /** Columns of a line. */
  width: number;
}

const KEY = 3;
/** Between an action and why it is not possible. */
const GAP = '  ';

/** What Enter does unless something else is chosen. A step that mends is among the checks. */
export function stepRows(step: NextStep, subject: Target, tools: ActionTools): PageRow[] {
  switch (step.kind) {
    case 'mend':
      return [];
    case 'flow':
      return actionRows(step.action, subject, tools);
    case 'page': {
      const {title, url} = step;
      const line = [key(tools.glyphs.enter), {text: title}, {text: '  web page', dim: true}];
      return [{line, choice: {id: 'next', label: 'web page', title, run: () => tools.browse(url)}}];
    }
    case 'none': {
      const {why, title = 'Nothing to do'} = step;
      const line = [{text: pad(tools.glyphs.dot, KEY), dim: true}, {text: `${title}: ${why}`}];
      return [{line, choice: {id: 'next', label: title.toLowerCase(), title, unavailable: why}}];
    }
  }
}

/** The further actions that are possible now, each a row to choose. */
export function possibleRows(step: NextStep, subject: Target, tools: ActionTools): PageRow[] {
  return named(subject)
    .filter((action) => !isStep(action, step) && !whyNot(action, subject))
    .flatMap((action) => actionRows(action, subject, tools));
}

/** The actions that are not possible now, each with the reason: in a column where all have room, else as it fits. */
export function impossibleRows(step: NextStep, subject: Target, {width}: ActionTools): PageRow[] {
  const rows = named(subject).flatMap((action) => {
    const reason = whyNot(action, subject);
    if (reason === undefined || isStep(action, step)) return [];
    return [{key: ACTION_WORDS[action].key, title: actionTitle(action, subject), reason}];
  });
  const titles = Math.max(0, ...rows.map(({title}) => widthOf(title)));
  const isColumn = rows.every(({reason}) => MARK + KEY + titles + widthOf(GAP + reason) <= width);
  return rows.flatMap(({key: name, title, reason}): PageRow[] => {
    const what = `${' '.repeat(MARK)}${pad(name, KEY)}${pad(title, isColumn ? titles : 0)}`;
    const isBeside = widthOf(what + GAP + reason) <= width;
    const row = {line: [{text: isBeside ? what + GAP + reason : what, dim: true}]};
    return isBeside ? [row] : [row, reasonRow(reason)];
  });
}

function named(subject: Target): Action[] {
  return ACTIONS.filter((action) => isNamed(action, subject));
}

function isStep(action: Action, step: NextStep): boolean {
  return step.kind === 'flow' && step.action === action;
}

function actionRows(action: Action, subject: Target, {router, width}: ActionTools): PageRow[] {
  const title = actionTitle(action, subject);
  const reason = whyNot(action, subject);
  const {label} = ACTION_WORDS[action];
  const dim = reason !== undefined;
  const aside = dim ? GAP + reason : '';
  const isBeside = MARK + KEY + widthOf(title + aside) <= width;
  const line: Segment[] = [
    {...key(ACTION_WORDS[action].key), ...(dim ? {tone: undefined, bold: false, dim} : {})},
    {text: title, dim},
    {text: isBeside ? aside : '', dim},
  ];
  const run = () => router.push(action, actionParams(subject));
  const row = {line, choice: {id: action, label, title, unavailable: reason, run}};
  return reason === undefined || isBeside ? [row] : [row, reasonRow(reason)];
}

function reasonRow(reason: string): PageRow {
  return {line: [{text: ' '.repeat(MARK + KEY) + GAP + reason, dim: true}]};
}

function key(name: string): Segment {
  return {text: pad(name, KEY), tone: 'accent', bold: true};
}
