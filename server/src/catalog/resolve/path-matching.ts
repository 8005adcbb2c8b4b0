import { MAX_PATHS_ALTERNATIVES, MAX_PATHS_EXPANSION, MAX_WILDCARD_PATTERNS } from '../../dialect/limits.ts';
import { IgnoreRules } from '../../patterns/ignore-rules.ts';
import { oncePer } from '../../platform/once.ts';

/** Why a well-formed glob of `paths` has no effect. */
export type PathRefusal =
  /** Claude Code takes it literally: its braces expand to too many globs, or too long ones. */
  | 'braces'
  /** Skillwright does not match it: it and the globs before it are too long. */
  | 'length';

/** The globs of `paths`, compiled. */
interface ReadPaths {
  readonly rules: IgnoreRules;
  /** The globs that have no effect. */
  readonly refused: ReadonlyMap<string, PathRefusal>;
}

/** The limit on expanding the braces of a list, in expansions of the longest glob that Claude Code expands. */
const maxExpansions = 4;

/**
 * Whether a touched file loads the skills that wait for these globs. They are read like those of a `.gitignore`,
 * ignoring case and with braces; one with `!` has no effect.
 *
 * @param path relative to the session's folder
 */
export function matchesPaths(globs: readonly string[], path: string): boolean {
  return readPaths(globs).rules.ignores(path);
}

/** The globs that have no effect because they are too large, and why. */
export function refusedPaths(globs: readonly string[]): ReadonlyMap<string, PathRefusal> {
  return readPaths(globs).refused;
}

/** Compiles globs once for all the files that they are compared with. */
const readPaths = oncePer((globs: readonly string[]): ReadPaths => {
  const refused = new Map<string, PathRefusal>();
  const lines: string[] = [];
  const sources = new Map<string, string>();
  let alternativesLeft = MAX_PATHS_ALTERNATIVES;
  const work = { left: maxExpansions * MAX_PATHS_EXPANSION };
  for (const glob of globs) {
    if (glob.startsWith('!')) continue;
    const expanded = expandBraces(glob, alternativesLeft, work);
    if (!expanded) {
      // Its braces are literal then.
      refused.set(glob, 'braces');
      lines.push(glob);
      sources.set(glob, glob);
      continue;
    }
    if (expanded.size > 1) alternativesLeft -= expanded.size;
    for (const line of expanded) {
      lines.push(line);
      sources.set(line, glob);
    }
  }
  const rules = new IgnoreRules(lines, MAX_WILDCARD_PATTERNS);
  for (const line of rules.leftOut) refused.set(sources.get(line)!, 'length');
  return { rules, refused };
});

/**
 * Expands `a.{b,c}` to `a.b` and `a.c`; of nested braces, the inner ones first.
 *
 * @param max the largest number of globs it may expand to
 * @param work the UTF-16 units that may still be read for a list
 * @returns undefined if there would be too many, or too long ones
 */
function expandBraces(glob: string, max: number, work: { left: number }): ReadonlySet<string> | undefined {
  let globs: ReadonlySet<string> = new Set([glob]);
  for (let isComplete = false; !isComplete; ) {
    isComplete = true;
    const next = new Set<string>();
    for (const text of globs) {
      const braces = lastBraces(text);
      if (!braces) {
        next.add(text);
        continue;
      }
      isComplete = false;
      const choices = text.slice(braces.start + 1, braces.end).split(',');
      const length = (choices.length + 1) * text.length;
      work.left -= length;
      if (choices.length > max || length > MAX_PATHS_EXPANSION || work.left < 0) return undefined;
      for (const choice of choices) next.add(`${text.slice(0, braces.start)}${choice}${text.slice(braces.end + 1)}`);
      if (next.size > max) return undefined;
    }
    globs = next;
  }
  return globs;
}

/** The last braces with a comma and no nested braces. */
function lastBraces(text: string): { readonly start: number; readonly end: number } | undefined {
  let end = -1;
  let hasComma = false;
  for (let at = text.length - 1; at >= 0; at--) {
    const character = text[at];
    if (character === '}') {
      end = at;
      hasComma = false;
    } else if (character === ',') hasComma = true;
    else if (character === '{') {
      if (end >= 0 && hasComma) return { start: at, end };
      end = -1;
    }
  }
  return undefined;
}
