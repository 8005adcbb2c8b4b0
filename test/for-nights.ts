import { isEveryTest } from './every-test.ts';

/**
 * Test files that only run if everything is tested: they take longest, and other files test the same for the most part, with fewer
 * cases or sizes. Those in VS Code are in `e2e/host/for-nights`.
 */
const files: readonly string[] = [
  'claude/ended-early',
  'claude/evaluations-from-nothing',
  'claude/output-styles',
  'claude/repeated-runs',
  'cli/prove',
  'cli/terminal',
  'hostile/catalog-texts',
  'hostile/edit-work',
  'hostile/edits',
  'hostile/hostile-texts',
  'hostile/import',
  'hostile/many-skills',
  'hostile/odd-places',
  'hostile/pattern-equality',
  'hostile/patterns',
  'hostile/server-turns',
  'hostile/shown-texts',
  'hostile/unchanged-runs',
  'hostile/walks',
  'protocol/arguments',
  'protocol/check-all',
  'protocol/code-lens',
  'protocol/evaluation-runs',
  'protocol/faults',
  'protocol/past-sessions',
  'protocol/preview-compaction',
  'protocol/prove',
  'protocol/rewriting',
  'protocol/skill-tool',
  'protocol/terminal-run',
  'protocol/triggers',
  'protocol/web-worker',
  'unit/features/hover-flags',
  'unit/record/follow-release',
  'unit/record/quick-selection',
  'unit/refactorings/fixed-text',
  'unit/refactorings/moved-text',
  'unit/refactorings/rendered-text',
];

/** What is left out this time, as Vitest excludes it: nothing that the command names. */
export function leftForNights(args: readonly string[] = process.argv): string[] {
  if (isEveryTest) return [];
  return files.filter((file) => !args.some((arg) => arg.includes(file))).map((file) => `test/${file}.test.ts`);
}
