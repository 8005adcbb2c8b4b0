import { describe, expect, test } from 'vitest';
import { expectFindings, expectFix } from './expect-findings.ts';

const rule = 'skill-mention-unknown';
const skill = (body: string) => `---\ndescription: Packs boxes. Use when something moves.\n---\n\n${body}\n`;
const file = {
  skillNames: new Set(['fix-issue', 'review-code', 'triage', 'step-2', 'deploy']),
  commandNames: new Set(['write-minutes', 'refactor']),
  bundledPaths: new Set(['refacto']),
};

describe(rule, () => {
  test.for([
    'Run `/«fix-isue»` next.',
    'Run `/«fix-isue» 12 --all` next.',
    'Afterwards, /«fix-isseu» does the rest.',
    '- Then (/«reveiw-code»)',
    'Type “/«writes-minutes»”.',
    '`/«refcator»`',
  ])('%s', (body) => {
    const [found] = expectFindings(rule, skill(body), { file });
    expect(found!.severity).toBe('information');
    expectFindings(rule, skill(body).replaceAll('\n', '\r\n'), { file });
    expectFindings(rule, `\uFEFF${skill(body)}`, { file });
  });

  test.for([
    'Run `/fix-issue`, `/write-minutes` or /triage.',
    // Commands of Claude Code, and of nobody known.
    'Run `/compact`, `/security-review` or `/something-else`.',
    // Other forms of a word, and other numbers.
    '`/fix-issues`, `/fix-issu`, `/reviews-code/`, `/step-3`, `/triages`',
    // Paths and routes.
    'See /fix-isue/list, src/fix-isue, `GET /fix-isue`, https://example.com/fix-isue and ./fix-isue.',
    '```bash\n/fix-isue\n```\n\n    /fix-isue',
    '[it](/fix-isue), <!-- /fix-isue -->',
    // One word in prose is a route more often.
    'The page /refcator lists them.',
    '`/office:fix-isue`',
    '`/refacto`',
  ])('nothing in %s', (body) => {
    expectFindings(rule, skill(body), { file });
  });

  test('nothing where the names are not known', () => {
    expectFindings(rule, skill('`/fix-isue`'), { file: { ...file, commandNames: undefined } });
    expectFindings(rule, skill('`/fix-isue`'), { file: { ...file, skillNames: undefined } });
    expectFindings(rule, skill('`/fix-isue`'), { file: { ...file, insideSkill: true } });
  });

  test('changes the name after a look', () => {
    const fix = expectFix(rule, skill('Run `/fix-isue 12`.'), skill('Run `/fix-issue 12`.'), { file });
    expect(fix.safe).toBe(false);
  });
});
