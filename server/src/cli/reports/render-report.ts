import { PROVIDED_PROGRAMS } from '../../dialect/shell/shell-commands.ts';
import { nestedNote } from '../../jobs/preview/nested-note.ts';
import { type TextCounts, textCounts } from '../../jobs/preview/text-counts.ts';
import { inWords } from '../../rules/messages/in-words.ts';
import { applyOutcomes } from '../../runtime/render/apply-outcomes.ts';
import { type ContextChange, contextChange } from '../../runtime/render/context-change.ts';
import type { RenderableSkill } from '../../runtime/render/renderable-skill.ts';
import type {
  CommandOrigin,
  CommandOutcome,
  RenderedInjection,
  RenderedText,
  Rendering,
} from '../../runtime/render/rendering.ts';
import type { Span } from '../../runtime/render/spanned-text.ts';
import { unavailableModelNote } from '../../runtime/render/unavailable-model.ts';
import { commandMetadata, sentTexts } from '../../runtime/skill-tool/slash-command.ts';

/** The output of `render --format json`. Keys may be added, never changed. */
export interface RenderReport extends TextCounts {
  readonly name: string;
  /** Null if nothing is sent. */
  readonly text: string | null;
  readonly messages: readonly ReportedMessage[];
  readonly permissions: ContextChange;
  readonly injections: readonly ReportedInjection[];
  /** In the text; empty if nothing is sent. */
  readonly spans: readonly Span[];
  /** Claude Code's message if the invocation fails. */
  readonly aborted: string | null;
  /** One sentence each. */
  readonly notes: readonly string[];
  /** Where the body begins in the text. */
  readonly bodyStart: number;
}

interface ReportedMessage {
  readonly role: 'user';
  /** The user does not see it in the conversation. */
  readonly isMeta: boolean;
  readonly text: string;
}

interface ReportedInjection {
  readonly command: string;
  readonly kind: RenderedInjection['kind'];
  readonly origin: CommandOrigin;
  readonly status: CommandOutcome['status'];
  /** Null if it did not finish. */
  readonly exitCode: number | null;
  readonly ms: number;
}

/** One invocation by a user. */
export interface Invocation {
  readonly skill: RenderableSkill;
  /** The arguments as Claude Code passes them to the skill. */
  readonly arguments: string;
  readonly rendering: Rendering;
  /** `availableModels` of the settings. */
  readonly availableModels?: readonly string[] | undefined;
  /** One for each of the rendering's commands; undefined if it was not run. */
  readonly outcomes: readonly CommandOutcome[] | undefined;
  /** The message of Claude Code instead of sending anything. */
  readonly refusal?: string | undefined;
  /** Additional facts, one sentence each. */
  readonly notes?: readonly string[];
}

/** The text and the changes of an invocation. */
export function renderReport(invocation: Invocation): RenderReport {
  const { skill, rendering, refusal } = invocation;
  const outcomes = invocation.outcomes ?? rendering.injections.map(() => notRun);
  const rendered = applyOutcomes(rendering, outcomes, skill.document.runtime);
  const aborted = refusal ?? rendered.aborted ?? null;
  const permissions = contextChange(skill, { text: rendered.text, availableModels: invocation.availableModels });
  const sent = sentTexts(rendered.text, skill.document.runtime, permissions.fork !== null);
  const text = aborted === null ? sent.join('') : null;
  const isRendered = text === rendered.text;
  return {
    name: skill.name,
    text,
    messages: text === null ? [] : messages(invocation, sent, permissions),
    permissions,
    injections: rendering.injections.map((injection, index) => reported(injection, outcomes[index] ?? notRun)),
    spans: isRendered ? rendered.spans : [],
    aborted,
    notes: [...(invocation.notes ?? []), ...notes(invocation, rendered)],
    bodyStart: isRendered ? rendered.bodyStart : 0,
    ...textCounts(text ?? ''),
  };
}

const notRun: CommandOutcome = { status: 'not-run', output: '', failure: undefined, exitCode: undefined, ms: 0 };

/** A fork gets only the text. */
function messages(
  { skill, arguments: given }: Invocation,
  sent: readonly string[],
  { fork }: ContextChange,
): ReportedMessage[] {
  const bodies = sent.map((text): ReportedMessage => ({ role: 'user', isMeta: true, text }));
  if (fork !== null) return bodies;
  return [{ role: 'user', isMeta: false, text: commandMetadata(skill, given) }, ...bodies];
}

function reported({ command, kind, origin }: RenderedInjection, outcome: CommandOutcome): ReportedInjection {
  const { status, exitCode, ms } = outcome;
  return { command, kind, origin, status, exitCode: exitCode ?? null, ms };
}

function notes({ skill, rendering, availableModels, outcomes }: Invocation, applied: RenderedText): string[] {
  const found: string[] = [];
  if (rendering.spans.some(({ kind }) => kind === 'appended')) {
    found.push('No placeholder uses the arguments, so Claude Code appends them');
  }
  const unavailable = unavailableModelNote(skill, availableModels);
  if (unavailable !== undefined) found.push(unavailable);
  found.push(...commandNotes(rendering, outcomes, applied));
  if (/\$\{user_config\.[^}]+\}/.test(rendering.text)) {
    found.push('`${user_config.…}` is not replaced: the user configuration of the plugin is not read');
  }
  return found;
}

/**
 * Notes about the commands of a text, one sentence each.
 *
 * @param outcomes one for each of them; undefined if it was not run
 * @param applied Claude Code's message about the one that makes it abort, and which one that is
 */
export function commandNotes(
  { injections }: Rendering,
  outcomes: readonly CommandOutcome[] | undefined,
  { aborted, abortedBy }: Pick<RenderedText, 'aborted' | 'abortedBy'>,
): readonly string[] {
  const nested = nestedNote(injections);
  const found = nested === undefined ? [] : [nested];
  const introduced = injections.filter(({ origin }) => origin === 'argument');
  if (outcomes === undefined) {
    const waiting = injections.length;
    if (waiting > 0) {
      found.push(`Claude Code would run ${count(waiting)}; --run-shell runs ${waiting === 1 ? 'it' : 'them'} here`);
    }
    if (introduced.length > 0)
      found.push(`The arguments added ${count(introduced.length)} that the file does not contain`);
    return found;
  }
  const isHeld = injections.some(({ origin }, index) => {
    const state = outcomes[index];
    return origin === 'argument' && state !== undefined && state.status !== 'ok' && state.failure === undefined;
  });
  if (isHeld) {
    found.push(
      'The arguments added a command that the file does not contain; --trust-arguments runs it, as Claude Code would',
    );
  }
  const changed = injections.filter(({ origin, insertions }, index) => {
    return origin !== 'argument' && insertions.length > 0 && outcomes[index]?.status === 'not-run';
  });
  if (changed.length > 0) found.push(changedNote(changed));
  const unknown = outcomes.filter(({ status }) => status === 'not-known').length;
  if (unknown > 0) {
    found.push(
      `The output of ${count(unknown)} is not known: Claude Code’s shell has its own ${inWords(PROVIDED_PROGRAMS)}, which this machine does not have`,
    );
  }
  const stopping = abortedBy === undefined ? undefined : outcomes[abortedBy];
  if (stopping?.status === 'failed' && aborted?.endsWith(': ')) {
    found.push(`The command printed nothing${withExitCode(stopping)}`);
  }
  return found;
}

/** Why commands that differ from the file were not run, and what to do. */
function changedNote(changed: readonly RenderedInjection[]): string {
  const froms = new Set(changed.flatMap(({ insertions }) => insertions.map(({ from }) => from)));
  const causes = inWords([
    ...(froms.has('arguments') ? ['the arguments'] : []),
    ...(froms.has('variable') ? ['a path or variable with special characters'] : []),
  ]);
  const [what, them] = changed.length === 1 ? ['One command was', 'it'] : [`${changed.length} commands were`, 'them'];
  return `${what} not run, because ${causes} changed ${them}; read ${them} in the text, then run again with --trust-arguments`;
}

function withExitCode({ exitCode }: CommandOutcome): string {
  return exitCode === undefined ? '' : ` and ended with exit code ${exitCode}`;
}

function count(commands: number): string {
  return commands === 1 ? 'one command' : `${commands} commands`;
}
