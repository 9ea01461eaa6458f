import type {Session} from '../../app/session/session.ts';
import type {ActiveProfile} from '../../services/model/credential.ts';
import {platformName} from '../text/words.ts';
import type {FlowVersion} from './use-flow-version.ts';

/** The subject of a confirmation: app, platform and build; profile and store. */
export function subjectLines(
  {version, appName}: Pick<FlowVersion<unknown>, 'version' | 'appName'>,
  profile: ActiveProfile | undefined,
  session: Session,
): readonly string[] {
  const build = version?.build;
  const what = [
    appName,
    version?.platform && platformName(version.platform),
    build ? `build ${build.version ?? build.id}` : 'no build',
  ];
  const who = profile?.name === undefined ? (profile?.source ?? 'no profile') : `${profile.name} (${profile.source})`;
  const where = session.globals.sandbox ? 'SANDBOX' : session.apiOrigin.replace(/^https:\/\//, '');
  return [what.filter(Boolean).join(', '), `Profile ${who}, ${where}`];
}
