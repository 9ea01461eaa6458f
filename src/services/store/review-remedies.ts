import {cleanText} from '../model/clean.ts';
import {type Remedy, type ServiceCause, ToolError} from '../model/error.ts';
import {type Requirement, remedyFor} from '../model/readiness.ts';
import {ACCOUNT, CONTACT} from '../model/readiness-rules.ts';
import type {Client} from './client.ts';
import {tryRead} from './reads.ts';
import {readNotes} from './release-notes.ts';
import type {ReviewedVersion} from './submissions.ts';
import {TYPE} from './wire.ts';

/** Explains in the tool's words why the service refuses to review the version. Returns any other error as it is. */
export async function withReviewRemedies(client: Client, version: ReviewedVersion, error: unknown): Promise<unknown> {
  if (!(error instanceof ToolError) || error.kind !== 'conflict') return error;
  const {causes = []} = error.facts.answer ?? {};
  if (causes.length === 0) return error;
  const isText = ({path}: ServiceCause) => idIn(path, TYPE.localization) !== undefined;
  const locales = causes.some(isText) ? await localesOf(client, version.id) : new Map<string, string>();
  const remedies = causes.map((cause): Remedy => {
    const requirement = requirementOf(cause);
    const locale = locales.get(idIn(cause.path, TYPE.localization) ?? '');
    const place = [locale, partOf(requirement, cause)].filter((part) => part !== undefined).map(cleanText);
    const where = place.length === 0 ? '' : ` (${place.join(', ')})`;
    if (!requirement) return {words: `${cause.words}${where}`};
    const remedy = remedyFor(requirement, version, {locale, buildId: idIn(cause.path, TYPE.build)});
    return {...remedy, words: `${remedy.words}${where}`};
  });
  return new ToolError('conflict', 'This version is not ready for review:', {
    cause: error,
    facts: {...error.facts, remedies: [...new Map(remedies.map((remedy) => [remedy.words, remedy])).values()]},
  });
}

function idIn(path: string, type: string): string | undefined {
  return new RegExp(`^/v1/${type}/([A-Za-z0-9._-]+)$`).exec(path)?.[1];
}

async function localesOf(client: Client, versionId: string): Promise<Map<string, string>> {
  const found = await tryRead(client, readNotes(client, versionId));
  return new Map(found?.notes.map(({id, locale}) => [id, locale]));
}

const MEMBERS = new Map<string, Requirement>([
  ['build', 'build'],
  ['usesNonExemptEncryption', 'encryption'],
  ['whatsNew', 'whats-new'],
  ['description', 'description'],
  ['keywords', 'keywords'],
  ['supportUrl', 'support-url'],
  ...CONTACT.map((name): [string, Requirement] => [name, 'review-contact']),
  ...ACCOUNT.map((name): [string, Requirement] => [name, 'demo-account']),
  ['contentRightsDeclaration', 'content-rights'],
  ['primaryCategory', 'category'],
  ['copyright', 'copyright'],
]);

function memberOf({pointer, words}: ServiceCause): string {
  if (pointer !== undefined) return pointer.split('/').at(-1) ?? '';
  const named = /(?:attribute|relationship) ['"\u2018\u201c](\w+)/i.exec(words)?.[1];
  const quoted = [...words.matchAll(/['"\u2018\u201c](\w+)['"\u2019\u201d]/g)].map(([, name = '']) => name);
  return named ?? quoted.find((name) => MEMBERS.has(name)) ?? '';
}

const REVIEW_DETAIL = /ReviewDetail$/;

function requirementOf(cause: ServiceCause): Requirement | undefined {
  if (/SCREENSHOT/.test(cause.code ?? '')) return 'screenshots';
  if (idIn(cause.path, TYPE.ageRating)) return 'age-rating';
  const member = memberOf(cause);
  return MEMBERS.get(member) ?? (REVIEW_DETAIL.test(member) ? 'review-contact' : undefined);
}

function partOf(requirement: Requirement | undefined, cause: ServiceCause): string | undefined {
  if (requirement === 'screenshots') return /SCREENSHOT_REQUIRED\.(.+)$/.exec(cause.code ?? '')?.[1];
  if (!['review-contact', 'demo-account', 'age-rating'].includes(requirement ?? '')) return undefined;
  const member = memberOf(cause);
  return REVIEW_DETAIL.test(member) ? undefined : member || undefined;
}
