import type { CatalogSkill, SkillStatus } from '../../catalog/catalog-skill.ts';
import { declaredFacts } from '../../catalog/facts/declared-facts.ts';
import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import type { PreviewSubject } from './preview-subject.ts';

/**
 * The skill as the session will know it once the text is saved, as far as its two flags determine it; undefined if
 * the session does not contain it.
 */
export function knownAsWritten({ known, skill }: PreviewSubject): CatalogSkill | undefined {
  if (!known) return undefined;
  const { document, kind, plugin } = skill;
  const { hiddenFromUser, hiddenFromModel } = declaredFacts(document, kind, plugin !== undefined);
  const saved = known.facts;
  return {
    ...known,
    facts: { ...saved, hiddenFromUser, hiddenFromModel },
    status: statusWith(known.status, hiddenFromUser && hiddenFromModel, document.runtime),
    // Other obstacles to either are not known until it is saved.
    userInvocable: !hiddenFromUser && (known.userInvocable || saved.hiddenFromUser),
    modelInvocable: !hiddenFromModel && (known.modelInvocable || saved.hiddenFromModel),
  };
}

function statusWith(
  status: SkillStatus,
  isForNobody: boolean,
  runtime: Parameters<typeof capabilities>[0],
): SkillStatus {
  if (status !== 'active' && status !== 'name-only' && status !== 'dead') return status;
  if (isForNobody && capabilities(runtime).leavesOutUninvocableSkills) return 'dead';
  return status === 'dead' ? 'active' : status;
}
