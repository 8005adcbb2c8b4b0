import dialects from '../../../schemas/dialects.json' with { type: 'json' };
import { declaredArgumentNames } from './argument-names.ts';
import { scanBody } from './body.ts';
import { readFrontmatter } from './frontmatter.ts';
import { LineIndex } from './line-index.ts';
import type { RuntimeId } from './runtime-id.ts';
import type { Body, SkillDocument } from './skill-document.ts';
import { textRange } from './text-range.ts';

/** Texts longer than this, in UTF-16 units, are scanned only up to here. */
export const longestScan = dialects.limits['scanned-length'].value;

/**
 * Reads a SKILL.md, command or agent file as `runtime` does. Never throws, in linear time; the body is scanned when it
 * is first asked for.
 */
export function readDocument(text: string, runtime: RuntimeId): SkillDocument {
  const lines = new LineIndex(text);
  const frontmatter = readFrontmatter(text.length > longestScan ? text.slice(0, longestScan) : text, runtime);
  let body: Body | undefined;
  return {
    text,
    runtime,
    lines,
    frontmatter,
    get body() {
      if (!body) {
        const start = frontmatter.block?.range.end ?? 0;
        const range = textRange(start, Math.max(start, Math.min(text.length, longestScan)));
        const names = declaredArgumentNames(frontmatter.fields.get('arguments')?.value).map(({ name }) => name);
        body = scanBody(text, range, lines, names, runtime);
      }
      return body;
    },
  };
}
