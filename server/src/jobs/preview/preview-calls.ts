import type { CatalogSkill } from '../../catalog/catalog-skill.ts';
import { answersToName, isSwitchedOff } from '../../catalog/resolve/skill-status.ts';
import type { PermissionRule } from '../../catalog/settings/session-settings.ts';
import { shownPath } from '../../catalog/shown-path.ts';
import { SKILL_TOOL, skillRefusal } from '../../dialect/tools/skill-tool.ts';
import type { SkillDocument } from '../../document/skill-document.ts';
import type { PreviewCall } from '../../protocol.ts';
import { showText } from '../../rules/messages/show-value.ts';
import { contextChange } from '../../runtime/render/context-change.ts';
import {
  checkSkillCall,
  namesForRules,
  ruleWithoutSkillTool,
  type SkillVerdict,
} from '../../runtime/skill-tool/check-skill-call.ts';
import { slashRefusal } from '../../runtime/skill-tool/slash-command.ts';
import { modelRefusal } from '../../runtime/skill-tool/validate-skill-call.ts';
import type { PreviewSubject } from './preview-subject.ts';

/** The two ways to invoke a skill. */
export interface PreviewCalls {
  readonly user: PreviewCall;
  readonly model: PreviewCall;
}

/**
 * The outcomes if the user types the invocation, and if the model calls the Skill tool with the same arguments.
 *
 * @param known the skill as the session knows it
 * @param isAborted Claude Code would stop while it prepares the text
 */
export function previewCalls(
  subject: PreviewSubject,
  known: CatalogSkill | undefined,
  given: string,
  isAborted: boolean,
): PreviewCalls {
  const missing = whyMissing(subject, known);
  if (!known || missing !== undefined) {
    const neither = { decision: 'deny', text: missing ?? unknownSkill } as const;
    return { user: { by: 'user', ...neither }, model: { by: 'model', ...neither } };
  }
  const [user, model] = [userCall(subject, known), modelCall(subject, known, given)];
  return { user: orAborted(user, isAborted), model: orAborted(model, isAborted) };
}

const unknownSkill = 'unknown to Claude Code';

function orAborted(call: PreviewCall, isAborted: boolean): PreviewCall {
  if (!isAborted || call.decision === 'deny') return call;
  const asks = call.decision === 'ask' ? 'asks you first, and then ' : '';
  return { by: call.by, decision: 'deny', text: `${asks}stops with this error` };
}

/** The outcome of a call by this name that does not reach the skill; undefined if it does. */
function whyMissing({ skill, instead, skillTool }: PreviewSubject, known: CatalogSkill | undefined) {
  if (!known) return unknownSkill;
  if (known.source.repository !== undefined) return 'unknown until it is installed';
  if (answersToName(known)) return undefined;
  if (known.status === 'conditional') return 'unknown until then';
  if (instead?.name !== skill.name) return unknownSkill;
  return `loads another skill: \`${skillTool ? shownPath(instead.path, skillTool.session) : instead.path}\``;
}

/** `user-invocable: maybe`, which is read as false: what is written, and what that means if it is not clear. */
export function flagForUsers({ text, frontmatter }: SkillDocument): string {
  const range = frontmatter.fields.get('user-invocable')?.value.range;
  const written = range ? text.slice(range.start, range.end) : 'false';
  if (/^["']?false["']?$/i.test(written)) return '`user-invocable: false`';
  return `${showText(`user-invocable: ${written}`)}, which Claude Code reads as false`;
}

function userCall({ skill, instead, skillTool }: PreviewSubject, known: CatalogSkill): PreviewCall {
  const { name, document } = skill;
  const answer = slashRefusal(known, name, document.runtime);
  if (answer !== undefined) {
    const why = isSwitchedOff(known) ? '`skillOverrides` is `off`' : flagForUsers(document);
    return { by: 'user', decision: 'deny', text: `refused, because of ${why}`, answer };
  }
  if (!known.userInvocable) {
    const path = instead && skillTool && `: \`${shownPath(instead.path, skillTool.session)}\``;
    return { by: 'user', decision: 'deny', text: `loads another skill${path ?? ''}` };
  }
  const { fork } = contextChange(skill);
  const text = fork === null ? 'sends this text' : `starts the agent \`${fork.agent}\` with this text`;
  return { by: 'user', decision: 'allow', text };
}

function modelCall(subject: PreviewSubject, known: CatalogSkill, args: string): PreviewCall {
  const { skill, skillTool } = subject;
  const { name, document } = skill;
  const by = 'model';
  if (!skillTool) return { by, decision: 'deny', text: unknownSkill };
  const { session, permissions } = skillTool;
  const named = ({ rule, path }: PermissionRule) => `\`${rule}\` in \`${shownPath(path, session)}\``;
  const gone = ruleWithoutSkillTool(permissions);
  if (gone) {
    const answer = skillRefusal('toolGone', document.runtime, '');
    return { by, decision: 'deny', text: `denied: ${named(gone)} removes the ${SKILL_TOOL} tool`, answer };
  }
  const refusal = modelRefusal(known, name, document.runtime);
  if (refusal !== undefined) {
    const why = known.facts.hiddenFromModel ? '`disable-model-invocation: true`' : 'an entry of `skillOverrides`';
    return { by, decision: 'deny', text: `refused, because of ${why}`, answer: refusal };
  }
  const change = contextChange(skill, { invoker: 'model', availableModels: subject.session.availableModels });
  const checked = { name, otherNames: namesForRules(known), change };
  const verdict = checkSkillCall({ skill: name, args }, checked, permissions);
  const { decision, rule, question, refusal: answer } = verdict;
  switch (decision) {
    case 'allow':
      return { by, decision, text: rule ? `loads it without asking: ${named(rule)}` : 'loads it without asking' };
    case 'ask':
      return { by, decision, text: askText(verdict, change, rule && named(rule)), answer: question };
    case 'deny': {
      const why = rule ? named(rule) : `it would have to ask, and the permission mode is \`${permissions.mode}\``;
      return { by, decision, text: `denied: ${why}`, ...(answer !== undefined && { answer }) };
    }
  }
}

function askText(
  { suggestedRules: [suggested] }: SkillVerdict,
  { allowedTools, disallowedTools, hooks }: ReturnType<typeof contextChange>,
  rule: string | undefined,
): string {
  const fields = [
    ...(allowedTools.length > 0 ? ['`allowed-tools`'] : []),
    ...(disallowedTools.length > 0 ? ['`disallowed-tools`'] : []),
    ...(hooks !== null ? ['`hooks`'] : []),
  ];
  const why = rule ?? (fields.length > 0 ? `the skill has ${fields.join(' and ')}` : 'no rule allows it');
  return `asks you first: ${why}${suggested === undefined ? '' : `. The rule \`${suggested}\` in \`permissions.allow\` would allow it`}`;
}
