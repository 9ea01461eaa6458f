import {useEffect, useState} from 'react';
import type {MessageQueue} from '../../app/messages.ts';
import type {Clock} from '../../services/ports.ts';
import type {Toast} from '../context/shell.ts';
import {useCountdown} from '../time/use-countdown.ts';

/**
 * Hears what the services have to say: messages go to `show`.
 *
 * @returns a countdown while the rate limit makes requests wait
 */
export function useMessages(messages: MessageQueue, clock: Clock, show: (toast: Toast) => void): Toast | undefined {
  const [until, setUntil] = useState<number>();
  useEffect(
    () =>
      messages.listen((message) => {
        if (message.kind === 'rate-limit') setUntil(message.ms > 0 ? clock.now() + message.ms : undefined);
        else if (message.kind === 'warning') show({text: `Warning: ${message.text}`, tone: 'busy'});
        else show({text: message.text});
      }),
    [messages, clock, show],
  );
  const left = useCountdown(until, clock);
  return until === undefined ? undefined : {text: `Rate limited: retrying in ${Math.max(1, left)} s`, tone: 'busy'};
}
