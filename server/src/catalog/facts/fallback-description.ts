import { MAX_FALLBACK_DESCRIPTION } from '../../dialect/limits.ts';
import type { FileKind } from '../../document/runtime-id.ts';
import type { SkillDocument } from '../../document/skill-document.ts';

/**
 * The first line of the body that is not blank, without heading marks; what Claude Code calls a file without a body.
 * Recorded as `own-undescribed-*`.
 */
export function fallbackDescription(document: SkillDocument, kind: FileKind = 'skill', inPlugin = false): string {
  const body = document.text.slice(document.bodyStart);
  for (const line of linesOf(body)) {
    const text = line.trim();
    if (text === '') continue;
    const plain = /^#+\s+(.+)$/.exec(text)?.[1] ?? text;
    return plain.length > MAX_FALLBACK_DESCRIPTION ? `${plain.slice(0, MAX_FALLBACK_DESCRIPTION - 3)}...` : plain;
  }
  if (inPlugin) return kind === 'command' ? 'Plugin command' : 'Plugin skill';
  return kind === 'command' ? 'Custom command' : 'Skill';
}

/** Reads one line at a time, so that a long body is not split for its first line. */
function* linesOf(text: string): Generator<string> {
  let start = 0;
  while (start <= text.length) {
    const end = text.indexOf('\n', start);
    yield end < 0 ? text.slice(start) : text.slice(start, end);
    if (end < 0) return;
    start = end + 1;
  }
}
