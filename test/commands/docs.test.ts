import {readFileSync, writeFileSync} from 'node:fs';
import {resolve} from 'node:path';
import {describe, expect, test} from 'vitest';
import type {Effect} from '../../src/app/command.ts';
import {readInvocation} from '../../src/app/command-line/read-command.ts';
import {commands} from '../../src/app/commands/index.ts';
import {EXIT_CODES} from '../../src/services/model/error.ts';
import {startAgent, textOf} from '../support/agent.ts';
import {PracticeStore} from '../support/practice-store.ts';

const AGENTS = resolve('docs/agents.md');
const MCP = readFileSync('docs/mcp.md', 'utf8');
const MADE = /(<!-- made from[^\n]*-->\n)([\s\S]*)$/;

const EFFECTS: Readonly<Record<Effect, string>> = {
  none: 'only read',
  local: 'change local files or the keychain',
  write: 'write to the store, and can be undone',
  final: 'cannot be undone, at worst',
};

function lists(): string {
  const names = (effect: Effect) =>
    commands.filter((one) => one.effect === effect).map(({path}) => `\`${path.join(' ')}\``);
  return [
    '',
    '| commands | |',
    '|---|---|',
    ...Object.entries(EFFECTS).map(([effect, words]) => `| ${words} | ${names(effect as Effect).join(', ')} |`),
    '',
    '| exit code | |',
    '|---|---|',
    ...EXIT_CODES.map(([code, meaning]) => `| ${code} | ${meaning} |`),
    '',
  ].join('\n');
}

describe('docs/agents.md', () => {
  test('lists every command and every exit code in docs/agents.md', () => {
    const text = readFileSync(AGENTS, 'utf8');
    if (process.env.UPDATE_DOCS)
      writeFileSync(
        AGENTS,
        text.replace(MADE, (_, mark) => `${mark}${lists()}`),
      );
    expect(MADE.exec(readFileSync(AGENTS, 'utf8'))?.[2]).toBe(lists());
  });

  test('mentions only existing commands and flags in docs/agents.md, in text that fits one screen', () => {
    const text = readFileSync(AGENTS, 'utf8').split('<!--')[0] ?? '';
    const lines = [...text.matchAll(/`tool ([^`]+)`/g)].map(([, words = '']) => words.split(' '));
    expect(lines.length).toBeGreaterThan(5);
    for (const words of lines) expect(() => readInvocation(words, commands)).not.toThrow();
    expect(text.split('\n').length).toBeLessThan(25);
  });
});

describe('docs/mcp.md', () => {
  test('mentions only valid command lines in docs/mcp.md', () => {
    const shell = [...MCP.matchAll(/^(?:claude|codex|gemini) mcp add store (?:-- )?tool (.*)$/gm)].map(
      ([, words]) => words,
    );
    expect(shell).toEqual(['mcp', 'mcp', 'mcp']);
    const blocks = [...MCP.matchAll(/^```json\n(.*)\n```$/gm)].map(([, text = '']) => JSON.parse(text));
    const servers = blocks.flatMap((block) => Object.values(Object.values(block)[0] as object));
    expect(servers).toEqual([
      {command: 'tool', args: ['mcp']},
      {type: 'stdio', command: 'tool', args: ['mcp']},
    ]);
    for (const [, words = ''] of MCP.matchAll(/`tool (mcp [^`]+)`/g)) {
      expect(() => readInvocation(words.split(' '), commands)).not.toThrow();
    }
  });

  test("prints the MCP server's actual answers in docs/mcp.md", async () => {
    const session = /^```text\n([\s\S]*?)^```$/m.exec(MCP)?.[1] ?? '';
    const exchanges = [...session.matchAll(/^> (\w+) (.*)\n< (.*)$/gm)];
    expect(exchanges).toHaveLength(7);
    const store = new PracticeStore();
    const agent = await startAgent((words, more) => store.run(words, more), ['--allow-writes']);
    await agent.client.listTools();
    let confirmation = '';
    for (const [, name = '', given = '', expected = ''] of exchanges) {
      const result = await agent.call(name, JSON.parse(given.replace('CONFIRMATION', confirmation)));
      confirmation = result.structuredContent.confirmation ?? confirmation;
      const wanted = JSON.parse(expected.replace('CONFIRMATION', confirmation));
      const {checks} = result.structuredContent;
      const shown = checks ? {...result.structuredContent, checks: checks.slice(0, 1)} : result.structuredContent;
      expect(shown, textOf(result)).toMatchObject(wanted);
    }
    expect((await agent.end()).code).toBe(0);
  });
});
