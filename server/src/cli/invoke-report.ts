import { BUILT_IN_AGENTS, resolveModel } from '../dialect/models.ts';
import { DEFAULT_FORK_AGENT, SKILL_TOOL } from '../dialect/skill-tool.ts';
import type { Refusal } from '../features/edits/refusal.ts';
import { type ContextChange, contextChange } from '../runtime/render/context-change.ts';
import type { RenderableSkill } from '../runtime/render/renderable-skill.ts';
import type { RenderedText } from '../runtime/render/rendering.ts';
import { mentionedFiles } from '../runtime/skill-tool/attachments.ts';
import type { SkillMessage, ToolResult } from '../runtime/skill-tool/call-skill.ts';
import type { SkillCall } from '../runtime/skill-tool/check-skill-call.ts';
import { type CallingSession, type InvokedSkill, invokeSkill } from '../runtime/skill-tool/invoke-skill.ts';
import { sentTexts } from '../runtime/skill-tool/slash-command.ts';
import { calledName } from '../runtime/skill-tool/validate-skill-call.ts';

/** What a call of the Skill tool comes to, as `skillwright invoke` prints it. */
export interface InvokeReport {
  /** What would be asked comes to `deny` where nobody is there to ask; `ask` has the question all the same. */
  readonly decision: 'allow' | 'ask' | 'deny';
  /** The rule that decided; null where none did. */
  readonly rule: string | null;
  /** The file or option that has it. */
  readonly ruleFrom: string | null;
  /** The rule that would let the skill run without asking; null where nothing is asked or no rule would do. */
  readonly suggestedRule: string | null;
  /** Why there is nothing to decide on: numbered as the first releases number it. */
  readonly error: { readonly code: number; readonly message: string } | null;
  /** What the model gets; null where a person is asked first. */
  readonly toolResult: ToolResult | null;
  /** What a person is asked, or would be; null where nothing is to be asked. */
  readonly ask: { readonly question: string; readonly rules: readonly string[] } | null;
  readonly messages: readonly Pick<SkillMessage, 'role' | 'isMeta' | 'text'>[];
  readonly contextChange: ContextChange;
  /** What a fork reads in its own conversation; null for what runs in this one. */
  readonly forkPrompt: string | null;
  /** Files that the text mentions with `@`, relative to the session's folder: what is in them is added. */
  readonly attachments: readonly string[];
  /** Facts worth knowing, a sentence each. */
  readonly notes: readonly string[];
}

/** A session that says, too, what is worth knowing of a text that it renders. */
export interface ReportingSession extends CallingSession {
  readonly render: (skill: RenderableSkill, args: string) => Promise<RenderedForReport>;
}

interface RenderedForReport extends Pick<RenderedText, 'text' | 'aborted'> {
  /** A sentence each. */
  readonly notes?: readonly string[];
}

/** What stands for the answer of a fork, which nobody knows before. */
const FORK_ANSWER = '<answer>';

/**
 * Calls the Skill tool and reports what happens.
 *
 * @param canAsk whether a person could be asked
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
    return { error: `\`${invoked.builtIn.name}\` is a bundled skill of Claude Code: its text is not known here` };
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
    suggestedRule: suggestedRule(call, invoked, runtime === 'claude-code'),
    error: error ?? null,
    toolResult: isAsked ? null : toolResult!,
    ask: isQuestion ? { question: verdict.question, rules: verdict.suggestedRules } : null,
    messages: (result?.messages ?? []).map(({ role, isMeta, text: message }) => ({ role, isMeta, text: message })),
    contextChange: change ?? noChange,
    forkPrompt: change?.fork && text !== undefined ? sentTexts(text, runtime, true).join('') : null,
    attachments: change?.fork === null ? mentionedFiles(text ?? '', runtime).map(({ path }) => path) : [],
    notes: [...renderingNotes, ...(loaded && change ? notesOf(loaded, change, call, invoked) : [])],
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

/** The identifier lets the skill run by whatever name it is called; 2.1.7 looks at the name that is called. */
function suggestedRule(call: SkillCall, { verdict, skill }: InvokedSkill, isLatest: boolean): string | null {
  if (!verdict || verdict.suggestedRules.length === 0 || !skill) return null;
  return `${SKILL_TOOL}(${isLatest ? skill.name : calledName(call.skill)})`;
}

function notesOf(skill: RenderableSkill, change: ContextChange, call: SkillCall, { verdict }: InvokedSkill): string[] {
  const asked = contextChange(skill, 'user').model;
  const notes: string[] = [];
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
    // The client says nothing where an agent is not there.
    fork: fork && (isKnown ? fork : { agent: DEFAULT_FORK_AGENT }),
  };
}
