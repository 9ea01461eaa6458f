import {useState} from 'react';
import {createVersion} from '../../app/commands/versions/attributes.ts';
import {whyNot} from '../../services/model/actions.ts';
import {ToolError} from '../../services/model/error.ts';
import {highest, inFlight, nextVersion, type Proposal} from '../../services/model/next-version.ts';
import {countMissing} from '../../services/model/readiness.ts';
import {type App, PLATFORMS, type Platform, type StoreVersion} from '../../services/model/version.ts';
import {useEntry, useRouter} from '../context/router.ts';
import {useServices} from '../context/services.ts';
import {actionTitle} from '../flows/actions.ts';
import {useNextSteps} from '../flows/common-keys.ts';
import {FormFlow} from '../flows/form-flow.tsx';
import {UnavailableFlow} from '../flows/version-flow.tsx';
import type {Labels, Values} from '../form/use-form.ts';
import {Screen} from '../frame/screen.tsx';
import {useQuery} from '../hooks/use-query.ts';
import {useFirstRead} from '../input/use-keys.tsx';
import {selectBelow} from '../list/use-listing.ts';
import {appLabel, firstMissing, plainLabel, platformName, stateDisplay, versionLabel} from '../text/labels.ts';
import type {Fact} from '../text/lines.ts';
import {copyrightWarnings, dateWarnings, releaseDateLabel} from './forms.tsx';

/** The API's maximum. One page is enough, because the newest versions come first. */
const PAGE = 200;

export function Create() {
  const {session, readOnly} = useServices();
  const {params} = useEntry();
  const {appId = ''} = params;
  const load = useQuery<Existing>(`existing:${appId}`, async (signal) => {
    const store = await session.store();
    const app = params.app ?? (await store.findApp(appId, signal));
    const {items: versions} = await store.listVersions({app: app.id, limit: PAGE}, signal);
    const wanted = params.version?.platform ?? params.platforms?.[0] ?? versions[0]?.platform;
    const platform = PLATFORMS.find((one) => one === wanted) ?? 'IOS';
    const previous = highest(versions.filter((version) => version.platform === platform)) ?? versions[0];
    if (!previous) return {app, versions, platform, last: undefined};
    const view = await store.viewVersion({id: previous.id, withPhasedRelease: true}, signal);
    return {app: app.name ? app : (view.app ?? app), versions, platform, last: view.version};
  });
  useFirstRead(load);
  const target = {app: load.data?.app ?? params.app, readOnly};
  const name = target.app ? appLabel(target.app) : appId;
  const crumbs = ['Apps', name, 'New version'];
  if (readOnly !== undefined) {
    const why = `Not possible now: ${whyNot('create', target)}. Nothing was sent.`;
    return <UnavailableFlow {...{crumbs, target}} reasons={[actionTitle('create', target), why]} />;
  }
  if (load.data) return <CreateForm existing={load.data} />;
  return <Screen {...{crumbs, load}} reading={name} />;
}

interface Existing {
  app: App;
  versions: readonly StoreVersion[];
  platform: Platform;
  last: StoreVersion | undefined;
}

export function createLabels({versions, last}: Existing, values: Values): Labels<typeof createVersion.flags> {
  const {platform = ''} = values;
  const proposal = nextVersion(versions, platform);
  const isTaken = (text: string) =>
    versions.some((version) => version.platform === platform && version.versionString === text);
  return {
    platform: {label: 'Platform', valueName: platformName},
    version: {
      label: 'Version',
      help: proposalHelp(proposal),
      proposed: proposal.text,
      parse(text) {
        const version = createVersion.flags.version.parse(text);
        if (isTaken(version)) throw new ToolError('usage', `is already taken on ${platformName(platform)}`);
      },
    },
    copyright: {label: 'Copyright', help: last?.copyright ? `from ${last.versionString}` : 'needed for review'},
    'release-type': {label: 'Release', valueName: plainLabel},
    'earliest-release-date': releaseDateLabel(values),
    app: false,
    'if-exists': false,
    'dry-run': false,
  };
}

function proposalHelp({after, sameAs}: Proposal): string {
  if (after !== undefined) return `next after ${after}`;
  return sameAs === undefined ? 'e.g. 2.1.0' : `as on ${platformName(sameAs)}`;
}

/** Copies the last version's copyright and release type, but no scheduled release: its date was for that version. */
function firstValues({platform, versions, last}: Existing): Values {
  const type = last?.releaseType;
  return {
    platform,
    version: nextVersion(versions, platform).text,
    copyright: last?.copyright ?? '',
    'release-type': type === 'MANUAL' || type === 'AFTER_APPROVAL' ? type : '',
  };
}

function followPlatform(platform: string, values: Values, versions: readonly StoreVersion[]): Values {
  const proposed = nextVersion(versions, values.platform ?? '').text;
  return values.version === proposed ? {version: nextVersion(versions, platform).text} : {};
}

function blockWarnings(versions: readonly StoreVersion[], platform: string): string[] {
  const moving = inFlight(versions, platform);
  if (!moving) return [];
  const {version, blocks} = moving;
  const what = `${versionLabel(version)} is in flight (${stateDisplay(version.state).short})`;
  return [`${what}: the store ${blocks ? 'will refuse a second one' : 'may refuse a new one until it is released'}.`];
}

function useFirstStep(versionId: string | undefined): string {
  const {session} = useServices();
  const {data} = useQuery(versionId && `check:${versionId}`, async (signal) =>
    (await session.store()).checkVersion(versionId ?? '', {askService: false}, signal),
  );
  const first = data?.checks.find(({status}) => status === 'error');
  return data && first ? `${firstMissing(countMissing(data), first.message)}. ` : '';
}

function CreateForm({existing}: {existing: Existing}) {
  const {host} = useServices();
  const [createdId, setCreatedId] = useState<string>();
  const firstStep = useFirstStep(createdId);
  const router = useRouter();
  const nextSteps = useNextSteps();
  const {app, versions} = existing;
  const isPicked = router.stack.at(-2)?.params.pickFor !== undefined;
  return (
    <FormFlow
      crumbs={['Apps', appLabel(app), 'New version']}
      command={createVersion}
      fixed={new Map([['app', app.id]])}
      target={{app}}
      labels={(values) => createLabels(existing, values)}
      initial={firstValues(existing)}
      first="version"
      follow={(name, text, values) => (name === 'platform' ? followPlatform(text, values, versions) : {})}
      discard="Discard the new version?"
      warnings={({platform = ''}) => blockWarnings(versions, platform)}
      steps={(given, facts) => {
        const name = versionLabel({id: '', versionString: given.get('version'), platform: given.get('platform')});
        return {
          words: ['Create', 'Creating', 'Created'],
          of: name,
          facts: [['App', appLabel(app)], ...versionFirst(facts)],
          warnings: [
            ...copyrightWarnings(given.get('copyright') ?? ''),
            ...dateWarnings(given, undefined, host.clock.now()),
          ],
          result({version}) {
            const next = nextSteps({app, version});
            return {
              title: `Created ${versionLabel(version)}`,
              facts: [
                ['App', appLabel(app)],
                ['State', stateDisplay(version.state).name],
                ['ID', version.id],
              ],
              next: `${firstStep}L shows all steps.`,
              keys: [next.attach, next.steps, next.view, next.web],
              onShown() {
                selectBelow(router, version.id);
                setCreatedId(version.id);
              },
            };
          },
        };
      }}
      onDone={() => (isPicked ? router.reset('versions', {appId: app.id, app}) : router.back())}
    />
  );
}

/** Puts the version first again. The form asks for the platform first, because it decides the proposed version. */
function versionFirst([platform, version, ...others]: readonly Fact[]): Fact[] {
  return [version, platform, ...others].filter((fact) => fact !== undefined);
}
