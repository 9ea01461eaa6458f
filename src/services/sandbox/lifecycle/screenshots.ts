import type {Platform} from '../../model/version.ts';

/** The display type that a version of a platform must have screenshots for. */
export const SCREENSHOT_TYPE: Readonly<Record<Platform, string>> = {
  IOS: 'APP_IPHONE_65',
  MAC_OS: 'APP_DESKTOP',
  TV_OS: 'APP_APPLE_TV',
  VISION_OS: 'APP_APPLE_VISION_PRO',
};
