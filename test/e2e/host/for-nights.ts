/**
 * What is only tested if everything is: the looks of pages, which are for people to review, and what other tests do for the
 * most part.
 */
const forNights: readonly string[] = [
  'budget/broken-server',
  'budget/why',
  'evaluations/cases',
  'evaluations/prompts',
  'evaluations/rewriting',
  'graders',
  'preview/proof',
  'preview/running',
  'preview/session-of-run',
  'preview/skill-runs',
  'preview/states',
  'repository',
  'results',
  'sessions',
  'share',
  'skills/same-findings',
  'skills-tree/actions',
  'skills-tree/pickers',
  'skills-tree/review',
  'uploads',
  'virtual-folder',
];

/** @param file a test file, or a part of one, from `test/e2e` */
export function isForNights(file: string): boolean {
  const name = file.replace('.test.ts', '');
  return name.endsWith('/appearance') || forNights.includes(name);
}
