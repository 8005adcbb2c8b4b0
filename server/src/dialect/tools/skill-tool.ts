import facts from '../../../../schemas/skill-tool.json' with { type: 'json' };
import type { RuntimeId } from '../../document/runtime-id.ts';

/** The tool through which the model loads skills. */
export const SKILL_TOOL = facts.name;

/** The agent that runs a fork that names none, or none that exists. */
export const DEFAULT_FORK_AGENT = facts.defaultAgent;

/** How many more skills a user can name after the first: `/a /b …`. */
export const STACKED_SKILLS_LIMIT = facts.stackedSkills.limit;

/** Why a permission cannot be requested, or that the tool is gone. */
type SkillRefusal = 'toolGone' | 'dontAsk' | 'auto';

const { thinking } = facts;
const thinkingWord = new RegExp(`\\b${thinking.word}\\b`, 'i');
const thinkingTokens: Partial<Record<RuntimeId, number>> = thinking.tokens;

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
