import type { Catalog } from '../../catalog/catalog.ts';
import type { CatalogSkill } from '../../catalog/catalog-skill.ts';
import type { Session } from '../../catalog/session.ts';
import type { BuiltInCommand } from '../../dialect/built-in-commands.ts';
import { skillRefusal } from '../../dialect/skill-tool.ts';
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
import { couldNotLoad, type SkillCallError, validateSkillCall } from './validate-skill-call.ts';

/** A session in which the model calls the Skill tool. */
export interface CallingSession {
  readonly session: Session;
  readonly catalog: Catalog;
  readonly permissions: SkillPermissions;
  /** The text of a skill, its commands carried out or not. */
  readonly render: (skill: RenderableSkill, args: string) => Promise<Pick<RenderedText, 'text' | 'aborted'>>;
  /** What the conversation already has of a skill; undefined for nothing. */
  readonly loadedText?: (skill: CatalogSkill) => string | undefined;
  /** What a fork answers. */
  readonly forkAnswer?: string;
  /** What the person wrote in this turn. */
  readonly prompt?: string;
}

/** What a call of the Skill tool comes to. */
export interface InvokedSkill {
  /** Undefined where the call fails before permissions are looked at. */
  readonly verdict: SkillVerdict | undefined;
  readonly error: SkillCallError | undefined;
  /** Undefined where there is none, or one of the client's own. */
  readonly skill: CatalogSkill | undefined;
  /** One of the client's own prompts: what it says is not known. */
  readonly builtIn: BuiltInCommand | undefined;
  /** What the model gets; undefined for the client's own prompts. */
  readonly toolResult: ToolResult | undefined;
  /** Undefined unless the skill is loaded. */
  readonly result: SkillCallResult | undefined;
  /** What the model reads of the skill, for a fork in its own conversation; undefined unless it is loaded. */
  readonly text: string | undefined;
}

/** Carries out a call of the Skill tool: looks for the skill, asks the rules, renders, and changes the context. */
export async function invokeSkill(call: SkillCall, calling: CallingSession): Promise<InvokedSkill> {
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
  const { text, aborted } = await calling.render(renderable, verdict.call.args ?? '');
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
