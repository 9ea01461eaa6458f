import type {Size} from '../../services/text/width.ts';
import type {Theme} from '../theme.ts';
import {appContext} from './app-context.ts';

export interface Display {
  theme: Theme;
  size: Size;
  /** Linear text, no boxes, numbered rows. */
  screenReader: boolean;
  pane: {shown: boolean; toggle(): void};
}

export const [DisplayContext, useDisplay] = appContext<Display>('useDisplay');
