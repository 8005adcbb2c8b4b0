import evaluationsJson from '../../../schemas/evaluations.json' with { type: 'json' };

/** The form of a value. */
type ValueForm =
  /** Text. */
  | 'string'
  /** Text that is not empty. */
  | 'filled'
  | 'strings'
  | 'integer'
  | 'boolean'
  /** A whole number from 0 on. */
  | 'count'
  /** A number above 0. */
  | 'weight'
  /** One of `words`. */
  | 'word'
  /** The kind of a grader. */
  | 'kind'
  /** Which text a grader reads. */
  | 'target'
  /** How often an expression must match. */
  | 'match'
  /** The flags of an expression. */
  | 'flags-text'
  /** A tool, perhaps with an expression for its input. */
  | 'call'
  /** Names with text each. */
  | 'texts'
  /** Names with a simple value each. */
  | 'flags'
  /** Conditions for the arguments of a call. */
  | 'guards'
  | 'graders'
  | 'object'
  | 'items'
  | 'list'
  /** Text or a number. */
  | 'identifier';

/** A key of a file of an evaluation. */
export interface EvaluationKey {
  readonly form: ValueForm;
  readonly description: string;
  /** A value as it is written. */
  readonly example: string;
  /** The key that takes its place. */
  readonly sameAs?: string;
  readonly least?: number;
  readonly most?: number;
  readonly words?: readonly string[];
}

/** Keys by their names. */
export type EvaluationKeys = Readonly<Record<string, EvaluationKey>>;

/** The kind of a grader. */
type GraderType = keyof typeof evaluationsJson.graders;

/** The facts about one kind of grader. */
export interface GraderFacts {
  readonly description: string;
  /** The key whose value the body of the file is, if it is not in the frontmatter. */
  readonly body?: string;
  readonly required: readonly string[];
  /** Its keys, those of every grader included. */
  readonly keys: EvaluationKeys;
}

export const COMMON_GRADER_KEYS = evaluationsJson.graderKeys as EvaluationKeys;

/** The kinds of graders. */
export const GRADERS: Readonly<Record<GraderType, GraderFacts>> = Object.fromEntries(
  Object.entries(evaluationsJson.graders).map(([type, facts]) => [
    type,
    { ...facts, keys: { ...COMMON_GRADER_KEYS, ...(facts.keys as EvaluationKeys) } },
  ]),
) as unknown as Readonly<Record<GraderType, GraderFacts>>;

/** The keys of a prompt's frontmatter. */
export const PROMPT_KEYS = evaluationsJson.prompt as EvaluationKeys;

/** The keys of `execution` in a case: what a prompt's frontmatter says about the session, and the prompt. */
export const EXECUTION_KEYS: EvaluationKeys = {
  ...(evaluationsJson.execution as EvaluationKeys),
  ...Object.fromEntries(Object.entries(PROMPT_KEYS).filter(([key]) => !evaluationsJson.topKeys.includes(key))),
};

/** The keys of `context` in a case. */
export const CONTEXT_KEYS = evaluationsJson.context as EvaluationKeys;

export const CASE_KEYS: EvaluationKeys = {
  ...Object.fromEntries(Object.entries(PROMPT_KEYS).filter(([key]) => evaluationsJson.topKeys.includes(key))),
  ...(evaluationsJson.case as EvaluationKeys),
};

/** The keys of a mock's frontmatter. */
export const MOCK_KEYS = evaluationsJson.mock as EvaluationKeys;

/** The keys of the saved tools of a server, and of one of them. */
export const TOOLS_KEYS = evaluationsJson.tools as EvaluationKeys;
export const TOOL_ITEM_KEYS = evaluationsJson.toolItem as EvaluationKeys;

/** The keys of skill-creator's set of evaluations, of one of them, and of a query of a trigger set. */
export const SET_KEYS = evaluationsJson.set as EvaluationKeys;
export const SET_ITEM_KEYS = evaluationsJson.setItem as EvaluationKeys;
export const TRIGGER_KEYS = evaluationsJson.trigger as EvaluationKeys;

const meantKeys: Readonly<Record<string, readonly string[]>> = evaluationsJson.meantKeys;

/** The key of some that an author means by one that is none of them, because other tools call it so; undefined if unclear. */
export function meantEvaluationKey(key: string, known: readonly string[]): string | undefined {
  const meant = Object.hasOwn(meantKeys, key) ? meantKeys[key]! : [];
  return meant.find((it) => known.includes(it));
}

/** The texts that a grader may read. */
export const TARGET_NAMES: readonly string[] = evaluationsJson.targets;

/** Tools that a run has without being asked for. */
export const READ_ONLY_TOOLS: ReadonlySet<string> = new Set(evaluationsJson.readOnlyTools);

/** Tools of which a case gets all, for every folder, if it asks for one: otherwise they only reach the folder of the run. */
export const TOOLS_READING_TOGETHER: readonly string[] = evaluationsJson.readTogether;

/** Tools that run commands. */
export const COMMAND_TOOLS: readonly string[] = evaluationsJson.commandTools;

/** Tools that no run has. */
export const UNAVAILABLE_TOOLS: ReadonlySet<string> = new Set(evaluationsJson.unavailableTools);

/** Tools that can create a file. */
export const WRITING_TOOLS: ReadonlySet<string> = new Set(evaluationsJson.writingTools);

/** Tools of which `--allow-tools` grants all if it names one. */
export const TOOLS_GRANTED_TOGETHER: readonly string[] = evaluationsJson.grantedTogether;

/** The tool whose graders are not scored when runs with and without the plugin are compared. */
export const WITH_ONLY_TOOL: string = evaluationsJson.withOnlyTool;

/** The lines of files that `claude plugin eval init` leaves to be replaced. */
export const TEMPLATE_LINES: Readonly<Record<'prompt' | 'grader' | 'mock', string>> = evaluationsJson.templates;

/** How much the runner reads. */
export const EVALUATION_LIMITS: Readonly<Record<'file-bytes' | 'graders' | 'schema-version', number>> =
  evaluationsJson.limits;

/** The mock that answers for several tools of a server. */
export const SERVER_MOCK: string = evaluationsJson.mocks.server;

/** Names of types that a guard may ask for. Every other text is the argument itself. */
export const GUARD_TYPES: readonly string[] = evaluationsJson.guardTypes;

const meantTypes: Readonly<Record<string, string>> = evaluationsJson.meantGuardTypes;

/** The type that is called differently in other languages; undefined for all other texts. */
export function meantGuardType(text: string): string | undefined {
  return Object.hasOwn(meantTypes, text) ? meantTypes[text] : undefined;
}

const environmentName = new RegExp(evaluationsJson.environmentPattern);
const mockName = new RegExp(evaluationsJson.mockNamePattern);

/** Whether a case may set an environment variable of this name. */
export function isCaseVariable(name: string): boolean {
  return environmentName.test(name);
}

/** Whether a server or tool of this name can have a mock. */
export function isMockName(name: string): boolean {
  return mockName.test(name);
}

/** Whether a text names a kind of grader. */
export function isGraderType(text: unknown): text is GraderType {
  return typeof text === 'string' && Object.hasOwn(GRADERS, text);
}
