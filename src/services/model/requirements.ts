import type {Remedy} from './error.ts';
import {appPage} from './web-pages.ts';

/** What a version must have before review takes it. */
export type Requirement =
  | 'build'
  | 'encryption'
  | 'whats-new'
  | 'description'
  | 'keywords'
  | 'support-url'
  | 'screenshots'
  | 'review-contact'
  | 'demo-account'
  | 'age-rating'
  | 'category'
  | 'content-rights'
  | 'copyright';

/** What is said where it is missing. */
const MISSING: Readonly<Record<Requirement, string>> = {
  build: 'No build that can be reviewed is attached',
  encryption: 'The build has no answer about encryption',
  'whats-new': "What's New is missing",
  description: 'The description is missing',
  keywords: 'The keywords are missing',
  'support-url': 'The support URL is missing',
  screenshots: 'Screenshots are missing',
  'review-contact': 'The contact for the reviewer is missing or incomplete',
  'demo-account': 'The demo account is required and incomplete',
  'age-rating': 'The age rating is not answered',
  category: 'The primary category is missing',
  'content-rights': 'The declaration of content rights is missing',
  copyright: 'The copyright is missing',
};

interface Place {
  locale?: string;
  buildId?: string;
}

/** What is missing, and what mends it: a command where the tool has one, else the page where it is done. */
export function remedyFor(
  requirement: Requirement,
  {id, appId}: {id: string; appId?: string},
  {locale, buildId}: Place = {},
): Remedy {
  const words = MISSING[requirement];
  const version = {'version-id': id};
  switch (requirement) {
    case 'build':
      return {words, command: {command: ['versions', 'attach-build'], flags: {...version, build: 'latest'}}};
    case 'encryption':
      if (buildId === undefined) break;
      return {
        words,
        command: {command: ['builds', 'update'], flags: {'build-id': buildId, 'uses-encryption': 'false'}},
        hint: 'false, or true if it uses encryption that is not exempt',
      };
    case 'whats-new': {
      const flags = {...version, ...(locale === undefined ? {} : {locale}), text: 'TEXT'};
      return {words, command: {command: ['release-notes', 'set'], flags}};
    }
    case 'copyright':
      return {words, command: {command: ['versions', 'update'], flags: {...version, copyright: 'TEXT'}}};
  }
  return {words, hint: appId === undefined ? 'on the web page of the app' : appPage(appId)};
}
