import { NOT_VARIABLES } from '../../../dialect/names/variables.ts';
import type { SkillDocument } from '../../../document/skill-document.ts';
import { escapeRegExp } from '../../../document/text/escape-reg-exp.ts';
import { matchesOf } from '../../../document/text/matches-of.ts';
import { type TextRange, textRange } from '../../../document/text/text-range.ts';
import { isBundled } from './bundled-files.ts';

/** A name for the skill's folder that no release replaces. */
interface FolderSpelling {
  readonly written: string;
  /** The variable that is meant. */
  readonly meant: string;
  /** The places where nothing but the skill's folder can be meant. */
  readonly certain: readonly TextRange[];
  /** The places where it may be meant. */
  readonly possible: readonly TextRange[];
  /** A shell replaces it with nothing, so that a path begins at the root of the file system. */
  readonly isShellVariable: boolean;
}

/**
 * `${SKILL_DIR}`, `$SKILL_DIR`, `{skill_path}`, `{{SKILL_ROOT}}`, if a path in the folder follows, or after `cd`.
 */
const folder =
  /(?<![\w$\\{])(\$\{?|\{\{?)((?:claude_)?skill_?(?:base_?)?(?:dir|directory|path|root|folder|home))(\}{0,2})(?:(?=["']?\/(?!SKILL\.md)[\w.-])|(?![\w/])(?<=\bcd ["']?[${]{1,2}\w{1,30}\}{0,2}))/gi;

/** A text without a match has none of them: fast to search for. Most have the variable that is meant. */
const mayBeSpelled = /[${](?!claude_skill_dir\b)(?:claude_)?skill/i;

/** More than any text has. */
const MAX_SPELLINGS = 5;

/** The spelling of the skill's folder that is used first, and all its places; undefined if there is none. */
export function folderSpelling(
  document: SkillDocument,
  bundledPaths: ReadonlySet<string> | undefined,
): FolderSpelling | undefined {
  return knownSpelling(document, bundledPaths) ?? otherSpelling(document);
}

/** A script after one of the places that the skill does not have: to name its folder does not make it one. */
export function missingScript(
  { text }: SkillDocument,
  places: readonly TextRange[],
  bundledPaths: ReadonlySet<string> | undefined,
): string | undefined {
  if (!bundledPaths) return undefined;
  return places
    .map(({ end }) => pathAfter(text, end))
    .find((it) => script.test(it) && isBundled(it, bundledPaths) === 'missing');
}

const script = /[\w-]\.(?:py|sh|bash|m?js|cjs|ts|rb|pl|ps1)$/;

/**
 * `{baseDir}`, which some generators of skills write. Other authors mean the project by it: it counts only where the path
 * after it is in the skill's folder or may be there.
 */
function knownSpelling(
  { text, body, frontmatter }: SkillDocument,
  bundledPaths: ReadonlySet<string> | undefined,
): FolderSpelling | undefined {
  // In the frontmatter, only the tool rules are substituted.
  const rules = frontmatter.fields.get('allowed-tools')?.value.range;
  for (const { written, meant } of NOT_VARIABLES) {
    const certain: TextRange[] = [];
    const possible: TextRange[] = [];
    const start = rules?.start ?? body.range.start;
    for (let at = text.indexOf(written, start); at >= 0; at = text.indexOf(written, at + written.length)) {
      if (at < body.range.start && at >= (rules?.end ?? 0)) continue;
      const isMention = text[at - 1] === '`' && text[at + written.length] === '`';
      if (text[at - 1] === '$' || isMention) continue;
      const range = textRange(at, at + written.length);
      const owner = ownerOf(pathAfter(text, range.end), bundledPaths);
      if (owner === 'skill') certain.push(range);
      else if (owner === 'unknown') possible.push(range);
    }
    if (certain.length + possible.length > 0) return { written, meant, certain, possible, isShellVariable: false };
  }
  return undefined;
}

function otherSpelling({ text, body }: SkillDocument): FolderSpelling | undefined {
  if (!mayBeSpelled.test(text)) return undefined;
  const whole = text.slice(body.range.start, body.range.end);
  const byText = new Map<string, TextRange[]>();
  for (const { 0: written, 1: open = '', 2: name = '', 3: close = '', index } of matchesOf(folder, whole)) {
    if (close.length !== open.replaceAll('$', '').length || name.toUpperCase() === 'CLAUDE_SKILL_DIR') continue;
    const range = textRange(body.range.start + index, body.range.start + index + written.length);
    const others = byText.get(written);
    if (others) others.push(range);
    else byText.set(written, [range]);
  }
  for (const [written, places] of [...byText].slice(0, MAX_SPELLINGS)) {
    const name = written.replace(/[${}]/g, '');
    // A name that is also used in another way is assigned or explained there.
    const uses = whole.match(new RegExp(`(?<!\\w)${escapeRegExp(name)}(?!\\w)`, 'g'))?.length ?? 0;
    if (uses > places.length) continue;
    return {
      written,
      meant: 'CLAUDE_SKILL_DIR',
      certain: places,
      possible: [],
      isShellVariable: written.startsWith('$'),
    };
  }
  return undefined;
}

/** A path in text, without the punctuation after it. */
const path = /\/[\w./@+-]*/y;

function pathAfter(text: string, offset: number): string {
  path.lastIndex = offset;
  return (path.exec(text)?.[0] ?? '').replace(/^\/+|[/.]+$/g, '');
}

/** To which folder a path belongs: it is in the skill's, it may be there, or only the project's can be meant. */
function ownerOf(written: string, bundled: ReadonlySet<string> | undefined): 'skill' | 'unknown' | 'project' {
  if (!bundled) return 'unknown';
  if (bundled.has(written)) return 'skill';
  const [first] = written.split('/', 1);
  return first === '..' || bundled.has(first!) || ofSkills.test(first!) ? 'unknown' : 'project';
}

/** Folders that skills have, by the documentation; this one may get it yet. */
const ofSkills = /^(?:scripts|references|assets)$/;
