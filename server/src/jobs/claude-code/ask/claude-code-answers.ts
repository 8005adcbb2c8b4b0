import type { InstalledHookEvent } from '../../../dialect/installed-facts.ts';
import { isBuiltInName } from '../../../dialect/names/built-in-commands.ts';
import { isMap } from '../../../document/json-values.ts';
import type { Refusal } from '../../../platform/refusal.ts';
import { slashedPath } from '../../../platform/slashed-path.ts';

/*
 * The answers of Claude Code to control requests. They are not documented and change with releases, so every part may be
 * missing: what cannot be read is named and nothing is concluded from it.
 */

/** The requests, in this order. */
export const controlRequests = [
  { subtype: 'initialize' },
  { subtype: 'get_context_usage', detail: 'summary' },
  { subtype: 'list_permission_rules' },
  { subtype: 'get_settings' },
  { subtype: 'get_hooks_listing' },
] as const;

export type ControlRequest = (typeof controlRequests)[number]['subtype'];

/** The answer to one request: its content, or why there is none. */
export type ControlAnswer = { readonly content: unknown } | Refusal;

/** A slash command that is not Claude Code's own. */
export interface AnsweredCommand {
  /** All names, the first one as it is shown. */
  readonly names: readonly string[];
}

export interface OwnCommand extends AnsweredCommand {
  /** The text in the listing, if that is only its description. */
  readonly description: string;
}

/** A skill in the listing. */
export interface AnsweredSkill {
  readonly name: string;
  /** Absolute, with `/`; undefined for Claude Code's own. */
  readonly path: string | undefined;
  readonly isBuiltIn: boolean;
  /** Claude Code's own estimate for the line. */
  readonly tokens: number | undefined;
}

/** A permission rule that applies. */
export interface AnsweredRule {
  readonly rule: string;
  readonly behavior: string;
}

/** A settings file that Claude Code rejects, or a value in it. */
export interface AnsweredError {
  readonly path: string;
  readonly message: string;
}

/** The answers of Claude Code; undefined for those that it did not give. */
export interface ClaudeCodeAnswers {
  readonly version: string | undefined;
  readonly commands: readonly AnsweredCommand[] | undefined;
  /** Claude Code's own; empty if it did not say which are. */
  readonly ownCommands: readonly OwnCommand[];
  /** The events at which hooks run; undefined where it does not list them. */
  readonly hookEvents: readonly InstalledHookEvent[] | undefined;
  /** In the order of the listing. */
  readonly skills: readonly AnsweredSkill[] | undefined;
  /** Tokens. */
  readonly contextWindow: number | undefined;
  readonly model: string | undefined;
  readonly rules: readonly AnsweredRule[] | undefined;
  readonly errors: readonly AnsweredError[] | undefined;
  /** Parts that could not be compared and why, as sentences without a full stop. */
  readonly unanswered: readonly string[];
}

/** Reads all answers. Never throws: whatever has another form than expected counts as not answered. */
export function readAnswers(answers: ReadonlyMap<ControlRequest, ControlAnswer>): ClaudeCodeAnswers {
  const unanswered: string[] = [];
  const read = <Value>(request: ControlRequest, what: string, reader: (content: Content) => Value | undefined) => {
    const answer = answers.get(request);
    if (answer && 'content' in answer) {
      const value = isMap(answer.content) ? reader(answer.content) : undefined;
      if (value === undefined) unanswered.push(`${what}: the answer to \`${request}\` has an unknown form`);
      return value;
    }
    unanswered.push(`${what}: ${answer ? problemWith(request, answer.problem) : `no answer to \`${request}\``}`);
    return undefined;
  };
  const usage = read('get_context_usage', 'Skills that the model sees', readUsage);
  return {
    version: versionIn(answers.get('initialize')),
    ownCommands: ownCommandsIn(contentOf(answers.get('initialize'))?.commands),
    hookEvents: readAll(contentOf(answers.get('get_hooks_listing'))?.eventCatalog, readEvent),
    commands: read('initialize', 'Slash commands', ({ commands }) => readCommands(commands)),
    skills: usage?.skills,
    contextWindow: usage?.contextWindow,
    model: usage?.model,
    rules: read('list_permission_rules', 'Permission rules', ({ state }) =>
      isMap(state) ? readAll(state.rules, readRule) : undefined,
    ),
    errors: read('get_settings', 'Settings', ({ errors, effective }) =>
      errors === undefined && isMap(effective) ? [] : readAll(errors, readError),
    ),
    unanswered,
  };
}

type Content = Readonly<Record<string, unknown>>;

function problemWith(request: ControlRequest, problem: string): string {
  return `\`${request}\` was answered with “${problem}”`;
}

function versionIn(answer: ControlAnswer | undefined): string | undefined {
  return textOf(contentOf(answer)?.claude_code_version);
}

function contentOf(answer: ControlAnswer | undefined): Content | undefined {
  const content = answer && 'content' in answer ? answer.content : undefined;
  return isMap(content) ? content : undefined;
}

function ownCommandsIn(commands: unknown): readonly OwnCommand[] {
  return saidToBeOwn(commands).flatMap((it) =>
    (readCommand(it) ?? []).map(({ names }) => ({ names, description: textOf(it.description) ?? '' })),
  );
}

function saidToBeOwn(commands: unknown): readonly Content[] {
  return Array.isArray(commands) ? commands.filter((it) => isMap(it) && it.builtin === true) : [];
}

function readEvent({ name, summary }: Content): InstalledHookEvent | undefined {
  return typeof name === 'string' ? { name, summary: textOf(summary) ?? name } : undefined;
}

/** Undefined unless it is a list whose items can all be read. */
function readAll<Value>(value: unknown, read: (item: Content) => Value | undefined): readonly Value[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const items = value.map((item: unknown) => (isMap(item) ? read(item) : undefined));
  return items.every((item) => item !== undefined) ? items : undefined;
}

/** The commands that are not Claude Code's own. Older releases do not say which are. */
function readCommands(commands: unknown): readonly AnsweredCommand[] | undefined {
  const own = saidToBeOwn(commands);
  const isOwn = (it: Content) => (own.length > 0 ? own.includes(it) : isBuiltInName(String(it.name)));
  return readAll(commands, (it) => (isOwn(it) ? [] : readCommand(it)))?.flat();
}

function readCommand({ name, aliases }: Content): readonly AnsweredCommand[] | undefined {
  if (typeof name !== 'string') return undefined;
  const others = Array.isArray(aliases) ? aliases.filter((alias) => typeof alias === 'string') : [];
  return [{ names: [name, ...others] }];
}

function readUsage({ skills, maxTokens, model, categories }: Content) {
  const listed = readListed(skills, categories);
  return listed && { skills: listed, contextWindow: numberOf(maxTokens), model: textOf(model) };
}

/** Where the model sees no skill, the part is missing, and so is its category. */
function readListed(skills: unknown, categories: unknown): readonly AnsweredSkill[] | undefined {
  if (isMap(skills)) return readAll(skills.skillFrontmatter, readSkill);
  const isKnownForm = Array.isArray(categories) && !categories.some((it) => isMap(it) && it.id === 'skills');
  return skills === undefined && isKnownForm ? [] : undefined;
}

function readSkill({ name, path, source, tokens }: Content): AnsweredSkill | undefined {
  if (typeof name !== 'string') return undefined;
  return {
    name,
    path: typeof path === 'string' ? slashedPath(path) : undefined,
    isBuiltIn: source === 'built-in',
    tokens: numberOf(tokens),
  };
}

function readRule({ rule, behavior }: Content): AnsweredRule | undefined {
  return typeof rule === 'string' && typeof behavior === 'string' ? { rule, behavior } : undefined;
}

function readError({ file, path, message }: Content): AnsweredError | undefined {
  if (typeof file !== 'string' || typeof message !== 'string') return undefined;
  const at = textOf(path);
  return { path: slashedPath(file), message: at ? `${at}: ${message}` : message };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
