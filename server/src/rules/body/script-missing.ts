import type { SkillDocument } from '../../document/skill-document.ts';
import { type TextRange, textRange } from '../../document/text/text-range.ts';
import { firstPart, partsInside } from '../../platform/paths.ts';
import { showText } from '../messages/show-value.ts';
import { bundledInOtherCase, isBundled, nearestBundled } from '../readings/bundled-files.ts';
import { shellOf } from '../readings/shell-code.ts';
import type { Report, Rule, RuleContext } from '../rule.ts';

export const scriptMissing: Rule = {
  id: 'script-missing',
  level: 'warning',
  kinds: ['skill'],
  summary: 'A script of the skill that its text runs but that does not exist',
  source: 'https://code.claude.com/docs/en/skills#add-supporting-files',
  *check(context, report) {
    const { document, file } = context;
    const bundled = file.bundledPaths;
    if (!bundled || file.insideSkill || file.misplaced) return;
    const reported = new Set<string>();
    for (const script of namedScripts(document)) {
      yield;
      // A path without the skill's folder may be the project's, unless the skill has such a folder.
      if (!script.isOfSkill && !bundled.has(firstPart(script.path))) continue;
      if (reported.has(script.path) || isBundled(script.path, bundled) !== 'missing') continue;
      reported.add(script.path);
      report(describe(script, context, bundled));
    }
  },
};

/** A script that a command or tool rule names. */
interface NamedScript {
  readonly path: string;
  readonly range: TextRange;
  /** It is written with the variable for the skill's folder. */
  readonly isOfSkill: boolean;
}

function describe(
  { path, range, isOfSkill }: NamedScript,
  { document }: RuleContext,
  bundled: ReadonlySet<string>,
): Report {
  const near = bundledInOtherCase(path, bundled) ?? nearestBundled(path, bundled);
  const advice = near ? `Did you mean ${showText(near)}?` : 'Add the script or remove the command';
  const isPlain = document.text.slice(range.start, range.end) === path;
  return {
    range,
    ...(!isOfSkill && { severity: 'hint' as const }),
    message: isOfSkill
      ? `The skill has no file ${showText(path)}, so this command fails. ${advice}`
      : `The skill has no file ${showText(path)}, so this command fails unless the project has one. ${advice}`,
    fixes:
      near && isPlain ? [{ title: `Change to ${showText(near)}`, safe: false, edits: [{ range, newText: near }] }] : [],
  };
}

function* namedScripts({ text, body, frontmatter }: SkillDocument): Generator<NamedScript> {
  if (text.includes('${CLAUDE_SKILL_DIR}/')) {
    const rules = frontmatter.fields.get('allowed-tools')?.value.range;
    if (rules) yield* scriptsIn(text, rules, ofSkill, true);
    yield* scriptsIn(text, body.scanned, ofSkill, true);
  }
  if (!text.includes('scripts/') && !text.includes('bin/')) return;
  for (const code of body.code) {
    if (code.kind !== 'indented' && shellOf(code)) yield* scriptsIn(text, code.content, started, false);
  }
}

const extension = '\\.(?:py|sh|bash|m?js|cjs|ts|rb|pl|ps1)(?![\\w/*{<$-]|\\.\\w)';
/** `${CLAUDE_SKILL_DIR}/scripts/pack.py` */
const ofSkill = new RegExp(`\\$\\{CLAUDE_SKILL_DIR\\}/((?:[\\w-]{1,60}/){0,9}[\\w.-]{1,99}?${extension})`, 'g');
/** `python scripts/pack.py`, `./scripts/pack.sh` */
const started = new RegExp(
  `(?:(?:^|[\\s;&|(])(?:python3?|uv run|bash|sh|zsh|node|bun|tsx|ruby|perl|pwsh)[ \\t]+(?:\\./)?|(?:^|[;&|\\n])[ \\t]{0,9}(?:\\$[ \\t])?\\./)((?:scripts|bin)/(?:[\\w-]{1,60}/){0,9}[\\w.-]{1,99}?${extension})`,
  'g',
);

function* scriptsIn(
  text: string,
  { start, end }: TextRange,
  pattern: RegExp,
  isOfSkill: boolean,
): Generator<NamedScript> {
  for (const { 0: all, 1: written = '', index } of text.slice(start, end).matchAll(pattern)) {
    const path = partsInside(written)?.join('/');
    const at = start + index + all.length - written.length;
    if (path !== undefined) yield { path, range: textRange(at, at + written.length), isOfSkill };
  }
}
