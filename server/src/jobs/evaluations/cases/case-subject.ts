import { declaredFacts } from '../../../catalog/facts/declared-facts.ts';
import type { FileKind } from '../../../document/runtime-id.ts';
import type { SkillDocument } from '../../../document/skill-document.ts';
import { toolsNeededBy } from '../../../evaluation/cases/missing-tools.ts';
import { readEvaluatedSkills } from '../../../evaluation/surroundings/evaluated-skills.ts';
import type { FileSystem } from '../../../platform/file-system.ts';
import { folderOf, lastPart } from '../../../platform/paths.ts';
import { type CasePlace, casePlaceOf } from './case-place.ts';
import type { CaseSkill } from './new-case.ts';

/** A skill for which a case is made. */
export interface CaseSubject {
  readonly skill: CaseSkill;
  /** Undefined if the runner would find no case for it: a single file outside of a plugin. */
  readonly place: CasePlace | undefined;
  /** Whether a name in a call means it. */
  isCalled(name: string): boolean;
}

/** The facts about a skill, and where its cases are. */
export async function caseSubject(
  { path, name, kind, document }: { path: string; name: string; kind: FileKind; document: SkillDocument },
  files: FileSystem,
): Promise<CaseSubject> {
  const place = await casePlaceOf(path, files);
  const plugin = place?.plugin;
  const bare = plugin !== undefined && name.startsWith(`${plugin}:`) ? name.slice(plugin.length + 1) : name;
  const { hiddenFromModel } = declaredFacts(document, kind, plugin !== undefined);
  const own = lastPart(path) === 'SKILL.md' ? await readEvaluatedSkills(folderOf(path), false, files) : [];
  const tools = (own ?? []).flatMap(toolsNeededBy);
  return {
    skill: { name: bare, plugin, isForModel: !hiddenFromModel, tools },
    place,
    isCalled: (called) => called === bare || called === name || called.endsWith(`:${bare}`),
  };
}
