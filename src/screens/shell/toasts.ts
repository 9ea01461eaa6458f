import {useEffect, useMemo, useReducer, useRef, useState} from 'react';
import type {MessageQueue} from '../../app/session/messages.ts';
import type {Clock} from '../../services/ports.ts';
import type {ServiceEvent, Stage} from '../../services/store/client.ts';
import {useCountdown} from '../context/services.ts';
import type {Toast} from '../context/shell.ts';
import {inKeys} from '../frame/banner.ts';

export const MESSAGE_MS = 2000;

/** The first toast in the queue is the one on the screen, where it appeared at `since`. */
export interface Toasts {
  queue: readonly (Toast & {isMessage?: boolean})[];
  since: number;
}

export type ToastAction =
  | {type: 'answer'; toast: Toast}
  | {type: 'message'; toast: Toast; at: number}
  | {type: 'key'; at: number}
  | {type: 'over'; toast: Toast; at: number};

export const NO_TOASTS: Toasts = {queue: [], since: 0};

/** Shows an answer to a key before all messages, until the next key. A message stays long enough to be read. */
export function toastReducer(toasts: Toasts, action: ToastAction): Toasts {
  const {queue, since} = toasts;
  const [shown, ...waiting] = queue;
  switch (action.type) {
    case 'answer':
      return {queue: [action.toast, ...(shown?.isMessage ? queue : waiting)], since};
    case 'message': {
      const {toast, at} = action;
      if (queue.some(({text}) => text === toast.text)) return toasts;
      return {queue: [...queue, {...toast, isMessage: true}], since: shown ? since : at};
    }
    case 'key':
    case 'over': {
      if (!shown || (action.type === 'over' && action.toast !== shown)) return toasts;
      const isRead = !shown.isMessage || action.at - since >= MESSAGE_MS;
      return isRead ? {queue: waiting, since: action.at} : toasts;
    }
  }
}

type RetryReason = Extract<ServiceEvent, {kind: 'retry'}>['why'];
const RETRIED: Readonly<Record<RetryReason, string>> = {limited: 'Rate limited', failed: 'The service failed'};

export function useToasts(messages: MessageQueue, clock: Clock, onLimitLeft: (share: number) => void) {
  const [{queue}, dispatch] = useReducer(toastReducer, NO_TOASTS);
  const [shown] = queue;
  const latest = useRef(shown);
  latest.current = shown;
  const calls = useMemo(
    () => ({
      answer: (toast: Toast) => dispatch({type: 'answer', toast}),
      onKey: () => dispatch({type: 'key', at: clock.now()}),
      onFrame() {
        const {current: toast} = latest;
        if (toast?.holds?.() === false) dispatch({type: 'over', toast, at: clock.now()});
      },
    }),
    [clock],
  );
  const [waits, setWaits] = useState<readonly {until: number; why: RetryReason}[]>([]);
  const [stage, setStage] = useState<Stage>();
  useEffect(() => {
    const show = (toast: Toast) => dispatch({type: 'message', toast, at: clock.now()});
    return messages.listen((message) => {
      switch (message.kind) {
        case 'warning':
          return show({text: `Warning: ${inKeys(message.text)}`, tone: 'busy'});
        case 'note':
          return show({text: message.text});
        case 'retry': {
          const {ms, why} = message;
          const next = {until: clock.now() + ms, why};
          return setWaits((before) => {
            if (ms > 0) return [...before, next].sort((a, b) => a.until - b.until);
            const ended = before.find((one) => one.why === why);
            return before.filter((one) => one !== ended);
          });
        }
        case 'stage':
          return setStage(message.stage);
        case 'limit-left':
          return onLimitLeft(message.share);
      }
    });
  }, [messages, clock, onLimitLeft]);
  const [wait] = waits;
  const left = useCountdown(wait?.until, clock);
  const retry: Toast | undefined = wait && {
    text: `${RETRIED[wait.why]}: retrying in ${Math.max(1, left)} s`,
    tone: 'busy',
  };
  return {shown: shown ?? retry, stage, ...calls};
}
