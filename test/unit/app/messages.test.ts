import {describe, expect, it} from 'vitest';
import {type Message, messageQueue} from '../../../src/app/session/messages.ts';

describe('messages of the app', () => {
  it('holds messages for the app until the app listens, then delivers them at once', () => {
    const queue = messageQueue();
    const heard: Message[] = [];
    queue.warn('mixed');
    queue.note('local config');
    const stop = queue.listen((message) => heard.push(message));
    queue.warn('later');
    expect(heard).toEqual([
      {kind: 'warning', text: 'mixed'},
      {kind: 'note', text: 'local config'},
      {kind: 'warning', text: 'later'},
    ]);
    stop();
    queue.warn('while nobody listens');
    expect(heard).toHaveLength(3);
    queue.listen((message) => heard.push(message));
    expect(heard.at(-1)).toEqual({kind: 'warning', text: 'while nobody listens'});
  });
});
