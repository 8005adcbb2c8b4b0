import { describe, expect, test } from 'vitest';
import { readDocument } from '../../server/src/document/read-document.ts';
import { frontmatterPosition } from '../../server/src/features/completion/frontmatter/frontmatter-position.ts';
import { tooMuchToPreview } from '../../server/src/jobs/preview/too-much-to-preview.ts';
import { bundleServerForTests } from '../protocol/editor.ts';
import { reviewFile, reviewSkill, startPreviews } from '../protocol/start-previews.ts';
import { check } from '../unit/rules/expect-findings.ts';

bundleServerForTests();

describe('a preview', () => {
  test.for([
    ['$1 ', 50_001, 'placeholders'],
    ['!`ls`\n', 10_001, 'commands'],
    ['```!\nls\n```\n', 10_001, 'commands'],
  ] as const)('is refused in words where a text has too much to show: %j', async ([piece, times, noun]) => {
    expect(tooMuchToPreview(readDocument(piece.repeat(10_000), 'claude-code'))).toBeUndefined();
    const most = noun === 'commands' ? '10,000' : '50,000';
    const { shown } = await startPreviews({ [reviewFile]: reviewSkill(piece.repeat(times)) });
    await expect(shown(reviewFile, 'one')).rejects.toThrow(
      `The preview cannot show more than ${most} ${noun}. Move parts of the text to other files, or print it with \`skillwright render\``,
    );
  });

  test('counts the body alone', () => {
    const description = '$'.repeat(120_000);
    expect(tooMuchToPreview(readDocument(`---\ndescription: ${description}\n---\nA\n`, 'claude-code'))).toBeUndefined();
  });
});

describe('what is said of a text with too many parts', () => {
  test('includes the commands among those that are checked', () => {
    const commands = Array.from({ length: 10_100 }, (_, index) => `!\`make a${index}\`\n`);
    const { findings } = check(`---\nname: demo\ndescription: Makes. Use on Mondays\n---\n\n${commands.join('')}`);
    const refused = findings.filter(({ rule }) => rule === 'injection-not-allowed');
    expect(refused).toHaveLength(1_001);
    expect(refused[0]!.message).toContain('Bash(make a0:*)');
    expect(findings.map(({ rule }) => rule)).toContain('file-too-large');
  });

  test('offers no fix that would change thousands of dashes', () => {
    const fixesOf = (dashes: number) =>
      check(`---\nname: demo\ndescription: ${'a --- '.repeat(dashes)}b\n---\n`).findings.flatMap(({ rule, fixes }) =>
        rule === 'frontmatter-cut' ? [fixes?.length] : [],
      );
    expect(fixesOf(1_000)).toEqual([1]);
    expect(fixesOf(1_001)).toEqual([0]);
  });

  test('takes lines far from the cursor for no part of frontmatter that nothing closes', () => {
    const document = readDocument(`---\n${'a: b\n'.repeat(20_000)}`, 'claude-code');
    const placeAt = (line: number) => frontmatterPosition(document, document.lines.startOf(line));
    expect(placeAt(100)).toMatchObject({ role: 'start', hasColon: true });
    expect(placeAt(10_000)).toBeUndefined();
  });
});
