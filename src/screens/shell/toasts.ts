import type {Toast} from '../context/shell.ts';

/** A message of the services, which nobody asked for, stays this long whatever is typed. */
export const MESSAGE_MS = 2000;

/** The line above the footer, and what waits for its turn there. */
export interface Toasts {
  shown?: Toast & {
    /** Of a message: when it appeared, in milliseconds since the epoch. */
    since?: number;
  };
  waiting: readonly Toast[];
}

export type ToastAction =
  /** An answer to a key: shown at once. */
  | {type: 'answer'; toast: Toast}
  /** A message of the services: shown when those before it have been seen. */
  | {type: 'message'; toast: Toast; at: number}
  /** A key was pressed. */
  | {type: 'key'; at: number};

export const NO_TOASTS: Toasts = {waiting: []};

export function toastReducer(toasts: Toasts, action: ToastAction): Toasts {
  const {shown, waiting} = toasts;
  switch (action.type) {
    case 'answer':
      return {shown: action.toast, waiting: shown?.since === undefined ? waiting : [shown, ...waiting].map(bare)};
    case 'message': {
      const {toast, at} = action;
      if ([shown, ...waiting].some((other) => other?.text === toast.text)) return toasts;
      return shown ? {shown, waiting: [...waiting, toast]} : {shown: {...toast, since: at}, waiting};
    }
    case 'key': {
      if (!shown || (shown.since !== undefined && action.at - shown.since < MESSAGE_MS)) return toasts;
      const [next, ...rest] = waiting;
      return next ? {shown: {...next, since: action.at}, waiting: rest} : NO_TOASTS;
    }
  }
}

function bare({text, tone}: Toast): Toast {
  return {text, tone};
}
