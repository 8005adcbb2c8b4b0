import type { TextRange } from '../../document/text/text-range.ts';
import type { YamlValue } from '../../document/yaml/yaml-value.ts';

/**
 * The globs of `paths` that keep a skill away until a file matches one of them; empty if the skill is available from
 * the start, because no glob is usable or every glob matches every file.
 */
export function pathConditions(value: YamlValue | undefined): readonly string[] {
  if (!value) return [];
  const globs = textsOf(value).flatMap((text) => splitAtCommas(text).map(({ start, end }) => text.slice(start, end)));
  return restrictNothing(globs) ? [] : globs;
}

/** Whether globs match every file, so that the skill is available as if there were none. */
export function restrictNothing(globs: readonly string[]): boolean {
  return globs.every((glob) => /^\/?\*\*$/.test(glob));
}

function textsOf(value: YamlValue): string[] {
  if (value.kind === 'list') return value.items.flatMap(textsOf);
  return value.kind === 'scalar' && typeof value.value === 'string' ? [value.value] : [];
}

/** Segments between commas outside braces, trimmed; blank ones are left out. */
export function splitAtCommas(text: string): TextRange[] {
  const pieces: TextRange[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at <= text.length; at++) {
    const character = text[at];
    if (character === '{') depth++;
    else if (character === '}') depth = Math.max(0, depth - 1);
    if (at < text.length && (character !== ',' || depth > 0)) continue;
    const piece = text.slice(from, at);
    const start = from + piece.length - piece.trimStart().length;
    if (piece.trim() !== '') pieces.push({ start, end: start + piece.trim().length });
    from = at + 1;
  }
  return pieces;
}
