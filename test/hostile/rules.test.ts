import { describe, expect, test } from 'vitest';
import type { CatalogLocation } from '../../server/src/catalog/file/catalog-location.ts';
import { TARGETS } from '../../server/src/dialect/targets.ts';
import { readDocument } from '../../server/src/document/read-document.ts';
import type { RuntimeId } from '../../server/src/document/runtime-id.ts';
import { checkDocument, checkDocumentInTurns } from '../../server/src/rules/check-document.ts';
import { rules } from '../../server/src/rules/index.ts';
import type { Rule, RuleContext } from '../../server/src/rules/rule.ts';
import { oneIn } from '../every-test.ts';
import { type CheckOptions, fileContext } from '../unit/rules/expect-findings.ts';
import { expectLinearGrowth } from './growth.ts';
import { ruleShapes, settingsShapes, someShapes } from './rule-shapes.ts';
import { fill } from './shapes.ts';

/** Every target, so that rules that apply only to targets have findings. */
const targets = new Set(TARGETS.map(({ id }) => id));

/** Rules that are silent unless asked for run too. */
const levels = Object.fromEntries(rules.filter(({ level }) => level === 'off').map(({ id }) => [id, 'hint'] as const));

/** How frontmatter is read again to find its faults is measured with the reader. */
const measured = rules.filter(({ id }) => id !== 'yaml-syntax' && id !== 'yaml-lenient');

const skillNames = new Set(['a-b', 'skill-1', ...Array.from({ length: 198 }, (_, index) => `skill-name-${index}`)]);
const commandNames = new Set(['deploy-1']);
const names = Array.from({ length: 200 }, (_, index) => ({
  name: `skill-${index}`,
  alias: undefined,
  baseName: `skill-${index}`,
  plugin: undefined,
  loaded: true,
  notPreloaded: undefined,
  path: `/skills/skill-${index}/SKILL.md`,
  shownPath: `/skills/skill-${index}/SKILL.md`,
}));
const bundledPaths = new Set(Array.from({ length: 300 }, (_, index) => `b/file-${index}.md`));
const notExecutable = new Set(['b/c.sh']);
const unnamedFiles = Array.from({ length: 100 }, (_, index) => `b/a${index}.md`);
const mentions = new Map([
  ['b/c.md', { inProject: 'missing', inPlugin: false, size: undefined }],
  ['${CLAUDE_SKILL_DIR}/d.md', { inProject: undefined, inPlugin: false, size: undefined }],
] as const);
const references = Array.from({ length: 60 }, (_, index) => ({
  path: `b/file-${index}.md`,
  lines: 200,
  length: 9_000,
  headings: Array.from({ length: 100 }, (_, at) => `Part ${at}`),
  ownAnchors: [],
  lateHeadings: 8,
  hasContents: false,
  leadsTo: [`b/other-${index}.md`],
}));
const inCatalog: CatalogLocation = { own: undefined, names, preloadingAgents: [], ofThisSessionAlone: true };

/** A text read, with all that is read of it when it is first asked for. */
function prepare(text: string, runtime: RuntimeId, options: CheckOptions): RuleContext {
  const file = fileContext(options);
  const document = readDocument(text, runtime, file.kind);
  void document.body;
  void document.json;
  return { document, file, targets };
}

function failOnCrash(rule: Rule, error: unknown): never {
  throw new Error(`${rule.id} crashed`, { cause: error });
}

function check(context: RuleContext) {
  return checkDocument(measured, context, levels, failOnCrash);
}

async function expectLinearCheck(make: (size: number) => string, runtime: RuntimeId, options: CheckOptions) {
  await expectLinearGrowth(make, check, {
    prepare: (text) => prepare(text, runtime, options),
    // Some shapes take the reader long, which is not measured here.
    largest: 65_536,
  });
}

describe('checking takes time in proportion to the text', () => {
  test.each(oneIn(72, ruleShapes))('%s', async (_name, make) => {
    await expectLinearCheck(make, 'claude-code', {
      file: { skillNames, commandNames, bundledPaths, references, notExecutable, mentions, unnamedFiles },
    });
  });

  test.each(oneIn(72, someShapes(4)))('%s, as the first releases read it', async (_name, make) => {
    await expectLinearCheck(make, 'claude-code@2.1.7', { file: { skillNames, commandNames } });
  });

  test.each(oneIn(8, settingsShapes))('settings with %s', async (_name, make) => {
    await expectLinearCheck(make, 'claude-code', { path: '/project/.claude/settings.json', file: { inCatalog } });
  });

  test('the skills of an agent', async () => {
    const make = (size: number) => `---\nname: a\ndescription: D\nskills: ${fill('skill-1 skill-2 x:y ', size)}\n---\n`;
    await expectLinearCheck(make, 'claude-code', { path: '/project/.claude/agents/a.md', file: { inCatalog } });
  });
});

describe('findings that are not listed', () => {
  const text = (count: number) => `---\nname: a\ndescription: D\n---\n${'- `!git status`\n'.repeat(count)}`;
  const found = (count: number) =>
    check(prepare(text(count), 'claude-code', {})).filter(({ rule }) => rule === 'injection-literal');

  test('are told of once, at the first place that is left out', () => {
    const findings = found(5000);
    const last = findings.at(-1)!;
    expect(findings).toHaveLength(1001);
    expect(last.message).toContain('lists only the first 1,000 findings of `injection-literal`');
    expect(text(5000).slice(0, last.range.start).split('\n')).toHaveLength(1005);
    expect(last.fixes).toBeUndefined();
  });

  test('are not told of where there are none', () => {
    expect(found(1000)).toHaveLength(1000);
    expect(found(1000).filter(({ message }) => message.includes('lists only'))).toEqual([]);
  });

  test('are told of for comments that silence nothing, too', () => {
    const comments = fill('<!-- skillwright-disable-next-line name-format -->\n', 200_000);
    const findings = check(prepare(`---\ndescription: D\n---\n${comments}`, 'claude-code', {}));
    const unused = findings.filter(({ rule }) => rule === 'suppression-unused');
    expect(unused).toHaveLength(1001);
    expect(unused.at(-1)!.message).toContain('lists only the first 1,000 findings of `suppression-unused`');
  });

  test('are not looked for either', () => {
    let looked = 0;
    const endless = {
      ...measured[0]!,
      *check(_context: RuleContext, report: (found: { range: { start: 0; end: 0 }; message: string }) => void) {
        for (;;) {
          looked++;
          report({ range: { start: 0, end: 0 }, message: 'Found' });
          yield;
        }
      },
    };
    const findings = checkDocument([endless], prepare('Text', 'claude-code', {}), {}, failOnCrash);
    expect(findings).toHaveLength(1001);
    expect(looked).toBe(1001);
  });
});

describe('checking in turns', () => {
  const hostile = `---\ndescription: D\n---\n${fill('!`rm -rf $1` costs $2.50 <!-- `!`ls` -->\n', 20_000)}`;

  test.each(['claude-code', 'claude-code@2.1.7'] as const)('finds the same (%s)', async (runtime) => {
    const context = () => prepare(hostile, runtime, {});
    let pauses = 0;
    const pause = () => {
      pauses++;
      return Promise.resolve();
    };
    const inTurns = await checkDocumentInTurns(rules, context(), {}, failOnCrash, { pause });
    expect(inTurns).toEqual(checkDocument(rules, context(), {}, failOnCrash));
    // Between rules, and between the commands of a rule that has much to do with each.
    expect(pauses).toBeGreaterThan(300);
  });

  test('is aborted when the findings are no longer needed', async () => {
    const giveUp = new AbortController();
    let pauses = 0;
    const pause = () => {
      if (++pauses === 3) giveUp.abort();
      return undefined;
    };
    const turns = { pause, signal: giveUp.signal };
    const context = prepare(hostile, 'claude-code', {});
    expect(await checkDocumentInTurns(rules, context, {}, failOnCrash, turns)).toBeUndefined();
    expect(pauses).toBe(3);
  });

  test('a rule that crashes in a later turn loses its own findings only', async () => {
    const crashing = {
      ...measured[0]!,
      *check() {
        yield;
        throw new Error('crash');
      },
    };
    const crashes: string[] = [];
    const context = prepare(hostile, 'claude-code', {});
    const findings = await checkDocumentInTurns([crashing, ...rules], context, {}, (rule) => crashes.push(rule.id), {
      pause: () => undefined,
    });
    expect(crashes).toEqual([measured[0]!.id]);
    expect(findings!.length).toBeGreaterThan(0);
  });
});
