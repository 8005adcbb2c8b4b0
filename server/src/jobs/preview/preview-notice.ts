import type { CatalogSkill } from '../../catalog/catalog-skill.ts';
import { isSwitchedOff } from '../../catalog/resolve/skill-status.ts';
import type { PreviewNotice } from '../../protocol.ts';
import { ruleWithoutSkillTool } from '../../runtime/skill-tool/check-skill-call.ts';
import { flagForUsers, type PreviewCalls } from './preview-calls.ts';
import type { PreviewSubject } from './preview-subject.ts';

/**
 * Why not everybody can invoke a skill, and what to do; undefined if that needs no explanation. A skill that its
 * author keeps from Claude with one field, for users alone, needs none.
 *
 * @param known the skill as the session knows it
 */
export function previewNotice(
  subject: PreviewSubject,
  known: CatalogSkill | undefined,
  { user, model }: PreviewCalls,
): PreviewNotice | undefined {
  if (!known) return subject.isUntitled ? notSaved(subject) : notFound(subject);
  const { name } = subject.skill;
  const { reason, source } = known;
  if (source.repository !== undefined) return notInstalled(source.plugin);
  const because = reason !== undefined && { reason };
  switch (known.status) {
    case 'misplaced':
      return { severity: 'warning', title: 'Claude Code does not load this file', ...because, advice: moveTo(subject) };
    case 'invalid':
      return { severity: 'warning', title: 'Claude Code rejects this file', ...because, advice: 'Fix it and save it' };
    case 'duplicate':
      return { severity: 'info', title: 'Claude Code loads this file from another location', ...because };
    case 'shadowed':
      return shadowed(subject, because);
    case 'conditional':
      return { severity: 'info', title: 'This skill is not available yet', ...because };
    case 'disabled':
      return isSwitchedOff(known)
        ? { severity: 'warning', title: 'This skill is switched off', ...because, advice: switchOn }
        : { severity: 'warning', title: 'Claude Code does not load this skill', ...because };
    case 'dead':
      return forNobody;
    default:
      break;
  }
  if (known.facts.hiddenFromUser) {
    if (known.facts.hiddenFromModel || !known.modelInvocable) return forNobody;
    const advice = `Ask Claude for it, or remove \`user-invocable\` so that users can type \`/${name}\``;
    return { severity: 'info', title: 'Only Claude can invoke this skill', ...inCaseDenied(subject, model), advice };
  }
  if (!known.userInvocable && user.decision === 'deny') return shadowed(subject, because);
  return model.decision === 'deny' && known.modelInvocable ? denied(subject, model) : undefined;
}

const switchOn = 'Use “Enable Skill”, or remove its entry from `skillOverrides`';

const forNobody: PreviewNotice = {
  severity: 'warning',
  title: 'Nobody can invoke this skill',
  reason: '`user-invocable` hides it from users, and it is hidden from Claude as well',
  advice: 'Remove `user-invocable` to let users invoke it, or what hides it from Claude',
};

function notSaved({ skill }: PreviewSubject): PreviewNotice {
  const advice = `Save it as \`.claude/skills/${skill.name}/SKILL.md\`: the folder becomes its name`;
  return { severity: 'info', title: `This ${skill.kind} is not saved yet`, advice };
}

/** It is in a plugin or a collection that the session's folder offers to others. */
function notInstalled(plugin: string | undefined): PreviewNotice {
  const how = plugin === undefined ? 'it is copied to `.claude/skills`' : `the plugin \`${plugin}\` is installed`;
  return {
    severity: 'info',
    title: 'Claude Code does not load this skill in this folder',
    advice: `The preview shows what it sends once ${how}`,
  };
}

function notFound(subject: PreviewSubject): PreviewNotice {
  const { place, misplaced } = subject.file;
  const title = 'Claude Code does not load skills from this location';
  if (place === 'plugin' && !misplaced) {
    const advice = 'Install and enable its plugin, or add the plugin to `skillwright.pluginFolders`';
    return { severity: 'warning', title: 'Claude Code does not load this skill’s plugin', advice };
  }
  return { severity: 'warning', title, advice: moveTo(subject) };
}

function moveTo({ skill, file: { misplaced } }: PreviewSubject): string {
  if (misplaced) return `Move it to \`${misplaced.loadedAt}\` in the skills folder`;
  return skill.kind === 'command'
    ? 'Move it to `.claude/commands` in the project or in your home folder'
    : 'Move its folder to `.claude/skills` in the project or in your home folder';
}

function shadowed({ skill, instead }: PreviewSubject, because: { readonly reason: string } | false): PreviewNotice {
  const isReplaced = instead === undefined || instead.name === skill.name;
  const [title, advice] = isReplaced
    ? [`\`/${skill.name}\` loads another skill`, `Rename this ${skill.kind}, or rename or delete the other one`]
    : ['Claude Code does not load this skill', 'Remove `fallback: true`, or disable the plugin'];
  return { severity: 'warning', title, ...because, advice };
}

function denied(
  { skill, skillTool }: PreviewSubject,
  { decision, text, answer }: PreviewCalls['model'],
): PreviewNotice | undefined {
  if (decision !== 'deny' || answer === undefined) return undefined;
  const isTool = skillTool && ruleWithoutSkillTool(skillTool.permissions) !== undefined;
  return {
    severity: 'info',
    title: isTool ? 'Claude may not load any skill' : 'Claude may not load this skill',
    reason: `The call is ${text}`,
    advice: `Remove the rule to let Claude load it. \`/${skill.name}\` works without it`,
  };
}

/** Only Claude could invoke it, and may not. */
function inCaseDenied(subject: PreviewSubject, model: PreviewCalls['model']): Pick<PreviewNotice, 'reason'> {
  const notice = denied(subject, model);
  return notice?.reason === undefined
    ? { reason: `It has ${flagForUsers(subject.skill.document)}` }
    : { reason: `${notice.reason}. So now nobody can invoke it` };
}
