import MarkdownIt from 'markdown-it';
import { expect } from 'vitest';

/** Texts that become something else than themselves where markdown renders them. */
export const payloads: readonly string[] = [
  '![x](https://evil.example/p.png)',
  '[![x](https://evil.example/p.png)](https://evil.example)',
  '![x][r]\n\n[r]: https://evil.example/p.png',
  '[r]: https://evil.example/p.png "t"',
  '` ![x](https://evil.example/p.png) `',
  '`` ![x](https://evil.example/p.png)',
  '```\n![x](https://evil.example/p.png)\n```',
  '\\`![x](https://evil.example/p.png)\\`',
  '`',
  '````',
  '[x](command:workbench.action.terminal.new)',
  '[x](https://evil.example)',
  '<https://evil.example>',
  '<img src="https://evil.example/p.png">',
  '<img src=x onerror=alert(1)>',
  '<a href="https://evil.example">x</a>',
  '<style>*{display:none}</style><script>1</script>',
  '<!-- x --><![CDATA[x]]>',
  'https://evil.example/p.png',
  'www.evil.example/p.png',
  'evil@evil.example',
  '$(sync~spin) \\$(gear)',
  '&lt;img src=x&gt; &#33;[x](https://evil.example)',
  'x\n\n# Heading\n\n![x](https://evil.example/p.png)',
  'x\n===',
  'x\n---\n* * *',
  '| a | b |\n| - | - |\n| ![x](https://evil.example/p.png) | c |',
  '> ![x](https://evil.example/p.png)',
  '- ![x](https://evil.example/p.png)\n1. y',
  '    ![x](https://evil.example/p.png)',
  'x  \n![x](https://evil.example/p.png)',
  'x\r![x](https://evil.example/p.png)',
  'x\u2028\u0085\u0000![x](https://evil.example/p.png)',
  '**b** _i_ ~~s~~ \u202Egnp.p\u202C',
  `\`${'`\\'.repeat(40)}![x](https://evil.example/p.png)`,
];

/** Where our own links lead. */
const ownPages =
  /^https:\/\/(?:code\.claude\.com|docs\.claude\.com|platform\.claude\.com|github\.com\/(?:anthropics|skillwright)|agentskills\.io|code\.visualstudio\.com|docs\.github\.com|cursor\.com|developers\.openai\.com|geminicli\.com|www\.schemastore\.org|json\.schemastore\.org)\b/;

/** As generous as any editor: HTML is understood, and bare addresses become links. */
const renderer = new MarkdownIt({ html: true, linkify: true });

/** What our own words are made of, and nothing that a text could bring. */
const ownBlocks = new Set(['paragraph_open', 'paragraph_close', 'inline', 'fence']);
const ownInline = new Set([
  'text',
  'text_special',
  'code_inline',
  'strong_open',
  'strong_close',
  'softbreak',
  'hardbreak',
]);

/** Fails where markdown holds anything but plain paragraphs, code, and links to pages of our own list. */
export function expectHarmless(markdown: string, about: string): void {
  if (known.has(markdown)) return;
  for (const block of renderer.parse(markdown, {})) {
    expect(ownBlocks, `${about}: a block of ${JSON.stringify(markdown)}`).toContain(block.type);
    for (const { type, attrs } of block.children ?? []) {
      if (type === 'link_close') continue;
      const href = type === 'link_open' ? String(new Map(attrs).get('href')) : undefined;
      if (href !== undefined) expect(href, `${about}: a link of ${JSON.stringify(markdown)}`).toMatch(ownPages);
      else expect(ownInline, `${about}: in ${JSON.stringify(markdown)}`).toContain(type);
    }
  }
  known.add(markdown);
}

/** What was found harmless: most hovers say the same of many texts. */
const known = new Set<string>();
