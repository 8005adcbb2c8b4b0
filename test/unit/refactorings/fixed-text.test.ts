import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toJson } from '../../../server/src/dialect/text/to-json.ts';
import { readDocument } from '../../../server/src/document/read-document.ts';
import { organizeFrontmatter } from '../../../server/src/features/refactorings/organize-frontmatter.ts';
import { splitDescription } from '../../../server/src/features/refactorings/split-description.ts';
import type { TextEdit } from '../../../server/src/rules/rule.ts';
import { renderSkill } from '../../../server/src/runtime/render/render-skill.ts';
import { corpusFolder } from '../../conformance/recordings.ts';
import { runs } from '../../every-test.ts';
import { CleanText } from '../../mutation/clean-text.ts';
import { plantedText } from '../../mutation/plant-mistake.ts';
import { Random } from '../../mutation/random.ts';
import { allSpellings } from '../../mutation/spellings/all-spellings.ts';
import { loneFiles } from '../../mutation/spellings/lone-files.ts';
import { applyFix, check } from '../rules/expect-findings.ts';

/** Rules whose fixes are meant to change what Claude Code sends, and how. */
const changing: Readonly<Record<string, string>> = {
  'arguments-appended': 'writes the placeholder where the arguments belong',
  'fence-unclosed': 'closes a code block',
  'frontmatter-not-first': 'makes text before the frontmatter a part of the body, or removes it',
  'injection-in-code': 'keeps a command in code from running',
  'injection-literal': 'makes a command run that was text',
  'literal-dollar': 'keeps an amount from being replaced',
  'placeholder-unknown': 'writes a placeholder that is replaced',
};

const session = { folder: '/work', sessionId: 'an-id', effort: 'medium', shellDisabled: false };

function sent(text: string): string {
  const document = readDocument(text, 'claude-code');
  const skill = { name: 'a', kind: 'skill', folder: '/work/a', document, tier: 'project', plugin: undefined } as const;
  const { text: all, bodyStart } = renderSkill(skill, '"one two" three four', session);
  return all.slice(bodyStart);
}

/** The rules with a fix after which something else is sent. */
function changed(texts: readonly string[]): string[] {
  const rules = new Set<string>();
  for (const text of texts) {
    const before = sent(text);
    for (const { rule, fixes = [] } of check(text).findings) {
      for (const fix of fixes) {
        if (fix.edits.length > 0 && sent(applyFix(text, fix)) !== before) rules.add(rule);
      }
    }
  }
  return [...rules].sort();
}

/** Skills with a mistake of each kind. */
function plantedTexts(): string[] {
  const skills = loneFiles.filter(({ context }) => context.kind === 'skill').map((file) => new CleanText(file));
  const random = new Random('');
  return skills.flatMap((file) =>
    allSpellings.flatMap((mistake) => {
      const plant = mistake.rules.length > 0 ? mistake.plant(file, random) : undefined;
      return plant ? [plantedText(plant, file.text)] : [];
    }),
  );
}

describe('a fix sends the same text, unless that is what it is for', () => {
  test('for planted mistakes', () => {
    const found = changed(plantedTexts());
    expect(found.filter((rule) => !(rule in changing))).toEqual([]);
    expect(found.length).toBeGreaterThan(3);
  });

  test.skipIf(corpusFolder === undefined)('for public skills', () => {
    const names = readdirSync(corpusFolder!, { recursive: true, encoding: 'utf8' });
    const skills = names.filter((name) => name.endsWith('SKILL.md'));
    const texts = skills.map((name) => readFileSync(path.join(corpusFolder!, name), 'utf8'));
    expect(changed(texts).filter((rule) => !(rule in changing))).toEqual([]);
  });
});

describe('a refactoring of the frontmatter', () => {
  const values = (text: string) =>
    Object.fromEntries(
      [...readDocument(text, 'claude-code').frontmatter.fields].map(([key, { value }]) => [key, toJson(value)]),
    );
  /** What the model reads of it in the listing. */
  const listed = (text: string) => {
    const { description, when_to_use: when } = values(text);
    return [description, when]
      .filter((it) => typeof it === 'string')
      .join(' ')
      .replace(/\s+/g, ' ')
      .trim();
  };
  const sentence = fc.constantFrom(
    'Sorts photos.',
    'Use when someone has many.',
    'It\'s "quoted": fine.',
    '名前 😀.',
    'x'.repeat(700),
  );
  const field = fc.constantFrom(
    'model: opus # fast',
    'allowed-tools:\n  - Read # why\n  - Grep',
    '# about\ncontext: fork',
    'argument-hint: "[a]"',
  );
  const texts = fc
    .tuple(fc.array(sentence, { minLength: 1, maxLength: 4 }), fc.uniqueArray(field), fc.constantFrom('\n', '\r\n'))
    .map(([sentences, fields, end]) =>
      ['---', ...fields, `description: ${JSON.stringify(sentences.join(' '))}`, 'name: a', '---', '', 'Say $0.', '']
        .join(end)
        .replace(/\r?\n/g, end),
    );
  const edited = (text: string, edit: TextEdit | undefined) =>
    edit ? applyFix(text, { title: '', safe: false, edits: [edit] }) : text;
  const publicTexts =
    corpusFolder === undefined
      ? []
      : readdirSync(corpusFolder, { recursive: true, encoding: 'utf8' })
          .filter((name) => name.endsWith('SKILL.md'))
          .map((name) => readFileSync(path.join(corpusFolder!, name), 'utf8'));

  test('that puts fields in order changes no value, and nothing that is sent', () => {
    const isKept = (text: string) => {
      const after = edited(text, organizeFrontmatter(readDocument(text, 'claude-code'), 'skill'));
      expect(values(after)).toEqual(values(text));
      expect(sent(after)).toBe(sent(text));
    };
    fc.assert(fc.property(texts, isKept), { numRuns: runs(300) });
    publicTexts.forEach(isKept);
  });

  test('that splits a description keeps its words in the listing, and what is sent', () => {
    let splits = 0;
    const isKept = (text: string) => {
      const edit = splitDescription(readDocument(text, 'claude-code'), 'skill');
      if (edit) splits++;
      const after = edited(text, edit);
      expect(listed(after)).toBe(listed(text));
      expect(sent(after)).toBe(sent(text));
    };
    fc.assert(fc.property(texts, isKept), { numRuns: 300 });
    publicTexts.forEach(isKept);
    expect(splits).toBeGreaterThan(3);
  });
});
