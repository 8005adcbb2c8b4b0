import type { Catalog } from '../../catalog/catalog.ts';
import type { CatalogSkill } from '../../catalog/catalog-skill.ts';
import { isSwitchedOff, modelObstacles } from '../../catalog/resolve/skill-status.ts';
import { type BuiltInCommand, findBuiltInCommand } from '../../dialect/names/built-in-commands.ts';
import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import { SKILL_TOOL } from '../../dialect/tools/skill-tool.ts';
import type { RuntimeId } from '../../document/runtime-id.ts';
import { findCalled } from './find-called.ts';
import { suggestSkill } from './suggest-skill.ts';

/** Why a call of the Skill tool fails. */
export interface SkillCallError {
  /**
   * The codes of the first releases: 1 no name, 2 unknown skill, 3 not readable, 4 not for the model, 5 not a text for
   * the model.
   */
  readonly code: 1 | 2 | 3 | 4 | 5;
  /** Claude Code's message. */
  readonly message: string;
}

/** A call whose name is valid, or why it is not. */
type ValidatedCall =
  | { readonly error: SkillCallError }
  /** `name` is the requested name without whitespace and slash. */
  | { readonly error?: undefined; readonly name: string; readonly skill: CatalogSkill }
  /** A prompt that is built into Claude Code, whose text is not known. */
  | { readonly error?: undefined; readonly name: string; readonly builtIn: BuiltInCommand };

/**
 * Checks the name in a call as the tool's `validateInput` does, before permissions are checked.
 *
 * @param prompt what the user wrote in this turn, unless it was a command: in some releases, a skill that it names with
 *   a slash may be loaded even if it is hidden from the model
 */
export function validateSkillCall(asked: string, catalog: Catalog, prompt = ''): ValidatedCall {
  const { runtime } = catalog;
  if (asked.trim() === '') return failed(1, `Invalid skill format: ${asked}`);
  const name = calledName(asked);
  const skill = calledByModel(name, catalog);
  const builtIn = findBuiltInCommand(name, runtime, catalog.session.installed);
  const isTyped = capabilities(runtime).loadsTypedSkills && prompt.split(/\s+/).includes(`/${name}`);
  if (skill && !(builtIn && leavesNameTo(builtIn, skill, runtime))) {
    const refusal = modelRefusal(skill, name, runtime, isTyped);
    return refusal === undefined ? { name, skill } : failed(4, refusal);
  }
  if (builtIn === undefined) {
    const suggestion = capabilities(runtime).suggestsSkills ? suggestSkill(name, catalog) : '';
    return failed(2, `Unknown skill: ${name}${suggestion}`);
  }
  if (builtIn.kind === 'hidden-prompt') return failed(4, notForModel(name, runtime));
  if (builtIn.kind !== 'prompt') return failed(5, noPrompt(name, builtIn, runtime));
  return { name, builtIn };
}

/**
 * The message for the model instead of a skill that exists; undefined if it may load it.
 *
 * @param isTyped the user named the skill with its slash, which allows everything but a skill that the settings turn off
 */
export function modelRefusal(
  skill: CatalogSkill,
  name: string,
  runtime: RuntimeId,
  isTyped = false,
): string | undefined {
  const [obstacle] = modelObstacles(skill).filter((it) => it === 'off' || !isTyped);
  if (obstacle === undefined) return undefined;
  if (obstacle === 'hidden-from-model') return notForModel(name, runtime);
  return `Skill ${name} is disabled for model invocation in skillOverrides settings`;
}

/** Of skills with the same name, the one for the model counts; users may type another one. */
function calledByModel(name: string, catalog: Catalog): CatalogSkill | undefined {
  const isForModel = (skill: CatalogSkill) => skill.name === name && skill.modelInvocable;
  const { separatesNamesForModelAndUsers } = capabilities(catalog.runtime);
  const forModel = separatesNamesForModelAndUsers ? catalog.named(name).find(isForModel) : undefined;
  return forModel ?? findCalled(name, catalog);
}

/** Whether a skill that is hidden from the model leaves its name to one that is built into Claude Code. */
function leavesNameTo({ kind }: BuiltInCommand, skill: CatalogSkill, runtime: RuntimeId): boolean {
  const { hiddenFromModel } = skill.facts;
  const isShared = kind === 'prompt' && capabilities(runtime).separatesNamesForModelAndUsers;
  return isShared && hiddenFromModel && !isSwitchedOff(skill);
}

/** The name in a call: trimmed, without one leading slash. */
export function calledName(asked: string): string {
  const trimmed = asked.trim();
  return trimmed.startsWith('/') ? trimmed.slice(1) : trimmed;
}

/** The error for a skill whose file is missing or unreadable. */
export function couldNotLoad(name: string, runtime: RuntimeId): SkillCallError {
  const message = capabilities(runtime).explainsSkillErrors
    ? `Skill ${name} could not be loaded. Proceed without it.`
    : `Could not load skill: ${name}`;
  return { code: 3, message };
}

/** The input of a Skill tool call, as the model sent it. */
export interface SkillInput {
  readonly skill?: unknown;
  readonly args?: unknown;
}

/**
 * Claude Code's message about an input that does not match the schema; undefined if it does. Other keys are ignored.
 */
export function skillInputProblem(input: SkillInput): string | undefined {
  const problems = [
    input.skill === undefined ? 'The required parameter `skill` is missing' : wrongType('skill', input.skill),
    input.args === undefined ? undefined : wrongType('args', input.args),
  ].filter((problem) => problem !== undefined);
  if (problems.length === 0) return undefined;
  const issues = problems.length === 1 ? 'issue' : 'issues';
  return `InputValidationError: ${SKILL_TOOL} failed due to the following ${issues}:\n${problems.join('\n')}`;
}

function wrongType(parameter: string, value: unknown): string | undefined {
  if (typeof value === 'string') return undefined;
  const type = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  return `The parameter \`${parameter}\` type is expected as \`string\` but provided as \`${type}\``;
}

function notForModel(name: string, runtime: RuntimeId): string {
  const reason = `Skill ${name} cannot be used with ${SKILL_TOOL} tool due to disable-model-invocation`;
  if (!capabilities(runtime).explainsSkillErrors) return reason;
  return `${reason}. ${askTheUser(name)} Do not replicate this skill's workflow by other means — it is reserved for explicit user invocation.`;
}

function noPrompt(name: string, { kind }: BuiltInCommand, runtime: RuntimeId): string {
  if (!capabilities(runtime).explainsSkillErrors) return `Skill ${name} is not a prompt-based skill`;
  return `${name} is a ${kind === 'interface' ? 'UI' : 'built-in CLI'} command, not a skill. ${askTheUser(name)}`;
}

function askTheUser(name: string): string {
  return `Ask the user to run /${name} themselves — it cannot be invoked via the ${SKILL_TOOL} tool.`;
}

function failed(code: SkillCallError['code'], message: string): ValidatedCall {
  return { error: { code, message } };
}
