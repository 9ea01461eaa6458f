import {actions} from '../../app/commands/index.ts';
import {ACTIONS, type Action, NO_PHASES, type Target, whyNot} from '../../services/model/actions.ts';
import type {NextStep} from '../../services/model/next-step.ts';
import type {ReadinessCheck} from '../../services/model/readiness.ts';
import type {Platform, StoreVersion} from '../../services/model/version.ts';
import {useRouter} from '../context/router.ts';
import {useServices} from '../context/services.ts';
import {type Question, useShell} from '../context/shell.ts';
import {whyNone} from '../facts/attributes.ts';
import {ACTION_LABELS, actionParams} from '../flows/actions.ts';
import {useAppPage, useWhyNoPage} from '../flows/common-keys.ts';
import {versionTitle} from '../text/labels.ts';
import type {Sign} from '../text/lines.ts';

export interface Opening {
  /** For example `attach build`. Empty if there is nothing to open. */
  label: string;
  unavailable?: string;
  run(): void;
}

function readQuestion(version: StoreVersion, url: string, how: 'copied' | 'shown' | undefined): Question {
  const lines =
    how === undefined
      ? ['The reason is only on the web page of an app. The sandbox has no web pages.']
      : ['The reason is only on the web page, which could not be opened:', url];
  if (how === 'copied') lines.push('The address was copied.');
  return {title: `Have you read why ${versionTitle(version)} was rejected?`, lines, yes: 'yes, go on', no: 'not yet'};
}

interface Options {
  platform?: string;
  onSubmit?(): void;
}

export function useOpening(target: Target, {platform, onSubmit}: Options = {}): (step: NextStep) => Opening {
  const {known} = useServices();
  const {browse, ask} = useShell();
  const openAppPage = useAppPage();
  const router = useRouter();
  const whyNoPage = useWhyNoPage();
  const platforms = platform === undefined ? undefined : [platform as Platform];
  const appId = target.app?.id ?? target.version?.appId ?? '';
  const none = (unavailable: string): Opening => ({label: '', unavailable, run() {}});
  const readWhy = (url: string): Opening => ({
    label: 'read why (web)',
    async run() {
      const {version} = target;
      if (!version) return;
      const how = whyNoPage ? undefined : await browse(url);
      const isRead = how === 'opened' || (await ask(readQuestion(version, url, how)));
      if (isRead) known.noteRejectionRead(version);
    },
  });
  const flow = (action: Action, field?: string): Opening => ({
    label: ACTION_LABELS[action].label,
    unavailable: whyNot(action, target),
    run: () =>
      action === 'submit' && onSubmit ? onSubmit() : router.push(action, {...actionParams(target), platforms, field}),
  });
  const fix = ({command, hint = ''}: ReadinessCheck): Opening => {
    const action = command && ACTIONS.find((one) => String(actions[one].path) === String(command.command));
    if (!action) {
      if (!hint.startsWith('https://')) return none('nothing to fix here');
      return {label: 'web page', run: () => void openAppPage(appId, hint)};
    }
    const opening = flow(action, command.needs?.[0]);
    const versionId = command.flags['version-id'];
    if (typeof versionId !== 'string' || versionId === target.version?.id) return opening;
    return {
      ...opening,
      unavailable: target.readOnly && opening.unavailable,
      run: () => router.push(action, {versionId}),
    };
  };
  return (step) => {
    switch (step.kind) {
      case 'flow': {
        if (step.action === 'enable-phased' && target.isFirst) return none(NO_PHASES);
        const opening = flow(step.action);
        return step.build ? {...opening, label: `attach ${step.build.version ?? 'newer'}`} : opening;
      }
      case 'fix':
        return fix(step.check);
      case 'page':
        if (step.page === 'rejection') return readWhy(step.url);
        return {label: 'agreements', unavailable: whyNoPage, run: () => void browse(step.url)};
      case 'none':
        return none(whyNone(step));
    }
  };
}

export const CHECK_SIGNS: Readonly<Record<ReadinessCheck['status'], Sign>> = {
  error: {glyph: 'rejected', tone: 'bad'},
  warning: {glyph: 'blocked', tone: 'busy'},
  unknown: {glyph: 'unknown'},
  ok: {glyph: 'ok', tone: 'good'},
};
