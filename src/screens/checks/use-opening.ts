import {commandLine} from '../../app/present/formats.ts';
import {type Action, isAction, NO_PHASES, type Target, whyNot} from '../../services/model/actions.ts';
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
  /** A text such as `attach build`. Empty if there is nothing to open. */
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
  const {commands, session, known} = useServices();
  const {copy, browse, ask} = useShell();
  const openAppPage = useAppPage();
  const router = useRouter();
  const platforms = platform === undefined ? undefined : [platform as Platform];
  const none = (unavailable: string): Opening => ({label: '', unavailable, run() {}});
  const whyNoPage = useWhyNoPage();
  const appId = target.app?.id ?? target.version?.appId;
  const page = (url: string): Opening => ({
    label: 'web page',
    run: () => void (appId === undefined ? browse(url) : openAppPage(appId, url)),
  });
  const agreements = (url: string): Opening => ({
    label: 'agreements',
    unavailable: whyNoPage,
    run: () => void browse(url),
  });
  const readWhy = (url: string): Opening => ({
    label: 'read why (web)',
    async run() {
      const {version} = target;
      if (!version) return;
      const how = whyNoPage ? undefined : await browse(url);
      const isRead = how === 'opened' || (await ask(readQuestion(version, url, how)));
      if (isRead) known.note(version, {isRejectionRead: true});
    },
  });
  const flow = (action: Action, label = ACTION_LABELS[action].label): Opening => ({
    label,
    unavailable: whyNot(action, target),
    run: () =>
      action === 'submit' && onSubmit ? onSubmit() : router.push(action, {...actionParams(target), platforms}),
  });
  const fix = ({status, command, hint}: ReadinessCheck): Opening => {
    if (status !== 'ok' && command) {
      const {command: path, flags, needs} = command;
      const {screen} = commands.find((one) => one.path.join(' ') === path.join(' ')) ?? {};
      if (!screen) return {label: 'copy command', run: () => copy(commandLine(command, session.globals), 'Command')};
      const versionId = flags['version-id'];
      const isOther = typeof versionId === 'string' && versionId !== target.version?.id;
      const params = isOther ? {versionId} : actionParams(target);
      const run = () => router.push(screen, {...params, field: needs?.[0]});
      if (!isAction(screen)) return {label: 'open', run};
      const isJudged = !isOther || target.readOnly !== undefined;
      return {label: ACTION_LABELS[screen].label, unavailable: isJudged ? whyNot(screen, target) : undefined, run};
    }
    return status !== 'ok' && hint?.startsWith('https://') ? page(hint) : none('nothing to fix here');
  };
  return (step) => {
    switch (step.kind) {
      case 'flow':
        if (step.action === 'enable-phased' && target.isFirst) return none(NO_PHASES);
        return flow(step.action, step.build && `attach ${step.build.version ?? 'newer'}`);
      case 'fix':
        return fix(step.check);
      case 'page':
        return step.page === 'rejection' ? readWhy(step.url) : agreements(step.url);
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
