import type { SkillDocument } from '../skill-document.ts';
import { type TextRange, textRange } from '../text/text-range.ts';
import { readLinkTarget } from './link-target.ts';

/** A place in a body that names a file or folder by its relative path. */
export interface PathMention {
  /** With `/` between its parts, decoded; not resolved. */
  readonly path: string;
  readonly range: TextRange;
}

/** Longer texts in backticks are not paths. */
const maxLength = 300;

/** The links of a body, and its code spans that hold nothing but a path with a file extension. */
export function* pathMentions(document: SkillDocument): Generator<PathMention> {
  yield* linkMentions(document);
  const { text, body } = document;
  for (const { kind, content } of body.code) {
    if (kind !== 'span' || content.end - content.start > maxLength) continue;
    const path = withoutVariable(text.slice(content.start, content.end).trim());
    if (!/^[^\s<>{}*$|]+\.\w+$/.test(path)) continue;
    yield { path: path.replaceAll('\\', '/'), range: textRange(content.start, content.end) };
  }
}

export function* linkMentions({ body }: SkillDocument): Generator<PathMention> {
  for (const { kind, target, targetRange } of body.links) {
    const path = kind === 'autolink' ? undefined : readLinkTarget(withoutVariable(target))?.path;
    if (path) yield { path, range: targetRange };
  }
}

/** Paths are relative to the skill's folder anyway. */
function withoutVariable(written: string): string {
  return written.replace(/^\$\{CLAUDE_SKILL_DIR\}\//, '');
}

/** The folders that a text names as a whole, by their last names: `scripts/`, `references/*.md`. */
export function namedFolders(text: string): ReadonlySet<string> {
  // Slashes are searched for quickly; what comes before them is read afterwards.
  const found = text.matchAll(/\/(?![\w./-])(?<=(?<![\w.-])([\w.-]{1,100})\/)/g);
  return new Set([...found].map(([, name]) => name!));
}
