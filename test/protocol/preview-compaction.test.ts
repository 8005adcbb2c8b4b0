import { describe, expect, test } from 'vitest';
import type { InlayHint } from 'vscode-languageserver-types';
import { bundleServerForTests } from './editor.ts';
import { startPreviews } from './start-previews.ts';

bundleServerForTests();

const line = 'Each line of this skill has the same number of characters.\n';
const long = (name: string) => `---\ndescription: Long ${name}\n---\nDo $ARGUMENTS now.\n${line.repeat(500)}`;
const file = (name: string) => `app/.claude/skills/${name}/SKILL.md`;
const names = ['one', 'two', 'three', 'four', 'five', 'six'];
const files = {
  ...Object.fromEntries(names.map((name) => [file(name), long(name)])),
  [file('short')]: '---\ndescription: Short\n---\nStop.\n',
  [file('aside')]: `---\ndescription: Aside\ncontext: fork\n---\n${line.repeat(500)}`,
};
const everything = { start: { line: 0, character: 0 }, end: { line: 600, character: 0 } };

describe('what is left after a compaction', () => {
  test('is sent only if it is asked for, with the cut in the text and in the file', async () => {
    const { shown } = await startPreviews(files);
    expect((await shown(file('one'))).compaction).toBeUndefined();
    const { text, compaction } = await shown(file('one'), 'push', { compaction: { newer: [] } });
    const { state, message, range, cut, skills, newer, tokens, maxTokens } = compaction!;
    expect([state, newer, tokens, maxTokens]).toEqual(['cut', 0, 5000, 25_000]);
    expect(skills).toEqual([{ name: 'one', state: 'cut', characters: text.length, left: 19_900, tokens: 5000 }]);
    expect(cut!.text).toBe(19_900);
    expect(message!.slice(range!.start, range!.start + cut!.text)).toBe(text.slice(0, cut!.text));
    // What follows in the text follows in the file.
    expect(long('one').slice(cut!.source)).toBe(text.slice(cut!.text));
  });

  test('depends on the skills that are invoked afterwards', async () => {
    const { shown } = await startPreviews(files);
    const asked = async (...newer: readonly string[]) =>
      (await shown(file('one'), '', { compaction: { newer } })).compaction!;
    const two = await asked('two', 'short', 'missing', 'aside', 'one');
    expect(two.skills.map(({ name, state }) => `${name} ${state}`)).toEqual(['short whole', 'two cut', 'one cut']);
    expect(two.possiblyNewer.map(({ name }) => name)).toEqual(['five', 'four', 'six', 'three', 'two', 'short']);
    const five = await asked(...names.slice(1));
    expect([five.state, five.cut, five.range, five.newer]).toEqual(['lost', undefined, undefined, 5]);
    expect(five.message).not.toContain('### Skill: one\n');
    expect(five.explanation).toEqual([
      'Nothing is left: the 5 newer skills take 25,000 of the 25,000 tokens that Claude Code keeps',
    ]);
  });

  test('is nothing for a fork, and everything of a short text', async () => {
    const { shown } = await startPreviews(files);
    const asked = { compaction: { newer: ['short'] } };
    const fork = (await shown(file('aside'), '', asked)).compaction!;
    expect([fork.state, fork.skills.length, fork.newer]).toEqual(['lost', 1, 1]);
    expect(fork.explanation[0]).toContain('runs in a subagent');
    const short = (await shown(file('short'), '', asked)).compaction!;
    expect([short.state, short.cut, short.skills.length]).toEqual(['whole', undefined, 1]);
  });

  test('is marked in the editor where the text is cut, also without a preview', async () => {
    const { editor, uri, shown } = await startPreviews(files);
    const marks = async (name: string, range = everything) => {
      const asked = { textDocument: { uri: uri(file(name)) }, range };
      const hints = await editor.connection.sendRequest<InlayHint[]>('textDocument/inlayHint', asked);
      return hints.filter(({ label }) => label === 'cut by /compact');
    };
    for (const name of ['one', 'short', 'aside']) await editor.open(uri(file(name)), files[file(name)]!);
    const [mark] = await marks('one');
    const text = long('one');
    const offset = text.split('\n').slice(0, mark!.position.line).join('\n').length + 1 + mark!.position.character;
    const { compaction } = await shown(file('one'), '', { compaction: { newer: [] } });
    expect(offset).toBe(compaction!.cut!.source);
    expect(JSON.stringify(mark!.tooltip)).toContain('The first 19,900 of');
    expect(await marks('one', { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } })).toEqual([]);
    expect([await marks('short'), await marks('aside')]).toEqual([[], []]);
    // Longer arguments move the cut to the front of the file.
    await shown(file('one'), 'to push '.repeat(100));
    const [moved] = await marks('one');
    expect(moved!.position.line).toBeLessThan(mark!.position.line);
  });
});
