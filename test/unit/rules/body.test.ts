import { describe, expect, test } from 'vitest';
import { expectFindings } from './expect-findings.ts';

const head = '---\nname: demo\ndescription: Greets people. Use when somebody says hello.\n---\n';

describe('body-empty', () => {
  test('marks the closing line of a frontmatter that nothing follows', () => {
    expectFindings('body-empty', head.replace(/---\n$/, '«---»\n'));
    expectFindings('body-empty', `${head.replace(/---\n$/, '«---»\n')}\n \t\n`);
  });

  test('is silent for any text, and for a file without frontmatter', () => {
    expectFindings('body-empty', `${head}x`);
    expectFindings('body-empty', '');
  });
});

describe('body-too-long', () => {
  test('marks the first line over the limit', () => {
    const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}`);
    expectFindings('body-too-long', head + lines(500).join('\n'));
    expectFindings('body-too-long', `${head}${lines(500).join('\r\n')}\r\n\r\n\r\n`);
    const marked = lines(510);
    marked[500] = `«${marked[500]}»`;
    const [finding] = expectFindings('body-too-long', head + marked.join('\n'));
    expect(finding?.message).toContain('510 lines');
  });
});

describe('body-token-budget', () => {
  test('marks the line that crosses the limit', () => {
    const lines = Array.from({ length: 60 }, () => 'x'.repeat(399));
    expectFindings('body-token-budget', head + lines.slice(0, 50).join('\n'));
    lines[50] = `«${lines[50]}»`;
    expectFindings('body-token-budget', head + lines.join('\n'));
    expectFindings('body-token-budget', head + lines.join('\r\n'));
  });

  test('counts a token for each character of dense scripts', () => {
    expectFindings('body-token-budget', `${head}${'名'.repeat(5000)}`);
    expectFindings('body-token-budget', `${head}«${'名'.repeat(5001)}»`);
  });
});
