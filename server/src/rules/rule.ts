import type { FileContext } from '../catalog/file/file-context.ts';
import type { TargetId } from '../dialect/targets.ts';
import type { FileKind, RuntimeId } from '../document/runtime-id.ts';
import type { SkillDocument } from '../document/skill-document.ts';
import type { TextRange } from '../document/text-range.ts';

/** How loud a finding is; `off` silences its rule. What each level promises is in ARCHITECTURE.md. */
export type Severity = 'error' | 'warning' | 'information' | 'hint';
export type Level = Severity | 'off';

/** One replacement in the file's text; `start === end` inserts. */
export interface TextEdit {
  readonly range: TextRange;
  readonly newText: string;
}

/** A mend of one finding. */
export interface Fix {
  /** An imperative that names the result: "Quote the description". */
  readonly title: string;
  /** Safe fixes keep the author's meaning and are part of fix-all; the others want a look. */
  readonly safe: boolean;
  /** Edits of the file itself, not overlapping. */
  readonly edits: readonly TextEdit[];
  /**
   * Renames the file or its folder instead of (or besides) editing it. `to` is the new path relative to the folder that
   * holds the file or folder now: mostly just a new name, `demo/SKILL.md` or `../demo` where it moves.
   */
  readonly rename?: { readonly what: 'file' | 'folder'; readonly to: string };
}

/** Another place that belongs to a finding. */
export interface RelatedPlace {
  readonly range: TextRange;
  /** Another file; only its beginning can be shown, so `range` is empty then. Absent for the same file. */
  readonly path?: string;
  readonly message: string;
}

/** What a rule says about one place. */
export interface Report {
  /** The very characters that are wrong. */
  readonly range: TextRange;
  /** What happens, then what to do; no final full stop for one clause; back-ticks around what is typed. */
  readonly message: string;
  /** Only where it differs from the rule's own level for this finding. */
  readonly severity?: Severity;
  /** The first one is preferred. */
  readonly fixes?: readonly Fix[];
  /** Other places that belong to the finding. */
  readonly related?: readonly RelatedPlace[];
  /** `unnecessary` greys the range out: the runtime ignores it. `deprecated` strikes it through: it was renamed. */
  readonly tag?: 'unnecessary' | 'deprecated';
  /** Claude Code does not get at what is in the file at all, so nothing else is said of it. */
  readonly alone?: true;
}

/** A report with its rule and final severity. */
export interface Finding extends Report {
  readonly rule: string;
  readonly severity: Severity;
}

/** What a rule may look at. */
export interface RuleContext {
  readonly document: SkillDocument;
  readonly file: FileContext;
  /** Consumers, besides the runtime, that the file should also satisfy. */
  readonly targets: ReadonlySet<TargetId>;
  readonly runtime: RuntimeId;
}

/** One check. Lives in a file of its own with a page in `docs/rules/<id>.md`. */
export interface Rule {
  /** Kebab-case, never reused. */
  readonly id: string;
  /**
   * The level with no target selected. `off` for a rule that is silent unless asked for; a rule that speaks only for
   * targets has its level here and reports nothing while no such target is selected.
   */
  readonly level: Level;
  /** The kinds of file it applies to. */
  readonly kinds: readonly FileKind[];
  /** One line for `explain` and the settings: what is found. */
  readonly summary: string;
  /** Where the fact comes from: a public page, or a recording of the real client in `test/conformance`. */
  readonly source: string;
  /**
   * Reports what it finds. A rule whose work on one place costs much yields between places, so that a server can do
   * something else meanwhile. `report` throws when more is reported than is ever listed, which ends the rule.
   */
  check(context: RuleContext, report: (report: Report) => void): Iterable<void> | void;
}

/** Levels the user set, by rule id. */
export type RuleLevels = Readonly<Record<string, Level>>;
