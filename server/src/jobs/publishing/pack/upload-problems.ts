import type { FileContext } from '../../../catalog/file/file-context.ts';
import { DEFAULT_RUNTIME } from '../../../dialect/runtimes/capabilities.ts';
import type { SkillTargetId } from '../../../dialect/targets.ts';
import { type CheckedFile, checkBytesOf, defaultSettings } from '../../../features/check/check-file.ts';
import type { RuleCrash } from '../../../rules/check-document.ts';
import type { Finding } from '../../../rules/rule.ts';
import type { RuleId } from '../../../rules/rule-id.ts';

/** Rules about what every target needs, and about what Claude Code repairs but a strict reader of YAML or UTF-8 rejects. */
const alwaysRejected: ReadonlySet<RuleId> = new Set([
  'description-empty',
  'description-lost',
  'description-missing',
  'file-encoding',
  'frontmatter-missing',
  'frontmatter-not-first',
  'frontmatter-unclosed',
  'yaml-duplicate-key',
  'yaml-lenient',
  'yaml-syntax',
]);

/**
 * Why the targets would reject a SKILL.md: what is reported only because of them, and what only Claude Code can read. Severities that the user chose and comments that suppress findings do not count, because no target knows them.
 */
export function uploadProblems(
  bytes: Uint8Array,
  file: FileContext,
  targets: readonly SkillTargetId[],
  onCrash: RuleCrash,
): { readonly document: CheckedFile['document']; readonly problems: readonly Finding[] } {
  // As it is once it has been uploaded: a skill of its own, wherever it is now.
  const alone = { ...file, insideSkill: false, misplaced: undefined, inCatalog: undefined };
  const check = (selected: readonly SkillTargetId[]) =>
    checkBytesOf(bytes, alone, { ...defaultSettings, runtime: DEFAULT_RUNTIME, targets: selected }, onCrash);
  const checked = check(targets);
  const otherwise = new Set(everyFinding(check([])).map(keyOf));
  const problems = everyFinding(checked).filter(
    (finding) => alwaysRejected.has(finding.rule) || (finding.severity === 'warning' && !otherwise.has(keyOf(finding))),
  );
  return { document: checked.document, problems };
}

function everyFinding({ findings, suppressed }: CheckedFile): readonly Finding[] {
  return [...findings, ...suppressed.map(({ finding }) => finding)].sort((a, b) => a.range.start - b.range.start);
}

function keyOf({ rule, range, message }: Finding): string {
  return JSON.stringify([rule, range.start, range.end, message]);
}
