import type {Platform} from '../../model/version.ts';

/** What the wire's enums mean to the store, independently of the client. */

const EDITABLE: readonly string[] = [
  'PREPARE_FOR_SUBMISSION',
  'DEVELOPER_REJECTED',
  'REJECTED',
  'METADATA_REJECTED',
  'INVALID_BINARY',
];
/** A version in one of these was once on sale: the platform's next one is an update. */
export const ONCE_FOR_SALE: readonly string[] = [
  'READY_FOR_SALE',
  'PROCESSING_FOR_APP_STORE',
  'REMOVED_FROM_SALE',
  'REPLACED_WITH_NEW_VERSION',
];

export const isEditable = (state: string): boolean => EDITABLE.includes(state);

/** Older states that the newer enum renames or lacks. */
const RENAMED: Readonly<Record<string, string | undefined>> = {
  DEVELOPER_REMOVED_FROM_SALE: 'READY_FOR_DISTRIBUTION',
  PENDING_CONTRACT: 'ACCEPTED',
  PREORDER_READY_FOR_SALE: undefined,
  PROCESSING_FOR_APP_STORE: 'PROCESSING_FOR_DISTRIBUTION',
  READY_FOR_SALE: 'READY_FOR_DISTRIBUTION',
  REMOVED_FROM_SALE: 'READY_FOR_DISTRIBUTION',
  NOT_APPLICABLE: undefined,
};

export const newerState = (state: string): string | undefined =>
  Object.hasOwn(RENAMED, state) ? RENAMED[state] : state;

export const LOCALES: readonly string[] = `
  ar-SA ca cs da de-DE el en-AU en-CA en-GB en-US es-ES es-MX fi fr-CA fr-FR he hi hr hu id it ja ko ms nl-NL no pl
  pt-BR pt-PT ro ru sk sl-SI sv th tr uk vi zh-Hans zh-Hant
`
  .trim()
  .split(/\s+/);

/** Required screenshots by platform. */
export const SCREENSHOT_TYPE: Readonly<Record<Platform, string>> = {
  IOS: 'APP_IPHONE_65',
  MAC_OS: 'APP_DESKTOP',
  TV_OS: 'APP_APPLE_TV',
  VISION_OS: 'APP_APPLE_VISION_PRO',
};
