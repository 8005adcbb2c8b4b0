import type { SkillDocument } from '../../../document/skill-document.ts';

/** "Use the packing skill", "Delegate to the skill packing"; not "use this skill". */
const usesOthers =
  /\b(?:invoke|use|load|call|run|follow|delegate(?:\s+\w+){0,3} to|hand (?:it |over )?to|launch|spawn|dispatch)s?\s+(?:(?:the|an?|its|each|both)\s+)?(?:(?:sub)?(?:skill|agent)s?\s+[`*"]*(?!when\b|for\b|to\b|if\b|is\b)[\w:-]+|(?:(?!this\b|the\b|an?\b|when\b|your\b|our\b|if\b)[`*"\w:@/-]+\s+){1,4}(?:sub)?(?:skill|agent)s?\b)|\b(?:following|follow|use|run) the `[\w:-]+` (?:\w+ ){0,2}workflow\b/i;

/** "The `Skill` tool", `packing/SKILL.md`. */
const namesOthers = /\b(?:Skill|Task|Agent|Workflow)\b`? tool\b|\b(?:Skill|Task|Agent)\((?!s\))|\w\/SKILL\.md\b/;

/** Whether a body leaves work to other skills or agents. */
export function handsOver({ text, body }: SkillDocument): boolean {
  const prose = text.slice(body.range.start, body.scanned.end);
  return usesOthers.test(prose) || namesOthers.test(prose);
}
