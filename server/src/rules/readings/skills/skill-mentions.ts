import { letterExpression } from '../../../document/text/letter-expression.ts';
import { type TextRange, textRange } from '../../../document/text/text-range.ts';

/** Where a text names a skill. */
interface SkillMention {
  /** As it is typed after `/`, or as a permission rule has it. */
  readonly name: string;
  readonly range: TextRange;
  readonly form: /** `/name` */
    | 'invocation'
    /** `Skill(name)` */
    | 'rule'
    /** `Skill(name *)`, which is for every name that begins this way */
    | 'prefix-rule';
}

/** Folders at the root of a disk: `/tmp` is hardly ever a skill. */
const rootFolders = /^(bin|dev|etc|home|lib|mnt|opt|proc|root|run|srv|sys|tmp|usr|var)$/;

/**
 * The text around `/name` that makes it a word of its own, and not a part of a path. The pattern begins with the slash,
 * which is searched for quickly; what must come before it is compared afterwards.
 */
const before = String.raw`(?<=(?:^|[\s([\u0060“‘«*|,;]|(?<![^\s([=:,])["'])\/)`;
const after = String.raw`(?![\p{L}\p{N}_/{$\\-]|[.*]+[\p{L}\p{N}/]|:[^\s*\u0060"'”’»)\]])`;
const invocation = letterExpression(
  String.raw`\/${before}([\p{L}\p{N}_](?:[\p{L}\p{N}_-]|[.:](?=[\p{L}\p{N}_-]))*)${after}`,
  'gmu',
);

const rule = /\bSkill\((?:skill:)?\/?([^\s()*/"'`]+?)((?: |:)\*)?\)/gu;

/**
 * The invocations `/name` and the rules `Skill(name)` in a text, in any part of it. Words that are equal to a name are
 * prose, and paths are paths.
 */
export function skillMentions(text: string): SkillMention[] {
  const mentions = [...text.matchAll(rule)].map(({ 0: whole, 1: name = '', 2: wildcard = '', index }): SkillMention => {
    const end = index + whole.length - 1 - wildcard.length;
    return {
      name,
      range: textRange(end - name.length, end),
      form: wildcard === '' ? 'rule' : 'prefix-rule',
    };
  });
  // `Skill(/review)` is a rule only.
  const inRules = new Set(mentions.map(({ range }) => range.start));
  for (const { 1: name = '', index } of text.matchAll(invocation(text))) {
    const start = index + 1;
    if (!rootFolders.test(name) && !inRules.has(start))
      mentions.push({ name, range: textRange(start, start + name.length), form: 'invocation' });
  }
  return mentions.sort((a, b) => a.range.start - b.range.start);
}
