import { describe, expect, test } from 'vitest';
import { overusedReport } from '../../../server/src/jobs/skills/why/why-overused.ts';
import { readQuestion } from '../../../server/src/jobs/skills/why/why-question.ts';
import type { WhyReport } from '../../../server/src/protocol.ts';
import { catalogOf, type Disk, skillPath } from './session-of.ts';

const path = skillPath('review');

function skill(...lines: readonly string[]): string {
  return ['---', ...lines, '---', 'Do it.', ''].join('\n');
}

async function ask(disk: Disk): Promise<WhyReport> {
  const { catalog, session } = await catalogOf(disk);
  return overusedReport((await readQuestion(catalog, `project:${path}`, session))!);
}

const narrow = 'description: Reviews a git diff for leaks of memory in C++. Not for other languages.';

describe('why a skill is used too often', () => {
  test('nothing is wrong, and yet there are ways to keep it away', async () => {
    const report = await ask({ [path]: skill(narrow) });
    expect(report.title).toBe('Why is `review` used too often?');
    expect(report.verdict).toMatch(/^Its description is not too broad/);
    expect(report.steps.map(({ state }) => state)).not.toContain('bad');
    const texts = report.steps.map(({ text }) => text).join('\n');
    expect(texts).toContain('`paths`');
    expect(texts).toContain('`disable-model-invocation: true`');
    expect(report.steps.at(-1)?.fix).toEqual({
      kind: 'override',
      title: 'Hide from Model',
      skill: `project:${path}`,
      value: 'user-invocable-only',
    });
  });

  test('it claims everything', async () => {
    const report = await ask({ [path]: skill('description: Always needed, for any Python code in every project') });
    expect(report.verdict).toContain('is too broad: it says `always needed`, `any python code` and `every project`');
    expect(report.steps[0]?.fix).toMatchObject({ kind: 'open', line: 1 });
  });

  test('words that are wide elsewhere are not held against it', async () => {
    const report = await ask({
      [path]: skill('description: Stages all files, commits, and always signs what any hook lets pass'),
    });
    expect(report.verdict).toMatch(/^Its description is not too broad/);
  });

  test('it says nothing of its own', async () => {
    const report = await ask({ [path]: skill('description: Helps with code') });
    expect(report.steps.map(({ text }) => text).join()).toContain('says very little');
  });

  test('it has no description at all', async () => {
    expect((await ask({ [path]: skill('model: opus') })).verdict).toContain('guesses from “Do it.”');
  });

  test('others compete, with their words', async () => {
    const other = skillPath('check-diff');
    const report = await ask({
      [path]: skill('description: Reviews a git diff for leaks of memory'),
      [other]: skill('description: Reviews the git diff and finds leaks of memory'),
    });
    expect(report.verdict).toMatch(/^`check-diff` is [\d.]+\u00A0% similar; both mention /);
    expect(report.verdict).toContain('“Reviews the git diff and finds leaks of memory”');
    const step = report.steps.find(({ text }) => text === report.verdict);
    expect(step?.locations).toEqual([{ label: 'check-diff', uri: `file://${other}` }]);
  });

  test('the model has no part in it', async () => {
    const report = await ask({ [path]: skill(narrow, 'disable-model-invocation: true') });
    expect(report.verdict).toBe('The model does not see `review`, so it was used by typing `/review`');
    expect(report.steps).toEqual([]);
  });

  test('another one has its name', async () => {
    const report = await ask({ [path]: skill(narrow), '/home/me/.claude/skills/review/SKILL.md': skill(narrow) });
    expect(report.verdict).toContain('`~/.claude/skills/review/SKILL.md`');
  });

  test('what waits for files already is not told to, nor what users cannot type', async () => {
    const hidden = await ask({ [path]: skill(narrow, 'user-invocable: false') });
    expect(hidden.steps.map(({ text }) => text).join()).not.toContain('disable-model-invocation');
    const waiting = await ask({ [path]: skill(narrow, 'paths: src') });
    expect(waiting.steps.map(({ text }) => text).join()).toContain('disable-model-invocation');
    expect(waiting.steps.map(({ text }) => text).join()).not.toContain('`paths`');
  });
});
