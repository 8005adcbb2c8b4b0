import type { SkillTargetId } from '../../dialect/targets.ts';
import type { Finding, TextEdit } from '../../rules/rule.ts';
import type { RuleId } from '../../rules/rule-id.ts';
import type { CheckedOpenFile } from '../check/open-file.ts';
import { applyInTurns } from '../fixes/fix-all.ts';

/** The rules about what other products accept. */
const rulesOfTargets: ReadonlySet<RuleId> = new Set([
  'name-missing',
  'name-format',
  'name-folder-mismatch',
  'description-too-long',
  'description-xml-tags',
  'field-not-portable',
  'metadata-shape',
  'compatibility-length',
  'file-encoding',
]);

/** A skill changed so that other products accept it. */
interface PortableSkill {
  readonly edits: readonly TextEdit[];
  /** Findings that only the author can resolve. */
  readonly remaining: readonly Finding[];
}

/** Whether something can be done for targets that the findings are about. */
export function canMakePortable({ file, findings }: Pick<CheckedOpenFile, 'file' | 'findings'>): boolean {
  return file.kind === 'skill' && findings.some((finding) => fixOf(finding) !== undefined);
}

/**
 * Changes a skill so that targets accept it: by the first fix of each finding about them. What Claude Code alone reads
 * is lost where a target rejects it.
 */
export async function makePortable(open: CheckedOpenFile, targets: readonly SkillTargetId[]): Promise<PortableSkill> {
  const check = async (text: string) => {
    const findings = (await open.check(text, undefined, targets)).filter(({ rule }) => rulesOfTargets.has(rule));
    return oneAtATime(findings);
  };
  const { text, edits } = await applyInTurns(open.document.text, check, (finding) => {
    const fix = fixOf(finding);
    return fix ? [fix] : [];
  });
  return { edits, remaining: await check(text) };
}

function fixOf({ rule, fixes }: Finding): readonly TextEdit[] | undefined {
  if (!rulesOfTargets.has(rule)) return undefined;
  return fixes?.find(({ rename, edits }) => !rename && edits.length > 0)?.edits;
}

/** Two fields that move would each bring a place to move to. */
function oneAtATime(findings: readonly Finding[]): Finding[] {
  let isMoving = false;
  return findings.filter((finding) => {
    const moves = finding.rule === 'field-not-portable' && finding.fixes?.[0]?.title.startsWith('Move') === true;
    if (moves && isMoving) return false;
    isMoving ||= moves;
    return true;
  });
}
