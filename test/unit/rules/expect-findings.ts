import { expect } from 'vitest';
import type { FileContext } from '../../../server/src/catalog/file/file-context.ts';
import { locationOfPath } from '../../../server/src/catalog/file/file-location.ts';
import type { TargetId } from '../../../server/src/dialect/targets.ts';
import type { RuntimeId } from '../../../server/src/document/runtime-id.ts';
import { type CheckedFile, checkFile } from '../../../server/src/features/check/check-file.ts';
import type { Finding, Fix, Rule, RuleLevels, RuleOptions } from '../../../server/src/rules/rule.ts';
import { isEveryTest } from '../../every-test.ts';
import { holdNeeds } from './hold-needs.ts';

/** Where and for whom a text is checked; what is left out is a lone project skill named `demo`. */
export interface CheckOptions {
  readonly path?: string;
  readonly runtime?: RuntimeId;
  readonly targets?: readonly TargetId[];
  readonly levels?: RuleLevels;
  readonly ruleOptions?: RuleOptions;
  readonly file?: Partial<FileContext>;
}

/** The facts about a file that its path and the options tell. */
export function fileContext({ path = '/project/.claude/skills/demo/SKILL.md', file = {} }: CheckOptions): FileContext {
  const parts = path.split('/');
  const found = locationOfPath(path, file.pluginRoot);
  if (!found) throw new Error(`${path} is no skill, command or agent`);
  return {
    kind: found.kind,
    path,
    fileName: parts.at(-1)!,
    folderName: parts.at(-2) ?? '',
    place: found.place,
    insideSkill: false,
    pluginRoot: undefined,
    misplaced: found.misplaced,
    encoding: 'utf-8',
    bytes: undefined,
    agentNames: new Set(),
    ...file,
  };
}

/**
 * Checks a text. A rule that crashes fails the test, and so does, in a sixteenth of texts for each change, one that needs
 * more than its findings do.
 */
export function check(text: string, options: CheckOptions = {}): CheckedFile {
  const settings = {
    runtime: options.runtime ?? 'claude-code',
    targets: options.targets ?? [],
    levels: options.levels ?? {},
    ruleOptions: options.ruleOptions,
    exclude: [],
  } as const;
  const onCrash = (rule: Rule, error: unknown) => {
    throw new Error(`${rule.id} crashed`, { cause: error });
  };
  const file = fileContext(options);
  const checked = checkFile(text, file, settings, onCrash);
  // It takes about as long as the check, and thousands of texts are much alike.
  if (isEveryTest || text.length % 16 === 0) holdNeeds(checked, file, settings, onCrash);
  return checked;
}

/**
 * Expects `rule` to mark exactly the stretches between `«` and `»` (an empty `«»` marks a place), and returns its
 * findings for further looks. A text without marks must get no finding of that rule.
 */
export function expectFindings(rule: string, marked: string, options: CheckOptions = {}): readonly Finding[] {
  const { text, ranges } = unmark(marked);
  const findings = check(text, options).findings.filter((finding) => finding.rule === rule);
  expect(mark(text, findings)).toBe(
    mark(
      text,
      ranges.map((range) => ({ range })),
    ),
  );
  return findings;
}

/** Expects the preferred fix of the first finding of `rule` to turn `before` into `after` and to leave no finding. */
export function expectFix(rule: string, before: string, after: string, options: CheckOptions = {}): Fix {
  const finding = check(before, options).findings.find((it) => it.rule === rule);
  const fix = finding?.fixes?.[0];
  if (!fix) throw new Error(`${rule} offers no fix for ${JSON.stringify(before)}`);
  const fixed = applyFix(before, fix);
  expect(fixed).toBe(after);
  const again = check(fixed, options).findings.filter((it) => it.rule === rule);
  expect(again.length, 'findings of the rule after the fix').toBeLessThan(
    check(before, options).findings.filter((it) => it.rule === rule).length,
  );
  return fix;
}

/** The text after the edits of a fix. */
export function applyFix(text: string, fix: Fix): string {
  const edits = [...fix.edits].sort((a, b) => b.range.start - a.range.start || b.range.end - a.range.end);
  let result = text;
  for (const { range, newText } of edits) result = result.slice(0, range.start) + newText + result.slice(range.end);
  return result;
}

/** A text without its marks, and what they mark. */
export function unmark(marked: string): { text: string; ranges: { start: number; end: number }[] } {
  const ranges: { start: number; end: number }[] = [];
  const open: number[] = [];
  let text = '';
  for (const piece of marked.split(/([«»])/)) {
    if (piece === '«') open.push(text.length);
    else if (piece === '»') ranges.push({ start: open.pop() ?? 0, end: text.length });
    else text += piece;
  }
  return { text, ranges };
}

/** A text with marks around the ranges of findings. */
export function mark(text: string, places: readonly { readonly range: { start: number; end: number } }[]): string {
  const cuts = places.flatMap(({ range }) => [
    { offset: range.end, sign: '»', order: range.start === range.end ? 2 : 0 },
    { offset: range.start, sign: '«', order: 1 },
  ]);
  cuts.sort((a, b) => b.offset - a.offset || b.order - a.order);
  let result = text;
  for (const { offset, sign } of cuts) result = result.slice(0, offset) + sign + result.slice(offset);
  return result;
}
