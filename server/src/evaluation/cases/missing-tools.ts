import {
  COMMAND_TOOLS,
  READ_ONLY_TOOLS,
  TOOLS_GRANTED_TOGETHER,
  UNAVAILABLE_TOOLS,
  WITH_ONLY_TOOL,
} from '../../dialect/evaluations.ts';
import { findTool } from '../../dialect/tools/tools.ts';
import type { EvaluatedSkill } from '../surroundings/evaluated-skills.ts';
import { callsOf } from './case-expressions.ts';
import { bareTool, type CaseGrants, withheldTools } from './case-grants.ts';
import { type CaseGrader, type MergedCase, settingOf } from './merged-case.ts';
import { bodyOf } from './read-evaluation.ts';

/** A tool that a skill needs and that the sessions of a case may not use. */
export interface MissingTool {
  readonly tool: string;
  /** The name of the skill. */
  readonly skill: string;
  readonly why: 'call' | 'files' | 'scripts' | 'declared';
  /** The files, scripts or rules that need it. */
  readonly what: readonly string[];
}

/**
 * The tools that the skills of a case need and that its sessions may not use. Of several skills of which the case names
 * none, only what all of them need is certain. What the case withholds is meant, and so is a case that only asks for a call:
 * for graders, a call that is denied is one.
 */
export function missingTools(
  merged: MergedCase,
  skills: readonly EvaluatedSkill[],
  grants: CaseGrants,
): readonly MissingTool[] {
  if (merged.graders.length > 0 && merged.graders.every(isAboutCall)) return [];
  const typed = typedSkill(merged);
  const named = skills.filter((skill) => isAboutSkill(merged, skill));
  const concerned = named.length > 0 ? named : skills;
  const withheld = withheldTools(merged);
  const missing = concerned.map((skill) =>
    needsOf(skill, typed !== undefined && skill.names.includes(typed)).filter(
      ({ tool }) => !isGranted(tool, grants) && !withheld.has(tool),
    ),
  );
  const [first = [], ...others] = missing;
  if (named.length > 0) return withoutRepeated(missing.flat());
  return first.filter(({ tool }) => others.every((other) => other.some((it) => it.tool === tool)));
}

/** Whether a case names a skill: its prompt invokes it, or a grader asks for its call. */
export function isAboutSkill(merged: MergedCase, { names }: Pick<EvaluatedSkill, 'names'>): boolean {
  const typed = typedSkill(merged);
  return names.some((name) => name === typed || isCalled(merged, name));
}

/** The skill that the prompt invokes, without the name of its plugin. */
function typedSkill(merged: MergedCase): string | undefined {
  return /^\/(?:[\w-]+:)?([\w-]+)/.exec(promptOf(merged))?.[1];
}

export function toolsNeededBy(skill: EvaluatedSkill): readonly string[] {
  return needsOf(skill, false).map(({ tool }) => tool);
}

function isAboutCall(grader: CaseGrader): boolean {
  const calls = callsOf(grader);
  return calls.length > 0 && calls.every(({ tool }) => tool.value === WITH_ONLY_TOOL);
}

function promptOf(merged: MergedCase): string {
  const written = settingOf({ ...merged, prompt: undefined }, 'prompt');
  return merged.prompt ? bodyOf(merged.prompt) : written?.kind === 'string' ? written.value : '';
}

/** Whether a grader asks for the call of a skill. */
function isCalled({ graders }: MergedCase, name: string): boolean {
  const calls = graders.flatMap(callsOf);
  return calls.some(
    ({ tool, input }) => tool.value === WITH_ONLY_TOOL && input !== undefined && namesSkill(input.value, name),
  );
}

/** The expression may escape what is special, and stand for the name of a plugin, too. */
function namesSkill(expression: string, name: string): boolean {
  const plain = expression.replaceAll('\\', '');
  const at = plain.lastIndexOf(name);
  return at >= 0 && !/[\w-]/.test(plain[at - 1] ?? '') && !/[\w-]/.test(plain[at + name.length] ?? '');
}

/** @param isTyped whether the prompt invokes it, so that the model need not */
function needsOf(skill: EvaluatedSkill, isTyped: boolean): readonly MissingTool[] {
  const [name = ''] = skill.names;
  const need = (tool: string, why: MissingTool['why'], what: readonly string[]): MissingTool => ({
    tool,
    skill: name,
    why,
    what,
  });
  const declared = [...new Set(skill.tools.map(bareTool))].filter(
    (tool) => findTool(tool) !== undefined && !READ_ONLY_TOOLS.has(tool) && !UNAVAILABLE_TOOLS.has(tool),
  );
  return withoutRepeated([
    ...(skill.needsPermission && !isTyped ? [need(WITH_ONLY_TOOL, 'call', [])] : []),
    ...(skill.files.length > 0 ? [need('Read', 'files', skill.files)] : []),
    ...(skill.scripts.length > 0 ? [need('Bash', 'scripts', skill.scripts)] : []),
    ...declared.map((tool) => need(tool, 'declared', [tool])),
  ]);
}

function isGranted(tool: string, { mayRead, mayCallSkills, others }: CaseGrants): boolean {
  if (tool === 'Read') return mayRead;
  if (tool === WITH_ONLY_TOOL) return mayCallSkills;
  const group = [COMMAND_TOOLS, TOOLS_GRANTED_TOGETHER].find((tools) => tools.includes(tool)) ?? [tool];
  return others.some((rule) => group.includes(bareTool(rule)));
}

/** Of several needs of one tool, and of tools that are granted together, the first. */
function withoutRepeated(needs: readonly MissingTool[]): readonly MissingTool[] {
  const groupOf = (tool: string) => (TOOLS_GRANTED_TOGETHER.includes(tool) ? TOOLS_GRANTED_TOGETHER[0] : tool);
  return needs.filter(({ tool }, index) => needs.findIndex((it) => groupOf(it.tool) === groupOf(tool)) === index);
}
