import { describe, expect, test } from 'vitest';
import type { FileContext } from '../../../server/src/catalog/file/file-context.ts';
import { TARGETS } from '../../../server/src/dialect/targets.ts';
import { readDocument } from '../../../server/src/document/read-document.ts';
import { checkDocument } from '../../../server/src/rules/check-document.ts';
import { rules } from '../../../server/src/rules/index.ts';
import type { Rule, RuleContext } from '../../../server/src/rules/rule.ts';
import { type Trait, traits } from '../../../server/src/rules/trait.ts';
import { bitsOf, traitsOf } from '../../../server/src/rules/traits-of.ts';
import { oneIn } from '../../every-test.ts';
import { readSeeds } from '../../fuzz/inputs/seeds.ts';
import { check, fileContext } from './expect-findings.ts';

function contextOf(text: string, file: Partial<FileContext> = {}, targets: RuleContext['targets'] = new Set()) {
  const around = fileContext({ file });
  return { document: readDocument(text, 'claude-code', around.kind), file: around, targets };
}

function traitsIn(...given: Parameters<typeof contextOf>): Trait[] {
  const present = traitsOf(contextOf(...given));
  return traits.filter((trait) => present & bitsOf([trait]));
}

const skill = (field: string, body = 'Read') => `---\n${field}\n---\n${body}\n`;

describe('the traits of a file', () => {
  test('fit into the bits of a number', () => {
    expect(traits.length).toBeLessThan(32);
    expect(new Set(traits.map((trait) => bitsOf([trait]))).size).toBe(traits.length);
  });

  test('are all needed by some rule', () => {
    expect(traits.filter((trait) => !rules.some(({ needs }) => needs?.includes(trait)))).toEqual([]);
  });

  test('are none in a plain text', () => expect(traitsIn(skill('name: demo'))).toEqual([]));

  test.each<[Trait, string, ...Trait[]]>([
    ['placeholder', skill('name: demo', 'Read $ARGUMENTS'), 'dollar-or-brace'],
    ['injection', skill('name: demo', 'Now !`date`'), 'exclamation-mark'],
    ['comment', skill('name: demo', 'Read <!-- this -->'), 'exclamation-mark'],
    ['fence', skill('name: demo', '```\nls\n```')],
    ['link', skill('name: demo', '[a](b.md)')],
    ['exclamation-mark', skill('name: demo', 'Read!')],
    ['dollar-or-brace', skill('name: demo', 'It costs 5 $')],
    ['dollar-or-brace', skill('name: demo', 'Read {baseDir}')],
    ['wide-character', skill('name: demo', 'Read — é')],
    ['no-frontmatter', '# Read\n'],
    ['damaged-frontmatter', skill('name: "demo')],
    ['damaged-frontmatter', skill('description: Use when: asked')],
    ['damaged-frontmatter', skill('- name')],
    ['flag-field', skill('user-invocable: false')],
    ['hooks-field', skill('hooks:')],
    ['map-field', skill('metadata:')],
    ['model-field', skill('model: opus')],
    ['tools-field', skill('allowed-tools: Read')],
    ['word-field', skill('context: fork')],
    ['arguments-field', skill('arguments: path')],
    ['arguments-field', skill('argument-hint: path')],
    ['agent-field', skill('agent: Explore')],
    ['paths-field', skill('paths: src/**')],
  ])('%s in %j', (trait, text, ...others) => {
    expect(traitsIn(text).sort()).toEqual([trait, ...others].sort());
  });

  test('of its surroundings', () => {
    expect(traitsIn(skill('name: demo'), {}, new Set(['claude-api'] as const))).toEqual(['target']);
    const references = [{ path: 'a.md', leadsTo: [] }] as unknown as NonNullable<FileContext['references']>;
    expect(traitsIn(skill('name: demo'), { references })).toEqual(['reference']);
  });
});

describe('a rule', () => {
  const ran: string[] = [];
  const demanding: Rule = {
    id: 'body-too-long',
    level: 'warning',
    kinds: ['skill'],
    needs: ['link', 'injection'],
    summary: 'Everything',
    source: 'A test',
    check: ({ document }) => void ran.push(document.text),
  };

  test.each([
    ['Read', false],
    ['[a](b.md)', false],
    ['!`date`', false],
    ['[a](b.md) !`date`', true],
  ])('whose needs are met is run: %s', (body, isRun) => {
    ran.length = 0;
    const onCrash = (_: Rule, error: unknown) => {
      throw error;
    };
    expect(checkDocument([demanding], contextOf(skill('name: demo', body)), {}, onCrash)).toEqual([]);
    expect(ran.length > 0).toBe(isRun);
  });
});

test('no rule has anything to report in a text of the repository without what it needs', () => {
  const off = rules.filter(({ level }) => level === 'off').map(({ id }) => [id, 'hint'] as const);
  const everything = { targets: TARGETS.map(({ id }) => id), levels: Object.fromEntries(off) };
  const texts = [...readSeeds().byKind.values()].flatMap((ofKind) => oneIn(9, ofKind));
  for (const [index, { text, path }] of texts.entries()) {
    // Throws if one has.
    check(text, { path, ...(index % 2 === 0 && everything) });
  }
  expect(texts.length).toBeGreaterThan(400);
});
