import { describe, expect, test } from 'vitest';
import { fixAll } from '../../../server/src/features/fixes/fix-all.ts';
import type { Finding, Rule, TextEdit } from '../../../server/src/rules/rule.ts';
import type { RuleId } from '../../../server/src/rules/rule-id.ts';
import { openText, ruleIdForTests, wordRule } from './open-text.ts';

function fixed(text: string, rules: readonly Rule[], rule?: RuleId) {
  return fixAll(text, (content) => openText(content, { rules }).open.findings, rule);
}

function edit(start: number, end: number, newText: string): TextEdit {
  return { range: { start, end }, newText };
}

function finding(name: string, edits: readonly TextEdit[]): Finding {
  return {
    rule: ruleIdForTests(name),
    severity: 'warning',
    range: edits[0]!.range,
    message: '',
    fixes: [{ title: '', safe: true, edits }],
  };
}

describe('fixAll', () => {
  test('fixes every place', () => {
    const { text, edits } = fixed('foo and foo', [wordRule('no-foo', 'foo', 'bar')]);
    expect(text).toBe('bar and bar');
    expect(edits).toEqual([edit(0, 3, 'bar'), edit(8, 11, 'bar')]);
  });

  test('continues if a fix causes another finding, and still refers to the original', () => {
    const { text, edits } = fixed('a foo', [wordRule('no-foo', 'foo', 'bar'), wordRule('no-bar', 'bar', 'quux')]);
    expect(text).toBe('a quux');
    expect(edits).toEqual([edit(2, 5, 'quux')]);
  });

  test('leaves unsafe fixes alone', () => {
    expect(fixed('foo', [wordRule('no-foo', 'foo', 'bar', false)])).toEqual({ text: 'foo', edits: [] });
  });

  test('keeps to one rule when told so', () => {
    expect(
      fixed('foo bar', [wordRule('no-foo', 'foo', 'x'), wordRule('no-bar', 'bar', 'y')], ruleIdForTests('no-bar')).text,
    ).toBe('foo y');
  });

  test('ends when two rules undo each other', () => {
    const { text } = fixed('foo', [wordRule('no-foo', 'foo', 'bar'), wordRule('no-bar', 'bar', 'foo')]);
    expect(['foo', 'bar']).toContain(text);
  });

  test('takes the first of two fixes that overlap, then looks again', () => {
    const rounds: Finding[][] = [
      [finding('b', [edit(2, 6, 'B')]), finding('a', [edit(0, 4, 'A')]), finding('c', [edit(6, 6, '!')])],
      [],
    ];
    expect(fixAll('012345', () => rounds.shift() ?? []).text).toBe('A45!');
  });

  test('takes a fix of several edits whole or not at all', () => {
    const rounds: Finding[][] = [
      [finding('a', [edit(0, 1, 'A')]), finding('b', [edit(0, 1, 'B'), edit(3, 4, 'B')])],
      [],
    ];
    expect(fixAll('0123', () => rounds.shift() ?? []).text).toBe('A123');
  });

  test('never puts two insertions at one place', () => {
    const rounds: Finding[][] = [[finding('a', [edit(1, 1, 'A')]), finding('b', [edit(1, 1, 'B')])], []];
    expect(fixAll('01', () => rounds.shift() ?? []).text).toBe('0A1');
  });

  test('is quick with many places', () => {
    const text = 'foo '.repeat(5_000);
    expect(fixed(text, [wordRule('no-foo', 'foo', 'bar')]).text).toBe('bar '.repeat(5_000));
  });
});
