import type { FileContext } from '../catalog/file/file-context.ts';
import type { SkillTargetId } from '../dialect/targets.ts';
import type { FileKind } from '../document/runtime-id.ts';
import type { SkillDocument } from '../document/skill-document.ts';
import type { TextRange } from '../document/text/text-range.ts';
import type { RuleId } from './rule-id.ts';
import type { Trait } from './trait.ts';

/** The severities of findings, most severe first. */
export const severities = ['error', 'warning', 'information', 'hint'] as const;
export type Severity = (typeof severities)[number];

/** The levels of rules: the severity of their findings, or `off`. */
export const levels = [...severities, 'off'] as const;
export type Level = (typeof levels)[number];

/** One replacement in the file's text; `start === end` inserts. */
export interface TextEdit {
  readonly range: TextRange;
  readonly newText: string;
}

/** A fix for one finding. */
export interface Fix {
  /** An imperative that names the result: "Quote the description". */
  readonly title: string;
  /** Safe fixes keep the author's meaning and are part of fix-all; the others need review. */
  readonly safe: boolean;
  /** Edits of the file itself, not overlapping. */
  readonly edits: readonly TextEdit[];
  /**
   * Renames the file or its folder instead of (or in addition to) editing it. `to` is the new path relative to the
   * folder that holds the file or folder now: usually just a new name, `demo/SKILL.md` or `../demo` if it moves.
   */
  readonly rename?: { readonly what: 'file' | 'folder'; readonly to: string };
  /** A file to make executable, relative to the folder of the checked one. There are no edits then, and it is not safe. */
  readonly makesExecutable?: string;
  /** A file that does not exist yet, by its absolute path. It is not safe then. */
  readonly creates?: { readonly path: string; readonly text: string };
}

/** A related location of a finding. */
export interface RelatedLocation {
  readonly range: TextRange;
  /** Another file; only its beginning can be shown, so `range` is empty then. Absent for the same file. */
  readonly path?: string;
  readonly message: string;
}

/** A rule's report about one place. */
export interface Report {
  /** Exactly the characters that are wrong. */
  readonly range: TextRange;
  /** The consequence, then the advice; no final full stop for one clause; backticks around what is typed. */
  readonly message: string;
  /** Only if this finding differs from the rule's own level. */
  readonly severity?: Severity | undefined;
  /** The first one is preferred. */
  readonly fixes?: readonly Fix[] | undefined;
  /** Related locations of the finding. */
  readonly related?: readonly RelatedLocation[] | undefined;
  /** `unnecessary` fades the range out: the runtime ignores it. `deprecated` strikes it through: it was renamed. */
  readonly tag?: 'unnecessary' | 'deprecated' | undefined;
  /** More places that the same finding is about and that the runtime ignores, too: editors fade them. */
  readonly alsoUnnecessary?: readonly TextRange[] | undefined;
  /**
   * Claude Code does not read the file, or not the parts that were meant, so nothing else that is reported about it would
   * hold once this is fixed.
   */
  readonly alone?: true | undefined;
  /** The subject, such as the name of a field, if a rule reports about several: see {@link Rule.explainedBy}. */
  readonly subject?: string | undefined;
}

/** A report with its rule and final severity. */
export interface Finding extends Report {
  readonly rule: RuleId;
  readonly severity: Severity;
}

/** Everything that a rule may read. */
export interface RuleContext {
  /** The document, read as the runtime whose rules apply reads it. */
  readonly document: SkillDocument;
  readonly file: FileContext;
  /** Consumers, besides the runtime, that a skill should also satisfy. */
  readonly targets: ReadonlySet<SkillTargetId>;
  /** The user's values for rules that have options; {@link numberOption} and {@link wordsOption} read them. */
  readonly options?: RuleOptions | undefined;
}

/** Options the user set, by rule id and name. */
export type RuleOptions = Readonly<Partial<Record<RuleId, Readonly<Record<string, OptionValue>>>>>;

export type OptionValue = number | readonly string[];

/** An option of a rule: a number or a list of words. */
export type RuleOption = NumberOption | WordsOption;

interface NumberOption {
  /** One sentence for the settings. */
  readonly description: string;
  readonly default: number;
  readonly minimum: number;
}

interface WordsOption {
  readonly description: string;
  readonly default: readonly string[];
}

/** The documentation of a rule. `npm run generate` copies it to the pages, the settings and the schema. */
export interface RuleFacts {
  /** Kebab-case, never reused. */
  readonly id: RuleId;
  /**
   * The level with no target selected. `off` for a rule that must be enabled; a rule that applies only to targets has
   * its level here and reports nothing unless such a target is selected.
   */
  readonly level: Level;
  /** One line for `explain` and the settings: what is found. */
  readonly summary: string;
  /** The options besides the level, by name. */
  readonly options?: Readonly<Record<string, RuleOption>>;
  /** Its findings are fixed only by other words, which a program cannot choose: editors offer to ask a model for them. */
  readonly needsWriter?: true;
  /** The source of the fact: the address of a public page, or recordings of Claude Code: `test/conformance: …`. */
  readonly source: string;
}

/** One check. Lives in a file of its own, `<group>/<id>.ts`, with a page in `docs/rules/<id>.md`. */
export interface Rule extends RuleFacts {
  /** The kinds of file it applies to. */
  readonly kinds: readonly FileKind[];
  /** Traits that a file must have, all of them, for the rule to be able to report anything. In other files it is not run. */
  readonly needs?: readonly Trait[];
  /**
   * Rules that report the cause of what this one finds. One mistake is one finding: what is found here is left out if one
   * of them reports the same subject in the same file.
   */
  readonly explainedBy?: readonly RuleId[];
  /**
   * Reports what it finds. A rule whose work on one place is expensive yields between places, so that a server can do
   * something else in the meantime. `report` throws when more is reported than is ever listed, which ends the rule.
   */
  check(context: RuleContext, report: (report: Report) => void): Iterable<void> | void;
}

/** The value of an option that is a number: the user's, or the default. */
export function numberOption(context: RuleContext, rule: RuleFacts, name: string): number {
  return optionOf(context, rule, name) as number;
}

/** The value of an option that is a list of words: the user's, or the default. */
export function wordsOption(context: RuleContext, rule: RuleFacts, name: string): readonly string[] {
  return optionOf(context, rule, name) as readonly string[];
}

function optionOf({ options }: RuleContext, { id, options: known }: RuleFacts, name: string): OptionValue {
  return options?.[id]?.[name] ?? known![name]!.default;
}

/** Levels the user set, by rule id. */
export type RuleLevels = Readonly<Partial<Record<RuleId, Level>>>;
