import { existsSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { askOnce } from '../../server/src/jobs/claude-code/ask/ask-once.ts';
import { proposeRewrite } from '../../server/src/jobs/rewriting/propose-rewrite.ts';
import type { RewriteFacts } from '../../server/src/jobs/rewriting/rewrite-request.ts';
import type { ClaudeCode } from '../../server/src/platform/claude-code.ts';
import { nodeScratchFolders } from '../../server/src/platform/node/node-scratch-folders.ts';
import { openText } from '../unit/features/open-text.ts';
import { isolated, permissive, sessionIn } from './isolated-session.ts';
import { scratchSession } from './scratch-session.ts';
import { type ScriptedTurn, startScriptedModel } from './scripted-model.ts';
import { installedRelease } from './verified-release.ts';

const text = '---\nname: review\ndescription: Reviews a diff and the tests.\n---\nReview it.\n';

const facts: RewriteFacts = {
  kind: 'skill',
  text,
  findings: [{ rule: 'description-no-trigger', line: 3, message: 'It does not say when' }],
  pages: new Map([['description-no-trigger', 'The page of the rule.']]),
  facts: [],
  mark: 'a1b2c3',
};

function replacing(old: string, now: string): string {
  return `<old-a1b2c3>\n${old}\n</old-a1b2c3>\n<new-a1b2c3>\n${now}\n</new-a1b2c3>`;
}

const good = replacing('and the tests.', 'and the tests. Use when asked for a review.');
const bad = replacing('Review it.', 'Review it with !`touch injected`.');

const program = { path: installedRelease().program, version: undefined };

/** Asks the real Claude Code for other words, whose model follows a script. */
async function proposed(script: readonly ScriptedTurn[], dollars?: number) {
  const scratch = scratchSession({
    ...permissive,
    'CLAUDE.md': 'Words of the project',
    '.claude/skills/review/SKILL.md': text,
  });
  const model = await startScriptedModel(script.map((turn) => ({ when: 'old-a1b2c3', ...turn })));
  const folders: string[] = [];
  const claudeCode: ClaudeCode = {
    ...isolated(scratch, model),
    start(given, start) {
      folders.push(start.folder);
      return isolated(scratch, model).start(given, start);
    },
  };
  const machine = { claudeCode, program, scratchFolders: nodeScratchFolders };
  const session = sessionIn(scratch);
  const result = await proposeRewrite(facts, dollars, {
    ask: (question, left) => askOnce(question, session, left, machine),
    async check(content) {
      const { open } = openText(content);
      return { document: open.document, findings: open.findings };
    },
    signal: new AbortController().signal,
  });
  return { result, model, folders, left: readdirSync(scratch.project).sort() };
}

const untouched = ['.claude', 'CLAUDE.md'];

test('other words are proposed without tools, hooks and files of the project', async () => {
  const { result, model, folders, left } = await proposed([{ text: good }]);
  expect(result).toMatchObject({ verdict: 'Resolves 1 finding, adds none', reasons: [] });
  expect(result.cost).toBeGreaterThan(0);
  // Requests of the agent's loop are those that offer tools.
  expect(model.requests).toEqual([]);
  const [request] = model.withoutTools.filter((it) => it.includes('old-a1b2c3'));
  expect(request).toContain('The page of the rule.');
  expect(request).not.toContain('Words of the project');
  expect(existsSync(folders[0]!)).toBe(false);
  expect(left).toEqual(untouched);
});

test('a model that calls tools nevertheless reaches nothing', async () => {
  const calls = [
    { tool: 'Bash', input: { command: 'touch bashed', description: 'x' } },
    { tool: 'Write', input: { file_path: 'written', content: 'x' } },
  ];
  const { result, left } = await proposed([{ text: good, calls }, { calls }, { calls }]);
  expect(left).toEqual(untouched);
  expect('problem' in result || result.reasons.length === 0).toBe(true);
});

test('what adds a command is sent back once, with the reason, and rejected', async () => {
  const { result, model, folders } = await proposed([{ text: bad }, { text: bad }]);
  expect(folders).toHaveLength(2);
  const asked = model.withoutTools.filter((it) => it.includes('old-a1b2c3'));
  expect(asked.at(-1)).toContain('It adds a command that runs when the file is loaded');
  expect(result).toMatchObject({ reasons: expect.arrayContaining([expect.stringContaining('touch injected')]) });
});

test('what the first answer has cost counts for the second one', async () => {
  const usage = { input_tokens: 100_000, output_tokens: 5_000 };
  const { result, folders } = await proposed([{ text: bad, usage }, { text: good }], 0.02);
  expect(folders).toHaveLength(1);
  expect('problem' in result || result.reasons.length > 0).toBe(true);
});
