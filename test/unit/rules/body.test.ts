import { describe, expect, test } from 'vitest';
import { type CheckOptions, check, expectFindings } from './expect-findings.ts';

const head = '---\nname: demo\ndescription: Greets people. Use when somebody says hello.\n---\n';

const rulesOf = (text: string, options?: CheckOptions) => check(text, options).findings.map(({ rule }) => rule);

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
    const marked = lines(551);
    marked[500] = `«${marked[500]}»`;
    const [finding] = expectFindings('body-too-long', head + marked.join('\n'));
    expect(finding?.message).toContain('551 lines');
  });

  test.for(['\n', '\r\n'])('names what is not for Claude, or the longest sections (%j)', (end) => {
    const section = (heading: string, count: number) => `${heading}\n${'text\n'.repeat(count - 1)}`;
    const messageOf = (...parts: readonly string[]) =>
      check((head + parts.join('')).replaceAll('\n', end)).findings.find(({ rule }) => rule === 'body-too-long')
        ?.message;
    const message = messageOf(
      section('# Demo', 200),
      section('## Usage', 100),
      section('### Details', 60),
      section('## Boxes', 150),
      section('## Notes', 90),
    );
    expect(message).toMatch(/link to them, for example `## Usage` \(160 lines\) and `## Boxes` \(150 lines\)$/);
    const details = messageOf(
      section('# Demo', 60),
      section('## Usage', 300),
      section('## Quick Reference', 60),
      section('## Best Practices', 110),
      section('## Examples', 70),
    );
    expect(details).toMatch(/for example `## Best Practices` \(110 lines\) and `## Examples` \(70 lines\)$/);
    const core = messageOf(section('# Demo', 60), section('## Workflow', 460), section('## Notes', 60));
    expect(core).toMatch(/for example `## Notes` \(60 lines\) and `## Workflow` \(460 lines\)$/);
    const most = messageOf(section('# Demo', 100), section('## Usage', 400), section('## Notes', 90));
    expect(most).toMatch(/for example `## Usage` \(400 lines\) and `## Notes` \(90 lines\)$/);
    expect(messageOf(section('# Demo', 540), section('## Version History', 32))).toMatch(
      /Claude does not need `## Version History` \(32 lines\)\. Remove it, and move details to files next to SKILL\.md that you link to$/,
    );
    expect(messageOf(section('# Demo', 500), section('## Usage', 60))).toMatch(/for example `## Usage` \(60 lines\)$/);
    expect(messageOf(section('# Demo', 560))).toMatch(/link to them$/);
    expect(messageOf(section('# Demo', 540), section('## Short', 20))).toMatch(/link to them$/);
  });

  test('does not mind some lines more', () => {
    expectFindings('body-too-long', head + 'line\n'.repeat(550));
  });

  test('leaves a body that costs too many tokens to the rule about those, unless that is off', () => {
    const body = `${'x'.repeat(99)}\n`.repeat(600);
    expect(rulesOf(head + body)).toEqual(['body-token-budget']);
    expect(rulesOf(head + body, { levels: { 'body-token-budget': 'off' } })).toEqual(['body-too-long']);
    // Who accepts the cost has accepted the lines.
    expect(rulesOf(`${head}<!-- skillwright-disable-file body-token-budget -->\n${body}`)).toEqual([]);
  });
});

describe('body-token-budget', () => {
  test('marks the line that crosses the limit', () => {
    const lines = Array.from({ length: 62 }, () => 'x'.repeat(399));
    // Less than the estimate may be off.
    expectFindings('body-token-budget', head + lines.slice(0, 60).join('\n'));
    const rest = lines.slice(50);
    const [finding] = expectFindings(
      'body-token-budget',
      head + [...lines.slice(0, 49), `«${lines[49]}»`, ...rest].join('\n'),
    );
    expect(finding!.message).toContain('keeps only the first 20,000 characters of the skill, up to about here');
    lines[49] = `«${lines[49]}»`;
    expectFindings('body-token-budget', head + lines.join('\r\n'));
  });

  test('counts a token for each character of dense scripts', () => {
    expectFindings('body-token-budget', `${head}${'名'.repeat(6000)}`);
    const [finding] = expectFindings('body-token-budget', `${head}«${'名'.repeat(6001)}»`);
    // So few characters are kept after compaction.
    expect(finding!.message).toContain('costs about 6,001 tokens, and about 5,000 are recommended');
  });

  test('is on the same line wherever the checkout is', () => {
    const text = head + Array.from({ length: 3000 }, () => 'x'.repeat(9)).join('\n');
    const [short, long] = ['/a', `/${'a'.repeat(200)}`].map((root) => {
      const path = `${root}/.claude/skills/demo/SKILL.md`;
      return check(text, { path }).findings.find(({ rule }) => rule === 'body-token-budget');
    });
    expect(short).toBeDefined();
    expect(short).toEqual(long);
  });

  test('says nothing about compaction for releases that keep no skills', () => {
    const runtime = 'claude-code@2.1.7' as const;
    const lines = Array.from({ length: 62 }, (_, at) => (at === 50 ? `«${'x'.repeat(399)}»` : 'x'.repeat(399)));
    const [finding] = expectFindings('body-token-budget', head + lines.join('\n'), { runtime });
    expect(finding!.message).not.toContain('compaction');
  });
});
