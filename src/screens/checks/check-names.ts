import type {CheckId} from '../../services/model/readiness.ts';

/** What a check is about, as it is named beside others. */
export const CHECK_NAMES: Readonly<Record<CheckId, string>> = {
  build: 'build',
  encryption: 'encryption',
  'whats-new': "What's New",
  description: 'description',
  keywords: 'keywords',
  'support-url': 'support page',
  screenshots: 'screenshots',
  'review-contact': 'review contact',
  'demo-account': 'demo account',
  'age-rating': 'age rating',
  category: 'category',
  'content-rights': 'content rights',
  copyright: 'copyright',
  submission: 'submission',
  'release-date': 'release date',
  'not-visible': 'what is not visible',
  service: 'the store',
};
