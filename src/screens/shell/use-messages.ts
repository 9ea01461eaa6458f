import {useEffect, useState} from 'react';
import type {MessageQueue} from '../../app/session/messages.ts';
import type {Clock} from '../../services/ports.ts';
import type {Toast} from '../context/shell.ts';
import {useCountdown} from '../time/use-countdown.ts';

interface Listeners {
  show(toast: Toast): void;
  onLimitLeft(share: number): void;
}

/**
 * Hears what the services have to say.
 *
 * @returns a countdown while the rate limit makes requests wait
 */
export function useMessages(messages: MessageQueue, clock: Clock, {show, onLimitLeft}: Listeners): Toast | undefined {
  // When each request that waits is sent again, the next one first.
  const [waits, setWaits] = useState<readonly number[]>([]);
  useEffect(
    () =>
      messages.listen((message) => {
        switch (message.kind) {
          case 'warning':
            return show({text: `Warning: ${message.text}`, tone: 'busy'});
          case 'note':
            return show({text: message.text});
          case 'rate-limit':
            return setWaits((before) =>
              message.ms > 0 ? [...before, clock.now() + message.ms].sort((a, b) => a - b) : before.slice(1),
            );
          case 'limit-left':
            return onLimitLeft(message.share);
        }
      }),
    [messages, clock, show, onLimitLeft],
  );
  const [until] = waits;
  const left = useCountdown(until, clock);
  return until === undefined ? undefined : {text: `Rate limited: retrying in ${Math.max(1, left)} s`, tone: 'busy'};
}
