import { expect, test } from 'vitest';
import { rules } from '../../server/src/rules/index.ts';
import { check } from '../unit/rules/expect-findings.ts';
import { recordings, runtimes } from './recordings.ts';

/** The findings that report that frontmatter is lost. */
const losses = ['yaml-syntax', 'yaml-duplicate-key', 'frontmatter-cut', 'frontmatter-unclosed', 'description-lost'];

/** Only those run: the others take a third of the time. */
const asked = new Set([...losses, 'yaml-lenient']);
const levels = Object.fromEntries(rules.filter(({ id }) => !asked.has(id)).map(({ id }) => [id, 'off'] as const));

test.for(runtimes)('a loss that %s shows in a recording is reported', (runtime) => {
  const texts = recordings('frontmatter', runtime).flatMap(({ input }) => Object.values(input.files));
  expect(texts.length).toBeGreaterThan(100);
  for (const text of new Set(texts.filter((it) => typeof it === 'string'))) {
    const { document, findings } = check(text, { runtime, levels });
    const found = findings.map((finding) => finding.rule);
    const isReported = found.some((it) => losses.includes(it));
    const { reading } = document.frontmatter;
    if (reading === 'lost') expect(isReported, text).toBe(true);
    if (reading === 'repaired') expect(isReported || found.includes('yaml-lenient'), text).toBe(true);
    if (reading === 'read') expect(found, text).not.toContain('yaml-syntax');
  }
});
