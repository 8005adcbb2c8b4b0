import type { Catalog } from '../../catalog/catalog.ts';
import type { CatalogSkill } from '../../catalog/catalog-skill.ts';
import { isSwitchedOff, modelObstacles } from '../../catalog/resolve/skill-status.ts';
import { type BuiltInCommand, findBuiltInCommand } from '../../dialect/built-in-commands.ts';
import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import { SKILL_TOOL } from '../../dialect/skill-tool.ts';
import type { RuntimeId } from '../../document/runtime-id.ts';
import { findCalled } from './find-called.ts';
import { suggestSkill } from './suggest-skill.ts';

/** Why a call of the Skill tool comes to nothing. */
export interface SkillCallError {
  /**
   * As the first releases number them: 1 no name, 2 no such skill, 3 it cannot be read, 4 it is not for the model, 5 it
   * is no text for the model.
   */
  readonly code: 1 | 2 | 3 | 4 | 5;
  /** The client's words. */
  readonly message: string;
}

/** A call that can be carried out, as far as the name goes, or why it cannot. */
export type ValidatedCall =
  | { readonly error: SkillCallError }
  /** `name` is what was asked for, without white space and slash. */
  | { readonly error?: undefined; readonly name: string; readonly skill: CatalogSkill }
  /** One of the client's own prompts, whose text is not ours to know. */
  | { readonly error?: undefined; readonly name: string; readonly builtIn: BuiltInCommand };

/**
 * Looks at the name in a call as the tool's `validateInput` does, before any permission is looked at.
 *
 * @param prompt what the person wrote in this turn, unless it was a command: a skill that is named in it with its slash
 *   may be loaded though it is not for the model, in some releases
 */
export function validateSkillCall(asked: string, catalog: Catalog, prompt = ''): ValidatedCall {
  const { runtime } = catalog;
  if (asked.trim() === '') return failed(1, `Invalid skill format: ${asked}`);
  const name = calledName(asked);
  const skill = calledByModel(name, catalog);
  const builtIn = findBuiltInCommand(name, runtime);
  const isTyped = capabilities(runtime).loadsTypedSkills && prompt.split(/\s+/).includes(`/${name}`);
  if (skill && !(builtIn && leavesNameTo(builtIn, skill, runtime))) {
    // Naming a skill makes up for everything but that it is switched off.
    const [obstacle] = modelObstacles(skill).filter((it) => it === 'off' || !isTyped);
    if (obstacle === undefined) return { name, skill };
    if (obstacle === 'hidden-from-model') return failed(4, notForModel(name, runtime));
    return failed(4, `Skill ${name} is disabled for model invocation in skillOverrides settings`);
  }
  if (builtIn === undefined) {
    const suggestion = capabilities(runtime).suggestsSkills ? suggestSkill(name, catalog) : '';
    return failed(2, `Unknown skill: ${name}${suggestion}`);
  }
  if (builtIn.kind === 'hidden-prompt') return failed(4, notForModel(name, runtime));
  if (builtIn.kind !== 'prompt') return failed(5, noPrompt(name, builtIn, runtime));
  return { name, builtIn };
}

/** Of namesakes the one counts that is for the model; people may know another one. */
function calledByModel(name: string, catalog: Catalog): CatalogSkill | undefined {
  const isForModel = (skill: CatalogSkill) => skill.name === name && skill.modelInvocable;
  const { separatesNamesForModelAndUsers } = capabilities(catalog.runtime);
  const forModel = separatesNamesForModelAndUsers ? catalog.named(name).find(isForModel) : undefined;
  return forModel ?? findCalled(name, catalog);
}

/** Whether a skill that is hidden from the model leaves its name there to what comes with Claude Code. */
function leavesNameTo({ kind }: BuiltInCommand, skill: CatalogSkill, runtime: RuntimeId): boolean {
  const { hiddenFromModel } = skill.facts;
  const isShared = kind === 'prompt' && capabilities(runtime).separatesNamesForModelAndUsers;
  return isShared && hiddenFromModel && !isSwitchedOff(skill);
}

/** The name in a call: without white space around it and without one slash. */
export function calledName(asked: string): string {
  const trimmed = asked.trim();
  return trimmed.startsWith('/') ? trimmed.slice(1) : trimmed;
}

/** The error of a skill whose file is gone or unreadable. */
export function couldNotLoad(name: string, runtime: RuntimeId): SkillCallError {
  const message = capabilities(runtime).explainsSkillErrors
    ? `Skill ${name} could not be loaded. Proceed without it.`
    : `Could not load skill: ${name}`;
  return { code: 3, message };
}

/** What the client says of an input that has not the shape of the schema; undefined where it has. Other keys are ignored. */
export function skillInputProblem(input: Readonly<Record<string, unknown>>): string | undefined {
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
