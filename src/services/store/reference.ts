import {cleanText} from '../model/clean.ts';
import {ToolError} from '../model/error.ts';
import {formatReference, parseReference, type VersionReference, type Which} from '../model/reference.ts';
import {statesThatAre, type VersionState} from '../model/states.ts';
import type {Platform, StoreVersion} from '../model/version.ts';
import {findApp} from './apps.ts';
import type {Client} from './client.ts';
import {allVersions} from './list-versions.ts';

/** The states that a word chooses; `latest` chooses by date, among all. */
const STATES: Readonly<Record<Which, readonly VersionState[] | undefined>> = {
  live: statesThatAre('live'),
  editable: statesThatAre('editable'),
  approved: statesThatAre('releasable'),
  latest: undefined,
};

/** How many of an app's versions are named where none matches. */
const NAMED = 10;

/** How the ID is written as long as only the reference is known. */
export function writtenId(version: string): string {
  return parseReference(version) ? `<id of ${version}>` : version;
}

/**
 * The ID of the version that an ID or a reference means. An ID costs no request and is not checked; a reference costs
 * one, and one more where its app is a bundle ID; an app of more versions than a page holds, one a page.
 * @throws ToolError not-found with what the app has instead; usage with the candidates where several match
 */
export async function resolveVersion(client: Client, version: string, signal?: AbortSignal): Promise<string> {
  const reference = parseReference(version);
  if (!reference) return version;
  if ('problem' in reference) throw new ToolError('usage', `The version ${reference.problem}`);
  const app = await findApp(client, reference.app, signal);
  const {which, platform} = reference;
  const items = await allVersions(
    client,
    {
      app: app.id,
      versions: 'versionString' in which ? [which.versionString] : undefined,
      states: 'word' in which ? STATES[which.word] : undefined,
      platforms: platform && [platform],
    },
    signal,
  );
  const isLatest = 'word' in which && which.word === 'latest';
  const own = items.filter((item) => matches(item, reference));
  const matching = isLatest ? newest(own).slice(0, 1) : own;
  const [only, ...others] = matching;
  if (!only) throw await nothing(client, reference, app.id, signal);
  if (others.length > 0) throw several(reference, matching);
  return only.id;
}

/** The service's filters may be wider than what was asked for. */
function matches({versionString, state, platform}: StoreVersion, {which, platform: wanted}: VersionReference): boolean {
  if (wanted !== undefined && platform !== wanted) return false;
  if ('versionString' in which) return versionString === which.versionString;
  return STATES[which.word]?.some((name) => name === state) ?? true;
}

function newest(versions: readonly StoreVersion[]): StoreVersion[] {
  const created = ({createdDate}: StoreVersion) => Date.parse(createdDate ?? '') || 0;
  return versions.toSorted((one, other) => created(other) - created(one));
}

function several(reference: VersionReference, versions: readonly StoreVersion[]): ToolError {
  const platforms = new Set(versions.map(({platform}) => platform));
  const lines = versions.map((version) => {
    const platform = version.platform as Platform | undefined;
    const which = platforms.size === versions.length ? reference.which : {versionString: version.versionString ?? ''};
    return describe({...reference, which, platform}, version);
  });
  return new ToolError('usage', [`${formatReference(reference)} means several versions:`, ...lines].join('\n'), {
    hint: 'Give one of these instead, or an ID.',
  });
}

async function nothing(
  client: Client,
  reference: VersionReference,
  appId: string,
  signal?: AbortSignal,
): Promise<ToolError> {
  const error = new ToolError('not-found', `No version is ${formatReference(reference)}`);
  try {
    const items = await allVersions(client, {app: appId}, signal);
    if (items.length === 0) return error.with({line: 'The app has no versions.'});
    const lines = newest(items).map(({versionString = '', platform, ...version}) => {
      const which = {versionString};
      return describe({app: reference.app, which, platform: platform as Platform}, {...version, versionString});
    });
    const rest = lines.length > NAMED ? [`  … and ${lines.length - NAMED} more`] : [];
    return error.with({line: ['The app has instead:', ...lines.slice(0, NAMED), ...rest].join('\n')});
  } catch (reason) {
    if (signal?.aborted) throw reason;
    return error;
  }
}

/** `  com.example.app@3.4.0:IOS  IN_REVIEW`, to be pasted. */
function describe(reference: VersionReference, {state = '', id}: StoreVersion): string {
  return `  ${cleanText(formatReference(reference))}  ${cleanText(state)}  (${cleanText(id)})`;
}
