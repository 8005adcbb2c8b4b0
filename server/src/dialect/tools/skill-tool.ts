import facts from '../../../../schemas/skill-tool.json' with { type: 'json' };
import type { RuntimeId } from '../../document/runtime-id.ts';
import type { JsonValue } from '../text/to-json.ts';

/** A tool as it is described to the model. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  /** A JSON schema. */
  readonly inputSchema: JsonValue;
}

/** The tool through which the model loads skills. */
export const SKILL_TOOL = facts.name;

/** The agent that runs a fork that names none, or none that exists. */
export const DEFAULT_FORK_AGENT = facts.defaultAgent;

/** How many more skills a user can name after the first: `/a /b …`. */
export const STACKED_SKILLS_LIMIT = facts.stackedSkills.limit;

/** Why a permission cannot be requested, or that the tool is gone. */
export type SkillRefusal = 'toolGone' | 'dontAsk' | 'auto';

/** The tool as one release describes it. */
interface DescribedTool extends Pick<ToolDefinition, 'description' | 'inputSchema'> {
  /** How the description refers to the place where the skills are listed, if that depends on the model. */
  readonly places?: { readonly system: string; readonly user: string };
  /** The models that receive the listing in a user message. */
  readonly listingInUserMessage?: { readonly pattern: string };
}

const tools: Readonly<Record<RuntimeId, DescribedTool>> = facts.runtimes;
const { thinking } = facts;
const thinkingWord = new RegExp(`\\b${thinking.word}\\b`, 'i');
const thinkingTokens: Partial<Record<RuntimeId, number>> = thinking.tokens;

/**
 * The Skill tool of a release.
 *
 * @param listing the lines of the skills, which some releases include in the description
 * @param model the full name of the session's model: later releases say where the listing is
 */
export function skillToolDefinition(runtime: RuntimeId, listing: string, model: string): ToolDefinition {
  const { description, inputSchema, places, listingInUserMessage } = tools[runtime];
  const isForUser = listingInUserMessage !== undefined && new RegExp(listingInUserMessage.pattern).test(model);
  const place = (isForUser ? places?.user : places?.system) ?? '';
  const complete = description.replace(/\{(listing|place)\}/, (_, what) => (what === 'listing' ? listing : place));
  return { name: SKILL_TOOL, description: complete, inputSchema };
}

/**
 * The message to the model when a call of the tool is denied.
 *
 * @param message what Claude Code would ask
 */
export function skillRefusal(refusal: SkillRefusal, runtime: RuntimeId, message: string): string {
  return facts.refusals[runtime][refusal].replace('{message}', () => message);
}

/** The thinking tokens that a keyword in a text requests; null if there is none or the release does not support it. */
export function thinkingTokensIn(text: string, runtime: RuntimeId): number | null {
  const tokens = thinkingTokens[runtime] ?? null;
  return tokens !== null && thinkingWord.test(text) ? tokens : null;
}
