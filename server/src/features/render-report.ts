import { estimateTokens } from '../dialect/token-estimate.ts';
import { applyOutcomes } from '../runtime/apply-outcomes.ts';
import { type ContextChange, contextChange } from '../runtime/context-change.ts';
import type { RenderableSkill } from '../runtime/renderable-skill.ts';
import type { CommandOrigin, CommandOutcome, RenderedInjection, Rendering, Span } from '../runtime/rendering.ts';
import { commandMetadata } from '../runtime/slash-command.ts';

/** What `render --format json` prints. Keys may be added, never changed. */
export interface RenderReport {
  readonly name: string;
  /** Null where nothing is sent. */
  readonly text: string | null;
  readonly messages: readonly ReportedMessage[];
  readonly permissions: ContextChange;
  readonly injections: readonly ReportedInjection[];
  /** In the text; empty where nothing is sent. */
  readonly spans: readonly Span[];
  /** The client's own message where the invocation fails. */
  readonly aborted: string | null;
  /** A sentence each. */
  readonly notes: readonly string[];
  /** Where the body begins in the text. */
  readonly bodyStart: number;
  /** UTF-16 units of the text. */
  readonly characters: number;
  /** An estimate. */
  readonly tokens: number;
  readonly lines: number;
}

export interface ReportedMessage {
  readonly role: 'user';
  /** The person does not see it in the conversation. */
  readonly isMeta: boolean;
  readonly text: string;
}

export interface ReportedInjection {
  readonly command: string;
  readonly kind: RenderedInjection['kind'];
  readonly origin: CommandOrigin;
  readonly status: CommandOutcome['status'];
  /** Null where it did not run to its end. */
  readonly exitCode: number | null;
  readonly ms: number;
}

/** One invocation by a person. */
export interface Invocation {
  readonly skill: RenderableSkill;
  /** The arguments as the client hands them to the skill. */
  readonly arguments: string;
  readonly rendering: Rendering;
  /** One for each of the rendering's commands; undefined where none was to run. */
  readonly outcomes: readonly CommandOutcome[] | undefined;
  /** What the client says instead of sending anything. */
  readonly refusal?: string | undefined;
  /** Further facts, a sentence each. */
  readonly notes?: readonly string[];
}

/** What an invocation sends and changes. */
export function renderReport(invocation: Invocation): RenderReport {
  const { skill, rendering, refusal } = invocation;
  const outcomes = invocation.outcomes ?? rendering.injections.map(() => notRun);
  const rendered = applyOutcomes(rendering, outcomes, skill.document.runtime);
  const aborted = refusal ?? rendered.aborted ?? null;
  const isSent = aborted === null;
  const permissions = contextChange(skill, 'user', rendered.text);
  const text = isSent ? rendered.text : null;
  return {
    name: skill.name,
    text,
    messages: text === null ? [] : messages(invocation, text, permissions),
    permissions,
    injections: rendering.injections.map((injection, index) => reported(injection, outcomes[index] ?? notRun)),
    spans: isSent ? rendered.spans : [],
    aborted,
    notes: [...(invocation.notes ?? []), ...notes(invocation, outcomes)],
    bodyStart: isSent ? rendered.bodyStart : 0,
    characters: text?.length ?? 0,
    tokens: estimateTokens(text ?? ''),
    lines: text === null || text === '' ? 0 : text.replace(/\n$/, '').split('\n').length,
  };
}

const notRun: CommandOutcome = { status: 'not-run', output: '', failure: undefined, exitCode: undefined, ms: 0 };

/** A fork is told the text alone. */
function messages({ skill, arguments: given }: Invocation, text: string, { fork }: ContextChange): ReportedMessage[] {
  const body: ReportedMessage = { role: 'user', isMeta: true, text };
  if (fork !== null) return [body];
  return [{ role: 'user', isMeta: false, text: commandMetadata(skill, given) }, body];
}

function reported({ command, kind, origin }: RenderedInjection, outcome: CommandOutcome): ReportedInjection {
  const { status, exitCode, ms } = outcome;
  return { command, kind, origin, status, exitCode: exitCode ?? null, ms };
}

function notes({ rendering, outcomes }: Invocation, states: readonly CommandOutcome[]): string[] {
  const found: string[] = [];
  const introduced = rendering.injections.filter(({ origin }) => origin === 'argument');
  const waiting = states.filter(({ status }) => status === 'not-run').length;
  const isBlocked = introduced.some((injection) => {
    const state = states[rendering.injections.indexOf(injection)];
    return state?.status === 'blocked' && state.failure === undefined;
  });
  if (rendering.spans.some(({ kind }) => kind === 'appended')) {
    found.push('No placeholder takes the arguments, so Claude Code adds them at the end');
  }
  if (outcomes === undefined && waiting > 0) {
    found.push(`Claude Code would run ${count(waiting)}; --run-shell runs ${waiting === 1 ? 'it' : 'them'} here`);
  }
  if (isBlocked) {
    found.push('Arguments made a command that the file does not have; --trust-arguments runs it, as Claude Code would');
  } else if (outcomes === undefined && introduced.length > 0) {
    found.push(`Arguments made ${count(introduced.length)} that the file does not have`);
  }
  if (/\$\{user_config\.[^}]+\}/.test(rendering.text)) {
    found.push('`${user_config.…}` stays: what the user gave the plugin is not looked up');
  }
  return found;
}

function count(commands: number): string {
  return commands === 1 ? 'one command' : `${commands} commands`;
}
