import { describe, expect, test } from 'vitest';
import { defaultSettings } from '../../../server/src/features/check/check-file.ts';
import { configuredSettings, parseConfiguration } from '../../../server/src/features/check/configuration.ts';
import { readSettings } from '../../../server/src/lsp/state/settings.ts';
import { rules } from '../../../server/src/rules/index.ts';
import { check, expectFindings, expectFix } from './expect-findings.ts';

const gates = ['invocation-unstated', 'evaluation-missing', 'license-missing', 'description-length'];
const levels = Object.fromEntries(gates.map((id) => [id, 'warning' as const]));
const skill = (fields = '') => `---\ndescription: Packs boxes. Use when something moves.\n${fields}---\n\nPack.\n`;
const bundledPaths = new Set(['SKILL.md', 'references', 'references/boxes.md']);

test('nothing is reported unless it is enabled', () => {
  expect(rules.filter(({ id }) => gates.includes(id)).map(({ level }) => level)).toEqual(['off', 'off', 'off', 'off']);
  const text = skill().replace('Packs', 'Packs '.repeat(100));
  expect(check(text, { file: { bundledPaths } }).findings.filter(({ rule }) => gates.includes(rule))).toEqual([]);
});

describe('invocation-unstated', () => {
  test('where neither field says who may invoke it', () => {
    const [found] = expectFindings('invocation-unstated', skill().replace('---', '«---»'), { levels });
    expect(found!.severity).toBe('warning');
    const stated = (value: boolean) => skill().replace('---\n', `---\ndisable-model-invocation: ${value}\n`);
    expect(expectFix('invocation-unstated', skill(), stated(false), { levels }).safe).toBe(false);
    expect(found!.fixes).toHaveLength(2);
    const crlf = (text: string) => text.replaceAll('\n', '\r\n');
    expectFix('invocation-unstated', crlf(skill()), crlf(stated(false)), { levels });
  });

  test.for(['disable-model-invocation: false\n', 'user-invocable: true\n', 'disable-model-invocation:\n'])(
    'nothing with %j',
    (fields) => {
      expectFindings('invocation-unstated', skill(fields), { levels });
    },
  );

  test('nothing where the fields are lost, or in commands and agents', () => {
    expectFindings('invocation-unstated', '# Boxes\n', { levels });
    expectFindings('invocation-unstated', '---\n"a: b\n---\n', { levels });
    expectFindings('invocation-unstated', skill(), { levels, path: '/p/.claude/commands/a.md' });
    expectFindings('invocation-unstated', skill(), { levels, path: '/p/.claude/agents/a.md' });
  });
});

describe('license-missing', () => {
  test('with neither a field nor a file', () => {
    const marked = skill().replace('---', '«---»');
    expectFindings('license-missing', marked, { levels, file: { bundledPaths } });
    expectFindings('license-missing', `${marked.slice(0, 6)}license:\n${marked.slice(6)}`, {
      levels,
      file: { bundledPaths: new Set(['SKILL.md', 'references/LICENSE.md', 'licenses.json']) },
    });
  });

  test.for(['LICENSE', 'LICENSE.txt', 'license.md', 'LICENCE', 'COPYING', 'LICENSE-MIT'])('nothing with %s', (file) => {
    expectFindings('license-missing', skill(), { levels, file: { bundledPaths: new Set(['SKILL.md', file]) } });
  });

  test('nothing with the field, and where the folder is not known', () => {
    expectFindings('license-missing', skill('license: MIT\n'), { levels, file: { bundledPaths } });
    expectFindings('license-missing', skill(), { levels, file: { bundledPaths: undefined } });
  });
});

describe('evaluation-missing', () => {
  test('where no file is one', () => {
    const paths = new Set([...bundledPaths, 'references/evaluate.md', 'medieval.md', 'scripts/evaluator.py']);
    expectFindings('evaluation-missing', skill().replace('---', '«---»'), { levels, file: { bundledPaths: paths } });
  });

  test.for(['evals', 'evals/a.json', 'tests/evaluations/a.md', 'eval.yaml', 'boxes.eval.json', 'eval_cases.jsonl'])(
    'nothing with %s',
    (path) => {
      expectFindings('evaluation-missing', skill(), { levels, file: { bundledPaths: new Set(['SKILL.md', path]) } });
    },
  );

  test('nothing where the folder is not known, or in a template', () => {
    expectFindings('evaluation-missing', skill(), { levels, file: { bundledPaths: undefined } });
    expectFindings('evaluation-missing', skill(), { levels, file: { bundledPaths, insideSkill: true } });
  });
});

describe('description-length', () => {
  const described = (description: string) => `---\ndescription: ${description}\n---\n\nPack.\n`;
  const ruleOptions = { 'description-length': { max: 20 } };

  test.for([
    'Packs boxes of any s«ize there is»',
    '"Packs boxes of any s«ize»  "',
    '>\n  Packs boxes of any\n  s«ize»',
    '📦 📦 📦 📦 📦 📦 📦 📦 📦 📦 «📦»',
  ])('marks what is too much in %j', (description) => {
    for (const path of ['/p/.claude/skills/a/SKILL.md', '/p/.claude/commands/a.md', '/p/.claude/agents/a.md'])
      expectFindings('description-length', described(description), { levels, ruleOptions, path });
  });

  test('says how long it is and may be', () => {
    const [found] = expectFindings('description-length', described(`${'Packs '.repeat(50)}«boxes»`), { levels });
    expect(found!.message).toBe('The description has 305 characters; this project allows 300. Shorten it');
  });

  test.for(['Packs boxes of any.', '"Packs boxes of any s   "', '[a, b]', ''])('nothing for %j', (description) => {
    expectFindings('description-length', described(description), { levels, ruleOptions });
  });
});

describe('options of rules', () => {
  test('in a configuration, where overrides win', () => {
    const configuration = parseConfiguration(
      JSON.stringify({
        ruleOptions: { 'description-length': { max: 100 } },
        overrides: [{ files: ['b/**'], ruleOptions: { 'description-length': { max: 50 } } }],
      }),
      '/p/skillwright.config.json',
      '/p',
    );
    const max = (path: string) => configuredSettings(defaultSettings, configuration, path).ruleOptions;
    expect(max('/p/a/SKILL.md')).toEqual({ 'description-length': { max: 100 } });
    expect(max('/p/b/SKILL.md')).toEqual({ 'description-length': { max: 50 } });
  });

  test('in the settings of an editor, where what is invalid is ignored', () => {
    const read = (ruleOptions: unknown) => readSettings({ ruleOptions }).ruleOptions;
    expect(read({ 'description-length': { max: 100 } })).toEqual({ 'description-length': { max: 100 } });
    expect(read({ 'description-length': { max: 'a', min: 3 } })).toEqual({ 'description-length': {} });
    expect(read({ 'name-format': { max: 1 }, x: 3 })).toEqual({ 'name-format': {}, x: {} });
    expect(read([])).toEqual({});
  });
});
