import type { SessionSettings } from '../../catalog/settings/session-settings.ts';
import { BUILT_IN_AGENTS, resolveModel } from '../../dialect/models.ts';
import { capabilities, type RuntimeId } from '../../dialect/runtimes/capabilities.ts';
import { DEFAULT_FORK_AGENT, SKILL_TOOL } from '../../dialect/tools/skill-tool.ts';
import { mentionedFiles } from '../../document/markdown/file-mentions.ts';
import type { Refusal } from '../../platform/refusal.ts';
import { type ContextChange, contextChange } from '../../runtime/render/context-change.ts';
import type { RenderableSkill } from '../../runtime/render/renderable-skill.ts';
import type { RenderedText } from '../../runtime/render/rendering.ts';
import { unavailableModelNote } from '../../runtime/render/unavailable-model.ts';
import type { SkillMessage, ToolResult } from '../../runtime/skill-tool/call-skill.ts';
import type { SkillCall } from '../../runtime/skill-tool/check-skill-call.ts';
import { type CallingSession, type InvokedSkill, invokeSkill } from '../../runtime/skill-tool/invoke-skill.ts';
import { sentTexts } from '../../runtime/skill-tool/slash-command.ts';
import { calledName } from '../../runtime/skill-tool/validate-skill-call.ts';

/** The result of a call of the Skill tool, as `skillwright invoke` prints it. */
export interface InvokeReport {
  /** `deny` instead of `ask` if no user can be asked; `ask` still has the question. */
  readonly decision: 'allow' | 'ask' | 'deny';
  /** The rule that decided; null if there is none. */
  readonly rule: string | null;
  /** The file or option that contains it. */
  readonly ruleFrom: string | null;
  /** The rule that would let the skill run without asking; null if nothing is asked or there is no such rule. */
  readonly suggestedRule: string | null;
  /** Why there is nothing to decide, with the numbers of the first releases. */
  readonly error: { readonly code: number; readonly message: string } | null;
  /** The text that the model gets; null if the user is asked first. */
  readonly toolResult: ToolResult | null;
  /** The question to the user, now or later; null if nothing is asked. */
  readonly ask: { readonly question: string; readonly rules: readonly string[] } | null;
  readonly messages: readonly Pick<SkillMessage, 'role' | 'isMeta' | 'text'>[];
  readonly contextChange: ContextChange;
  /** The text that a fork reads in its own conversation; null for a skill that runs in this one. */
  readonly forkPrompt: string | null;
  /** Files that the text mentions with `@`, relative to the session's folder: what is in them is added. */
  readonly attachments: readonly string[];
  /** Additional facts, one sentence each. */
  readonly notes: readonly string[];
}

/** A session that also gives notes about a text that it renders. */
interface ReportingSession extends CallingSession {
  readonly render: (skill: RenderableSkill, args: string) => Promise<RenderedForReport>;
}

interface RenderedForReport extends Pick<RenderedText, 'text' | 'aborted'> {
  /** One sentence each. */
  readonly notes?: readonly string[];
}

/** A placeholder for the answer of a fork, which is not known before. */
const FORK_ANSWER = '<answer>';

/**
 * Calls the Skill tool and reports what happens.
 *
 * @param canAsk whether the user could be asked
 * @param granted the rules that the skill's `allowed-tools` come to in the session
 */
export async function invokeReport(
  call: SkillCall,
  calling: ReportingSession,
  canAsk: boolean,
  granted: (skill: RenderableSkill) => readonly string[],
): Promise<InvokeReport | Refusal> {
  let loaded: RenderableSkill | undefined;
  let renderingNotes: readonly string[] = [];
  const invoked = await invokeSkill(call, {
    ...calling,
    forkAnswer: FORK_ANSWER,
    render: async (skill, args) => {
      loaded = skill;
      const rendered = await calling.render(skill, args);
      renderingNotes = rendered.notes ?? [];
      return rendered;
    },
  });
  if (invoked.builtIn) {
    return { problem: `\`${invoked.builtIn.name}\` is a bundled skill of Claude Code: its text is not known here` };
  }
  const { verdict, error, result, toolResult, text } = invoked;
  const isQuestion = verdict?.decision === 'ask';
  const isAsked = isQuestion && canAsk;
  const decision = error || (isQuestion && !canAsk) ? 'deny' : verdict!.decision;
  const { runtime } = calling.catalog;
  const change = result && loaded && contextIn(calling, result.contextChange, granted(loaded));
  return {
    decision,
    rule: verdict?.rule?.rule ?? null,
    ruleFrom: verdict?.rule?.path ?? null,
    suggestedRule: suggestedRule(call, invoked, runtime),
    error: error ?? null,
    toolResult: isAsked ? null : toolResult!,
    ask: isQuestion ? { question: verdict.question, rules: verdict.suggestedRules } : null,
    messages: (result?.messages ?? []).map(({ role, isMeta, text: message }) => ({ role, isMeta, text: message })),
    contextChange: change ?? noChange,
    forkPrompt: change?.fork && text !== undefined ? sentTexts(text, runtime, true).join('') : null,
    attachments: change?.fork === null ? mentionedFiles(text ?? '', runtime).map(({ path }) => path) : [],
    notes: [
      ...renderingNotes,
      ...(loaded && change ? notesOf(loaded, change, call, invoked, calling.catalog.settings) : []),
    ],
  };
}

const noChange: ContextChange = {
  allowedTools: [],
  disallowedTools: [],
  model: null,
  effort: null,
  maxThinkingTokens: null,
  hooks: null,
  fork: null,
};

/** The identifier lets the skill run by whatever name it is called, unless the release looks at that name alone. */
function suggestedRule(call: SkillCall, { verdict, skill }: InvokedSkill, runtime: RuntimeId): string | null {
  if (!verdict || verdict.suggestedRules.length === 0 || !skill) return null;
  const isByNeed = capabilities(runtime).skillCheck === 'by-need';
  return `${SKILL_TOOL}(${isByNeed ? skill.name : calledName(call.skill)})`;
}

function notesOf(
  skill: RenderableSkill,
  change: ContextChange,
  call: SkillCall,
  { verdict }: InvokedSkill,
  { availableModels }: SessionSettings,
): string[] {
  const unavailable = unavailableModelNote(skill, availableModels);
  const asked = contextChange(skill, { availableModels }).model;
  const notes = unavailable === undefined ? [] : [unavailable];
  if (asked !== null && change.model === null) {
    notes.push(
      `\`model: ${asked}\` has no effect here: after the Skill tool Claude Code continues with the session's model, and only \`/${skill.name}\` switches to ${resolveModel(asked)}`,
    );
  }
  if (call.args && verdict?.call.args === undefined) {
    notes.push('The arguments are lost: this release drops them if a rule for the skill itself allows the call');
  }
  return notes;
}

/** The change with the names that the session gives to what the skill asks for. */
function contextIn({ catalog }: CallingSession, change: ContextChange, granted: readonly string[]): ContextChange {
  const { fork } = change;
  const agents = [...BUILT_IN_AGENTS, ...catalog.agents()];
  const isKnown = agents.some(({ name }) => fork?.agent === name || fork?.agent.endsWith(`:${name}`));
  return {
    ...change,
    allowedTools: [...new Set(granted)],
    // Claude Code silently ignores a missing agent.
    fork: fork && (isKnown ? fork : { agent: DEFAULT_FORK_AGENT }),
  };
}
