import facts from '../../../schemas/skill-tool.json' with { type: 'json' };
import type { RuntimeId } from '../document/runtime-id.ts';
import type { JsonValue } from './to-json.ts';

/** A tool as the model is told of it. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  /** A JSON schema. */
  readonly inputSchema: JsonValue;
}

/** The tool through which the model loads skills. */
export const SKILL_TOOL = facts.name;

/** The agent that runs a fork which names none, or none that there is. */
export const DEFAULT_FORK_AGENT = facts.defaultAgent;

/** How many more skills a person can name after the first: `/a /b …`. */
export const STACKED_SKILLS_LIMIT = facts.stackedSkills.limit;

/** Why nobody can be asked for a permission, or that the tool is gone. */
export type SkillRefusal = 'toolGone' | 'dontAsk' | 'auto';

const { places, listingInUserMessage } = facts.runtimes['claude-code'];
const olderModel = new RegExp(listingInUserMessage.pattern);
const { thinking } = facts;
const thinkingWord = new RegExp(`\\b${thinking.word}\\b`, 'i');
const thinkingTokens: Partial<Record<RuntimeId, number>> = thinking.tokens;

/**
 * The Skill tool of a release.
 *
 * @param listing the lines of the skills, which 2.1.7 puts into the description
 * @param model the full name of the session's: later releases say where it finds the listing
 */
export function skillToolDefinition(runtime: RuntimeId, listing: string, model: string): ToolDefinition {
  const { description, inputSchema } = facts.runtimes[runtime];
  const place = olderModel.test(model) ? places.user : places.system;
  const complete = description.replace(/\{(listing|place)\}/, (_, what) => (what === 'listing' ? listing : place));
  return { name: SKILL_TOOL, description: complete, inputSchema };
}

/**
 * What the model is told where a call of the tool is refused.
 *
 * @param message what the client would ask
 */
export function skillRefusal(refusal: SkillRefusal, runtime: RuntimeId, message: string): string {
  return facts.refusals[runtime][refusal].replace('{message}', () => message);
}

/** The thinking tokens that a text asks for with a word in it; null where it asks for none or the release does not look. */
export function thinkingTokensIn(text: string, runtime: RuntimeId): number | null {
  return thinkingWord.test(text) ? (thinkingTokens[runtime] ?? null) : null;
}
