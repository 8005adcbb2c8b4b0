import type { CatalogSkill } from '../../catalog/catalog-skill.ts';
import type { LoadedSession } from '../../catalog/load-catalog.ts';
import type { BuiltInCommand } from '../../dialect/names/built-in-commands.ts';
import { skillRefusal } from '../../dialect/tools/skill-tool.ts';
import { contextChange } from '../render/context-change.ts';
import { readRenderable } from '../render/read-renderable.ts';
import type { RenderableSkill } from '../render/renderable-skill.ts';
import type { RenderedText } from '../render/rendering.ts';
import { callSkill, failedCall, type SkillCallResult, type ToolResult } from './call-skill.ts';
import {
  checkSkillCall,
  namesForRules,
  ruleWithoutSkillTool,
  type SkillCall,
  type SkillPermissions,
  type SkillVerdict,
} from './check-skill-call.ts';
import {
  couldNotLoad,
  type SkillCallError,
  type SkillInput,
  skillInputProblem,
  validateSkillCall,
} from './validate-skill-call.ts';

/** A session in which the model calls the Skill tool. */
export interface CallingSession extends LoadedSession {
  readonly permissions: SkillPermissions;
  /** The text of a skill, with or without the outputs of its commands. */
  readonly render: (
    skill: RenderableSkill,
    args: string,
    path: string,
  ) => Promise<Pick<RenderedText, 'text' | 'aborted'>>;
  /** The state of a skill in the conversation; undefined if it was not loaded. */
  readonly loadedText?: (skill: CatalogSkill) => string | undefined;
  readonly forkAnswer?: string;
  /** The user's prompt in this turn. */
  readonly prompt?: string;
}

/** The result of a Skill tool call. */
export interface InvokedSkill {
  /** Undefined if the call fails before permissions are checked. */
  readonly verdict: SkillVerdict | undefined;
  readonly error: SkillCallError | undefined;
  /** Undefined if there is none, or if it is built into Claude Code. */
  readonly skill: CatalogSkill | undefined;
  /** A prompt that is built into Claude Code, whose text is not known. */
  readonly builtIn: BuiltInCommand | undefined;
  /** The result for the model; undefined for built-in prompts. */
  readonly toolResult: ToolResult | undefined;
  /** Undefined unless the skill is loaded. */
  readonly result: SkillCallResult | undefined;
  /** The text of the skill for the model, for a fork in its own conversation; undefined unless it is loaded. */
  readonly text: string | undefined;
}

/** Executes a call of the Skill tool: checks its input, finds the skill, checks the rules, renders the text and changes the context. */
export async function invokeSkill(input: SkillInput, calling: CallingSession): Promise<InvokedSkill> {
  const problem = skillInputProblem(input);
  if (problem !== undefined) return { ...nothing, toolResult: failedCall(problem, 'tool-use-error') };
  const call = input as SkillCall;
  const { session, catalog, permissions } = calling;
  const { runtime } = catalog;
  const gone = ruleWithoutSkillTool(permissions);
  if (gone) {
    const refusal = skillRefusal('toolGone', runtime, '');
    const verdict = { decision: 'deny', rule: gone, question: '', suggestedRules: [], call, refusal } as const;
    return { ...nothing, verdict, toolResult: failedCall(refusal, 'tool-use-error') };
  }
  const validated = validateSkillCall(call.skill, catalog, calling.prompt);
  if (validated.error) return failed(validated.error);
  if ('builtIn' in validated) return { ...nothing, builtIn: validated.builtIn };

  const { name, skill } = validated;
  const renderable = await readRenderable(skill, session);
  if (!renderable) return { ...failed(couldNotLoad(name, runtime)), skill };
  const { availableModels } = catalog.settings;
  const checked = {
    name: skill.name,
    otherNames: namesForRules(skill),
    change: contextChange(renderable, { invoker: 'model', availableModels }),
  };
  const verdict = checkSkillCall(call, checked, permissions);
  if (verdict.refusal !== undefined) {
    return { ...nothing, verdict, skill, toolResult: failedCall(verdict.refusal, 'plain') };
  }
  const { text, aborted } = await calling.render(renderable, verdict.call.args ?? '', skill.path);
  if (aborted !== undefined) return { ...nothing, verdict, skill, toolResult: failedCall(aborted, 'plain') };
  const result = callSkill({
    runtime,
    name,
    args: verdict.call.args,
    text,
    change: contextChange(renderable, { invoker: 'model', text, availableModels }),
    ...ifDefined('loadedText', calling.loadedText?.(skill)),
    ...ifDefined('forkAnswer', calling.forkAnswer),
  });
  return { ...nothing, verdict, skill, toolResult: result.toolResult, result, text };
}

const nothing: InvokedSkill = {
  verdict: undefined,
  error: undefined,
  skill: undefined,
  builtIn: undefined,
  toolResult: undefined,
  result: undefined,
  text: undefined,
};

function failed(error: SkillCallError): InvokedSkill {
  return { ...nothing, error, toolResult: failedCall(error.message, 'tool-use-error') };
}

function ifDefined<K extends string>(key: K, value: string | undefined): { readonly [key in K]?: string } {
  return value === undefined ? {} : ({ [key]: value } as { readonly [key in K]: string });
}
