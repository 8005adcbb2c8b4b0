import dialects from '../../../schemas/dialects.json' with { type: 'json' };
import { declaredArgumentNames, namesOf } from './arguments/argument-names.ts';
import { scanBody } from './body.ts';
import { readFrontmatter } from './frontmatter/frontmatter.ts';
import { type JsonDocument, readJson } from './json-document.ts';
import { type FileKind, formatOf, type RuntimeId } from './runtime-id.ts';
import type { Body, SkillDocument } from './skill-document.ts';
import { LineIndex } from './text/line-index.ts';
import { textRange } from './text/text-range.ts';

/** UTF-16 units of a text that are scanned; the rest of a longer one is not. */
export const maxScanLength = dialects.limits['scanned-length'].value;

/**
 * Reads a file as `runtime` does. Never throws, in linear time; the body and the content of JSON are read when they are
 * first requested.
 */
export function readDocument(text: string, runtime: RuntimeId, kind: FileKind = 'skill'): SkillDocument {
  const lines = new LineIndex(text);
  const format = formatOf(kind);
  const isData = format !== 'markdown';
  const frontmatter = readFrontmatter(isData ? '' : text.slice(0, maxScanLength), runtime);
  const bodyStart = isData ? text.length : (frontmatter.block?.range.end ?? 0);
  const argumentNames = declaredArgumentNames(frontmatter.fields.get('arguments')?.value);
  let body: Body | undefined;
  let scan: Generator<void, Body> | undefined;
  const bodySteps = () => {
    const range = textRange(bodyStart, Math.max(bodyStart, Math.min(text.length, maxScanLength)));
    return scanBody(text, range, lines, namesOf(argumentNames), runtime);
  };
  function* readBody(): Generator<void> {
    while (!body) {
      scan ??= bodySteps();
      const step = scan.next();
      if (step.done) body = step.value;
      else yield;
    }
  }
  let json: JsonDocument | undefined;
  return {
    text,
    runtime,
    lines,
    frontmatter,
    bodyStart,
    argumentNames,
    get body() {
      // Asked for by nearly every rule: no steps are begun for a body that has been read.
      if (!body) for (const _ of readBody());
      return body!;
    },
    readBody,
    get json() {
      json ??= format === 'json' ? readJson(text) : undefined;
      return json;
    },
  };
}
