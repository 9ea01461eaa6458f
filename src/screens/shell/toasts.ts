import {useEffect, useMemo, useReducer, useRef, useState} from 'react';
import type {MessageQueue} from '../../app/session/messages.ts';
import type {Clock} from '../../services/ports.ts';
import type {ServiceEvent, Stage} from '../../services/store/client.ts';
import {useCountdown} from '../context/services.ts';
import type {Toast} from '../context/shell.ts';
import {inKeys} from '../frame/banner.ts';

export const MESSAGE_MS = 2000;

export interface Toasts {
  shown?: Toast & {since?: number};
  waiting: readonly Toast[];
}

export type ToastAction =
  | {type: 'answer'; toast: Toast}
  | {type: 'message'; toast: Toast; at: number}
  | {type: 'key'; at: number}
  | {type: 'over'; toast: Toast; at: number};

export const NO_TOASTS: Toasts = {waiting: []};

export function toastReducer(toasts: Toasts, action: ToastAction): Toasts {
  const {shown, waiting} = toasts;
  switch (action.type) {
    case 'answer':
      return {
        shown: action.toast,
        waiting: shown?.since === undefined ? waiting : [{text: shown.text, tone: shown.tone}, ...waiting],
      };
    case 'message': {
      const {toast, at} = action;
      if ([shown, ...waiting].some((other) => other?.text === toast.text)) return toasts;
      return shown ? {shown, waiting: [...waiting, toast]} : {shown: {...toast, since: at}, waiting};
    }
    case 'key':
    case 'over': {
      if (!shown || (shown.since !== undefined && action.at - shown.since < MESSAGE_MS)) return toasts;
      if (action.type === 'over' && action.toast !== shown) return toasts;
      const [next, ...rest] = waiting;
      return next ? {shown: {...next, since: action.at}, waiting: rest} : NO_TOASTS;
    }
  }
}

type RetryReason = Extract<ServiceEvent, {kind: 'retry'}>['why'];
const RETRIED: Readonly<Record<RetryReason, string>> = {limited: 'Rate limited', failed: 'The service failed'};

export function useToasts(messages: MessageQueue, clock: Clock, onLimitLeft: (share: number) => void) {
  const [{shown}, dispatch] = useReducer(toastReducer, NO_TOASTS);
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
