/*
 * The messages between Skillwright's own extension and server beyond the language server protocol. Types only: this is
 * the only file of the server that the extension imports.
 */

import type { CaseProblem, ConvertedEvaluations, NewCaseFiles, NewCaseParams } from './protocol/case-messages.ts';
import type {
  ChosenItems,
  CoveredFile,
  EndedEvaluations,
  EvaluationCoverageParams,
  EvaluationItem,
  EvaluationItemsParams,
  EvaluationOutcome,
  EvaluationPlan,
  EvaluationPlanParams,
  EvaluationSuite,
  GradeEvaluationsParams,
  JudgedPrompt,
  JudgePromptParams,
  OpenedTrace,
  RunEvaluationsParams,
} from './protocol/evaluation-messages.ts';
import type { PastSessionRequests } from './protocol/past-session-messages.ts';
import type {
  EndedOldVersion,
  ExportedResult,
  ExportResultParams,
  OldVersionParams,
  ResultHistory,
  ResultList,
  ResultParams,
  ResultRunsParams,
  ResultsParams,
  RunOldVersionParams,
  ShownResult,
  ShownResultRun,
} from './protocol/result-messages.ts';
import type {
  BumpVersionParams,
  LeftPlace,
  PluginVersion,
  SharedNameParams,
  SharePlaces,
  SharePlanParams,
} from './protocol/share-messages.ts';

import type {
  MeasuredTriggers,
  MeasureTriggersParams,
  PlannedTriggers,
  TriggerParams,
  TriggerProblem,
} from './protocol/trigger-messages.ts';

export type * from './protocol/case-messages.ts';
export type * from './protocol/context-word.ts';
export type * from './protocol/evaluation-messages.ts';
export type * from './protocol/past-session-messages.ts';
export type * from './protocol/result-messages.ts';
export type * from './protocol/share-messages.ts';
export type * from './protocol/trigger-messages.ts';

/**
 * Sent by the extension in `initialize`. Every part may be missing: other editors send nothing and get a server that
 * relies on the protocol alone.
 */
export interface InitializationOptions {
  /**
   * The editor has its own outline and folding for the markdown of these files, as VS Code has; the server then answers
   * for the frontmatter only, so that nothing is listed twice.
   */
  readonly editorKnowsMarkdown?: boolean;
  /**
   * The editor has the commands `skillwright.previewInvocation` (with a URI) and `skillwright.openBudget` (with the id of
   * a skill); the server then answers with code lenses that run them, and with code actions that run
   * `skillwright.renameSkill`, `skillwright.fixAll` and `skillwright.turnOffRule`.
   */
  readonly editorShowsPreview?: boolean;
  /**
   * The server answers `workspace/diagnostic`: with the findings of every skill, command and agent in the workspace,
   * whether or not it is open. Fixed for as long as the server runs.
   */
  readonly checksClosedFiles?: boolean;
  /**
   * The user trusts the workspace. Without trust, and with a folder open, the server reads nothing outside the
   * workspace and the user's own configuration, whatever the settings and the repository name. If trust is granted
   * later, the editor sends the notification `skillwright/workspaceTrusted`.
   */
  readonly workspaceTrusted?: boolean;
  /**
   * The URI of a folder of this workspace in which the server keeps its runs of Claude Code; without one, they are
   * forgotten when it ends.
   */
  readonly runsFolder?: string;
  /**
   * The section `skillwright` of the settings, for clients that do not answer `workspace/configuration`. They may send
   * it again as `{ "settings": { "skillwright": … } }` in `workspace/didChangeConfiguration`.
   */
  readonly settings?: unknown;
}

/**
 * Sent by the server in the answer to `initialize`, as the experimental capabilities: for the extension's status item.
 */
export interface ServerFacts {
  /** The latest release of Claude Code whose behaviour the server was verified with: digits and dots. */
  readonly verifiedRelease: string;
}

/**
 * Sent by the server as the `data` of every diagnostic, so that an extension can leave out what VS Code's own validator
 * also reports.
 */
export interface DiagnosticData {
  readonly rule: string;
  /** A regular expression that matches VS Code's own message about the same problem; absent if VS Code has none. */
  readonly sameAsInVscode?: string;
}

/*
 * The catalog: every skill of a session. A session is what Claude Code would be started in: each workspace folder, or
 * the user's home if no folder is open. The extension only displays; names, texts and numbers come from the server.
 */

/** How the tree groups skills. */
export type SkillGrouping = 'tier' | 'status' | 'plugin' | 'problems';

/** `skillwright/tree`: the children of one node, or of the root. */
export interface TreeParams {
  /** Absent for the root. */
  readonly parent?: string;
  readonly grouping: SkillGrouping;
  /**
   * Words that name, description or path must contain, in any case; absent or blank for everything. `@problems` is for
   * skills with errors or warnings.
   */
  readonly filter?: string;
  readonly hideEmpty: boolean;
}

/** One line of the tree of skills, ready to be displayed. */
export interface TreeNode {
  /** Stays the same when the catalog is read again. */
  readonly id: string;
  readonly label: string;
  /** Dimmed text after the label. */
  readonly description?: string;
  /** Markdown; requested separately, when the pointer rests on the node, through `skillwright/tooltip`. */
  readonly hasTooltip: boolean;
  /** Text for screen readers, instead of label and description. */
  readonly accessibleName: string;
  /** The name of a codicon; absent for bundled files, which have the icon of their kind. */
  readonly icon?: string;
  /** The theme color of the icon, if it is not the usual one. */
  readonly iconColor?: string;
  /** Parts for the `when` clauses of menus, separated by spaces: `skill`, `editable`, `enabled` … */
  readonly contextValue: string;
  readonly children: 'none' | 'collapsed' | 'expanded';
  /** The URI of the file or folder, for opening, badges and decorations. */
  readonly uri?: string;
  /** The id of the skill that the node represents or belongs to; the same skill may appear in several groups. */
  readonly skill?: string;
}

/** `skillwright/tooltip`: markdown for a node, or null. */
export interface TooltipParams {
  readonly node: string;
}

/** `skillwright/parent`: the parent of a node, or null for a root; for revealing. */
export interface ParentParams extends TreeParams {
  readonly node: string;
}

/** `skillwright/skillAt`: the node of the skill that a file belongs to, or null. */
export interface SkillAtParams extends TreeParams {
  readonly uri: string;
}

/** `skillwright/catalogChanged`, a notification of the server: displayed information may be out of date. */
export interface CatalogChanged {
  /** Skills in all sessions that are loaded; 0 shows the welcome text. */
  readonly skills: number;
}

/** `skillwright/problems`: how many problems a file has; null if it cannot be checked. */
export interface ProblemCount {
  readonly errors: number;
  readonly warnings: number;
  readonly information: number;
}

/**
 * `skillwright/problemsChanged`, a notification of the server: the problems of a file that was asked about, which may be
 * closed. Until it is sent, what was known of the file remains true.
 */
export interface ProblemsChanged extends ProblemCount {
  readonly uri: string;
}

/**
 * `skillwright/checkAll`: checks every file in the tree, and publishes the findings of those that are not open. They
 * follow the files until `skillwright/clearProblems`. Cancelling it leaves everything as it was.
 */

/**
 * `skillwright/tabClosed`, a notification of an editor that asks for diagnostics: it shows those of a document no longer,
 * although it may keep the document open.
 */
export interface TabClosed {
  readonly uri: string;
}

/** `skillwright/checkProgress`, a notification of the server during `skillwright/checkAll`. */
export interface CheckProgress {
  readonly checked: number;
  readonly files: number;
}

/**
 * `skillwright/checkedAll`, a notification of the server: what all files in the tree have now, open or not; null after
 * `skillwright/clearProblems`.
 */
export interface CheckedAll extends ProblemCount {
  readonly files: number;
}

/** `skillwright/reload`: discards everything that was read and reads it again. */

/** `skillwright/sessions`: the sessions, in the order of the workspace folders. */
export interface SessionInfo {
  /** The URI of the session's folder. */
  readonly uri: string;
  readonly name: string;
}

/** What is known about a number. */
export interface Exactness {
  readonly exact: boolean;
  /** Why the number is an estimate, one sentence per reason; empty if it is exact. */
  readonly reasons: readonly string[];
}

/** The options of "what if"; none of them changes a file. */
export interface WhatIf {
  /** Tokens. */
  readonly contextWindow?: number;
  /** Columns. */
  readonly budget?: number;
  /** A model's alias or id. */
  readonly model?: string;
  /** Ids of skills that are turned off. */
  readonly without?: readonly string[];
  /** Keys of plugins and collections in the session's folder that are installed. */
  readonly installed?: readonly string[];
}

/** `skillwright/budget`. */
export interface BudgetParams {
  /** The session; absent for the first one. */
  readonly session?: string;
  readonly whatIf?: WhatIf;
}

/** A listing as a whole, in the words that every place uses. They begin with `≈ ` where the numbers are estimates. */
export interface BudgetTotal {
  /** `88 %` */
  readonly share: string;
  /** `26,562 of 30,000 columns` */
  readonly usage: string;
  /** The number of skills of which the budget or the maximum length of a text leaves out a part. */
  readonly notInFull: number;
}

/** How the listing of a session fits into its budget. Sizes are display columns, in old releases UTF-16 units. */
/** How skills would fit into the list of another product. */
export interface TargetBudget {
  readonly target: string;
  readonly title: string;
  /** All of it in one line. */
  readonly summary: string;
  readonly budget: number;
  readonly unit: 'characters' | 'tokens';
  readonly used: number;
  readonly wanted: number;
  /** Where the budget comes from, in words. */
  readonly detail: string;
  /** The product's setting that changes it. */
  readonly setting?: string;
  /** The address of the document. */
  readonly source: string;
  /** In the order of its list. */
  readonly entries: readonly TargetBudgetEntry[];
}

export interface TargetBudgetEntry {
  readonly name: string;
  readonly path: string;
  /** What it takes now, and with its whole description. */
  readonly chars: number;
  readonly full: number;
  readonly state: 'full' | 'shortened' | 'name-only' | 'hidden';
}

export interface BudgetReport extends Exactness, BudgetTotal {
  readonly session: SessionInfo;
  /** The session without the what-if; absent without one. */
  readonly now?: BudgetTotal;
  /** What to do first; absent if every skill is shown in full. */
  readonly advice?: BudgetAdvice;
  readonly budget: number;
  readonly source: 'env' | 'settings' | 'default' | 'what-if';
  /** Details of `source`, such as the variable's name or the settings file. */
  readonly sourceDetail: string;
  /** The model that the default budget belongs to, as users write it. */
  readonly model: string;
  /** Tokens. */
  readonly contextWindow: number;
  readonly used: number;
  /** The size of the listing with every text in full. */
  readonly wanted: number;
  readonly unit: 'columns' | 'characters';
  /** Parts of `used`, in the order of the listing; Claude Code's own skills are `bundled`. */
  readonly tiers: readonly { readonly tier: string; readonly label: string; readonly chars: number }[];
  /** In the order of the listing; skills that are turned off in the what-if keep their places. */
  readonly entries: readonly BudgetEntry[];
  readonly startContext: readonly ContextPart[];
  /** The same skills in other products that the user has named and whose budget is documented. */
  readonly targets: readonly TargetBudget[];
  /** What the session's folder offers to others; counted above only where the what-if installs it. */
  readonly repository: readonly OfferedShare[];
  /** Choices for the what-if, with their context windows in tokens. */
  readonly models: readonly { readonly name: string; readonly label: string; readonly contextWindow: number }[];
}

/** A plugin or collection in the session's folder that Claude Code does not load: in no number but its own. */
export interface OfferedShare {
  readonly key: string;
  readonly label: string;
  /** Skills and commands that the model would see. */
  readonly skills: number;
  /** What they would take of the listing in full, in the unit of the report. */
  readonly full: number;
  /** Why Claude Code would not load it. */
  readonly problem?: string;
}

/** A sentence without full stop, and the skills that it is about. */
export interface BudgetAdvice {
  readonly text: string;
  readonly detail?: string;
  readonly skills: readonly string[];
}

/** One skill in the listing. */
export interface BudgetEntry {
  /** The skill's id; absent for Claude Code's own. */
  readonly id?: string;
  readonly name: string;
  readonly tier: string;
  /** The tier for users. */
  readonly tierLabel: string;
  /** Its current size. */
  readonly chars: number;
  /** Its size with its whole text, up to the maximum length of one text. */
  readonly full: number;
  /** Its part of the budget: `3.9 %`. */
  readonly share: string;
  /** `cut`: at the maximum length of one text. `hidden`: nothing of it is shown. `off`: turned off in the what-if. */
  readonly state: 'full' | 'cut' | 'name-only' | 'hidden' | 'off';
  /** The state in a word or two: `name only`. */
  readonly label: string;
  /** Its reason in a few words: `needs 412 more`. */
  readonly detail?: string;
  /** What the model sees, in sentences. */
  readonly explanation: string;
  /** The budget or the maximum length of a text leaves out a part of it. */
  readonly notInFull: boolean;
  /** How much was missing when the budget reached it; only if the budget is the cause. */
  readonly missing?: number;
  readonly uri?: string;
}

/** A part of the context window that is used at the start or on demand. Tokens are estimates. */
export interface ContextPart {
  readonly label: string;
  readonly tokens: number;
  /** Absent for parts that do not come from a file. */
  readonly uri?: string;
}

/** `skillwright/skillCost`: how much of the context window one skill uses. */
export interface SkillCostParams extends BudgetParams {
  readonly skill: string;
}

export interface SkillCost {
  readonly name: string;
  /** Tokens. */
  readonly contextWindow: number;
  /** The listing line. */
  readonly l1: ContextPart;
  /** The body on invocation. */
  readonly l2: ContextPart;
  /** Each bundled file that is text. */
  readonly l3: readonly ContextPart[];
  /** The folder contains more files than were read. */
  readonly l3Incomplete: boolean;
}

/** `skillwright/listing`: the exact text that the model sees, with `whatIf` or without; takes `BudgetParams`. */

/** `skillwright/readyToPublish`: whether the plugin directory would take the plugin in a folder; null if there is none. */
export interface PublishParams {
  /** The URI of the plugin's folder, or of a file in it. */
  readonly uri: string;
}

/** `skillwright/why`: why a skill is not used, and why it is used too often; by the skill's id. */
export interface WhyParams {
  readonly skill: string;
}

/** An answer to "why?": the facts, step by step. */
export interface WhyReport {
  readonly title: string;
  /** The first problem to fix, as a sentence; or that there is none. */
  readonly verdict: string;
  readonly steps: readonly WhyStep[];
}

export interface WhyStep {
  readonly state: 'good' | 'bad' | 'warning' | 'note';
  /** The fact. */
  readonly text: string;
  /** What to do, with a title for a button. */
  readonly fix?: WhyFix;
  /** Related locations. */
  readonly locations?: readonly { readonly label: string; readonly uri: string }[];
}

/** A change that one click makes. */
export type WhyFix =
  /** The line is zero-based. */
  | { readonly title: string; readonly kind: 'open'; readonly uri: string; readonly line?: number }
  | { readonly title: string; readonly kind: 'override'; readonly skill: string; readonly value: OverrideValue }
  /** How often the queries of its trigger set call a skill. */
  | { readonly title: string; readonly kind: 'measure'; readonly skill: string }
  /** A file that does not exist yet. */
  | { readonly title: string; readonly kind: 'create'; readonly uri: string; readonly text: string };

/** The value in `skillOverrides` for a skill; `null` removes the entry. */
export type OverrideValue = 'on' | 'name-only' | 'user-invocable-only' | 'off' | null;

/** `skillwright/overrideEdit`: the edit of a settings file that turns a skill on or off. */
export interface OverrideParams {
  readonly skill: string;
  readonly value: OverrideValue;
  readonly scope: 'user' | 'project' | 'local';
}

/**
 * A zero-based line and a UTF-16 character in it: the same in every editor, however it treats line endings and a byte
 * order mark.
 */
export interface TextPosition {
  readonly line: number;
  readonly character: number;
}

/** One replacement, as in the language server protocol. */
export interface PositionedEdit {
  readonly range: { readonly start: TextPosition; readonly end: TextPosition };
  readonly newText: string;
}

/** Edits of one file, with a hash of the text they were made for. They must not be applied to any other text. */
export interface FileEdit {
  readonly uri: string;
  /** The editor's version of the text; absent if the file is not open. */
  readonly version?: number;
  /**
   * SHA-256, in hexadecimal digits, of the text in UTF-8 without a byte order mark and with `\n` for every line ending
   * (`\n`, `\r\n` or a lone `\r`): editors differ in these.
   */
  readonly fingerprint: string;
  /** In the order of the text, not overlapping. */
  readonly edits: readonly PositionedEdit[];
}

/** The edit of a settings file. */
export interface SettingsEdit extends FileEdit {
  /** The file does not exist yet. */
  readonly create: boolean;
}

/** `skillwright/destinations`: the locations where a skill can be created or moved to. */
export interface DestinationsParams {
  /** A skill to move or copy; absent for a new one. */
  readonly skill?: string;
  /** Only the location of this node of the tree, as for a drop. */
  readonly node?: string;
}

export interface Destination {
  readonly label: string;
  readonly detail: string;
  /** The skills folder; it may not exist yet. */
  readonly uri: string;
  /** Names that are taken there. */
  readonly taken: readonly string[];
  /** The real folder, as it is displayed to users, if links lead out of the displayed folder. */
  readonly outside?: string;
}

/** `skillwright/pluginFolder`: the folder of a node flagged `addable` or `removable`; null for other nodes. */
export interface PluginFolder {
  /** The URI of the folder of the session to which it is added. */
  readonly session: string;
  /** Its URI. */
  readonly folder: string;
  /** As it is written in the settings: relative to the folder of the session, if it is inside. */
  readonly written: string;
}

/**
 * `skillwright/turnOffRule`: the edit of the project's configuration that turns off a rule for a file; null if the file
 * has no such configuration, so that the editor's settings apply to it.
 */
export interface TurnOffRuleParams {
  readonly uri: string;
  readonly rule: string;
}

/** `skillwright/skill`: what the extension needs to know about a skill for its actions; null if it no longer exists. */
export interface SkillInfo {
  readonly id: string;
  readonly name: string;
  /** The folder's name, or that of a command's file without `.md`. */
  readonly baseName: string;
  readonly kind: 'skill' | 'command';
  readonly uri: string;
  /** What is moved, renamed or deleted: the skill's folder, or the command's file. */
  readonly itemUri: string;
  /** `/name`, as it is typed. */
  readonly invocation: string;
  /** The current value in the settings, with the scopes that can be written. */
  readonly override: OverrideValue;
  readonly editable: boolean;
  /** The real location of the item, as it is displayed to users, if links lead out of the displayed folder. */
  readonly outside?: string;
}

/** `skillwright/rename`: everything that changes with a skill's folder name. */
export interface RenameSkillParams {
  readonly skill: string;
  readonly newName: string;
}

/** Files that are edited first, and then the folder or file that is renamed. */
export interface RenameEdit {
  readonly files: readonly FileEdit[];
  readonly oldUri: string;
  readonly newUri: string;
  /** The real locations, as they are displayed to users, of changes outside the displayed folder. */
  readonly outside: readonly string[];
  readonly left?: LeftName;
}

/** `skillwright/nameLeft`: after a rename, the old name stays in texts where it may mean something else. */
export interface LeftName {
  readonly name: string;
  readonly count: number;
}

/** `skillwright/moveEdits`: the edits of paths that would lead nowhere once files or folders are moved. */
export interface MoveParams {
  readonly moves: readonly { readonly oldUri: string; readonly newUri: string }[];
}

/**
 * `skillwright/shareProblems`: why the skill or command in a file would not work for others as it is: what is lost, and
 * what `claude plugin validate --strict` does not accept.
 */

/** The answer to `skillwright/sharePlan`; nothing is written. */
export interface SharePlan {
  /** The name of the plugin. */
  readonly plugin: string;
  /** The name of the marketplace that offers it. */
  readonly marketplace?: string;
  /** Files that do not exist yet. */
  readonly created: readonly { readonly uri: string; readonly text: string }[];
  readonly files: readonly FileEdit[];
  /** Files and folders that are moved afterwards. */
  readonly moves: readonly { readonly oldUri: string; readonly newUri: string }[];
  /** What stays as it is, although it may not hold any longer. */
  readonly left: readonly LeftPlace[];
  /** The real locations, as they are displayed to users, of changes outside the displayed folder. */
  readonly outside: readonly string[];
}

/** `skillwright/renamedText`: the text of a copied skill, in which its field `name` has the new name too. */
export interface RenamedTextParams {
  readonly text: string;
  readonly name: string;
}

/** `skillwright/fixWorkspace`: the safe fixes of every file in the tree and in the workspace that has any. */
export interface FixedFile {
  readonly edit: FileEdit;
  /** The ids of the rules whose findings are fixed. */
  readonly rules: readonly string[];
}

/** `skillwright/portableTargets`: the products that a skill can be made portable for. */
export interface PortableTarget {
  readonly id: string;
  readonly title: string;
  /** The settings select it for the file. */
  readonly isChosen: boolean;
}

/** `skillwright/makePortable`: what a skill needs so that products accept it; null for other files. */
export interface PortableParams {
  readonly uri: string;
  /** Ids of targets. */
  readonly targets: readonly string[];
}

export interface PortableEdit {
  /** Null if nothing can be changed. */
  readonly edit: FileEdit | null;
  /** What only the author can change, as sentences. */
  readonly remaining: readonly string[];
}

/** `skillwright/templates`: the templates of new skills, in the order in which they are offered. */
export interface TemplateInfo {
  readonly id: string;
  readonly label: string;
  /** What it is for. */
  readonly detail: string;
}

/** `skillwright/template`: the text of a new skill of this name. */
export interface TemplateParams {
  readonly name: string;
  /** The id of a template. */
  readonly template: string;
}

export interface NewSkillText {
  readonly text: string;
  /** What the author will write first. */
  readonly selection: OffsetRange;
}

/** `skillwright/nameProblem`: why a name cannot or should not be used for a new or renamed skill, or null. */
export interface NameParams {
  readonly name: string;
  /** The URI of the folder that the skill's folder or file is in; absent if it is not known yet. */
  readonly folder?: string;
}

export interface NameProblem {
  /** A sentence. */
  readonly message: string;
  /** `error`: Claude Code would not load the skill, or not under this name. */
  readonly severity: 'error' | 'warning';
}

/* Preview: what Claude Code would send for `/name arguments`, for the text in the editor. Offsets are UTF-16 units. */

/** A range of a text. */
export interface OffsetRange {
  readonly start: number;
  readonly end: number;
}

/** `skillwright/preview`: null if the file is not a skill or command. */
export interface PreviewParams {
  /** The URI of a SKILL.md or command file, saved or not. */
  readonly uri: string;
  /** What is typed after the name. */
  readonly arguments: string;
  /** Outcomes of commands that have run, by their `hash`; those that are absent are shown as not run. */
  readonly outcomes?: Readonly<Record<string, PreviewOutcome>>;
  /** Asks what is left after `/compact`; with the names of the skills that are invoked after this one, in order. */
  readonly compaction?: { readonly newer: readonly string[] };
}

/** The outcome of a command that ran. */
export interface PreviewOutcome {
  readonly status: 'ok' | 'failed' | 'cancelled' | 'not-known';
  /** What Claude Code inserts for it, or its output if it failed. */
  readonly output: string;
  readonly exitCode?: number;
  /** Milliseconds. */
  readonly ms: number;
}

/** What an invocation would send, and facts about it. */
export interface InvocationPreview {
  /** What is typed: `/office:pdf`. */
  readonly invocation: string;
  readonly uri: string;
  /** The version of the document; absent if it is not open. */
  readonly version?: number;
  /** The text as Claude Code sends it; commands that have not run stay unchanged. */
  readonly text: string;
  /** Where the body begins in `text`. */
  readonly bodyStart: number;
  readonly spans: readonly PreviewSpan[];
  readonly injections: readonly PreviewInjection[];
  readonly messages: readonly PreviewMessage[];
  readonly changes: readonly PreviewChange[];
  /** The path of the folder in which commands run. */
  readonly folder: string;
  readonly arguments: readonly PreviewArgument[];
  /** `argument-hint`, for the empty field. */
  readonly argumentHint?: string;
  /** Claude Code's own message if it would send nothing. */
  readonly aborted?: PreviewProblem;
  /** What happens if the user types the invocation, and if the model calls it. */
  readonly calls: readonly PreviewCall[];
  /** Why not everybody can invoke the skill, and what to do; absent if there is nothing to explain. */
  readonly notice?: PreviewNotice;
  /** Useful facts, one sentence each. */
  readonly notes: readonly string[];
  /** Present if it was asked for. */
  readonly compaction?: PreviewCompaction;
  /** Of what is sent, without the commands whose outputs are not known yet. */
  readonly counts: { readonly characters: number; readonly tokens: number; readonly lines: number };
  /** The texts that mentions with `@` add to the conversation, as far as they are found. */
  readonly attachments: readonly PreviewAttachment[];
}

/** A text that is added to the conversation. */
export interface PreviewAttachment {
  /** As users write it. */
  readonly path: string;
  /** An estimate. */
  readonly tokens: number;
}

/** What is left of an invocation after `/compact`. */
export interface PreviewCompaction {
  readonly state: 'whole' | 'cut' | 'lost';
  /** What the model is told about all invoked skills; absent if nothing is left of any. */
  readonly message?: string;
  /** What is left of this invocation in the message. */
  readonly range?: OffsetRange;
  /** Where the lost part begins, in the text and in the file; absent unless it is cut. */
  readonly cut?: { readonly text: number; readonly source: number };
  /** The invoked skills, the newest first. This one is the last, unless it adds nothing to the conversation. */
  readonly skills: readonly CompactedSkill[];
  /** How many of them were invoked after this one. */
  readonly newer: number;
  /** What Claude Code counts for all that is left, and the most that it keeps. */
  readonly tokens: number;
  readonly maxTokens: number;
  /** Sentences with backticks around code. */
  readonly explanation: readonly string[];
  /** Skills that can be invoked after this one, the longest first; not all of very many. */
  readonly possiblyNewer: readonly { readonly name: string; readonly tokens: number }[];
}

/** One of the skills that were invoked before `/compact`. Lengths are in UTF-16 units. */
export interface CompactedSkill {
  readonly name: string;
  readonly state: PreviewCompaction['state'];
  readonly characters: number;
  readonly left: number;
  readonly tokens: number;
}

/** What Claude Code does when the skill is invoked in one of the two ways. Texts have backticks around code. */
export interface PreviewCall {
  readonly by: 'user' | 'model';
  readonly decision: 'allow' | 'ask' | 'deny';
  /** What it does, to follow `Typed by the user:` or `Called by the model:`. */
  readonly text: string;
  /** Claude Code's own message, if there is one. */
  readonly answer?: string;
}

/** Sentences with backticks around code. */
export interface PreviewNotice {
  /** `warning`: nobody can invoke it now, or another skill is invoked in its place. `info`: somebody can. */
  readonly severity: 'warning' | 'info';
  readonly title: string;
  readonly reason?: string;
  readonly advice?: string;
}

/** A range of the text that is not the file's own. */
export interface PreviewSpan extends OffsetRange {
  readonly kind: 'argument' | 'variable' | 'injection' | 'appended';
  readonly source: OffsetRange;
  /** For a hover: `second word of the arguments`. */
  readonly label: string;
}

/** A command in the text. */
export interface PreviewInjection extends OffsetRange {
  /** Stays the same as long as the command and its folder do not change: consent applies to it. */
  readonly hash: string;
  readonly command: string;
  readonly kind: 'inline' | 'fenced';
  readonly origin: 'body' | 'contains-argument' | 'argument';
  /** The parts of `command` that the author did not write, in order; absent if they wrote all of it. */
  readonly insertions?: readonly CommandInsertion[];
  /** Absent for a command that arguments introduced. */
  readonly source?: OffsetRange;
  /** `not-known`: Claude Code's shell has a program for it that this machine does not have. */
  readonly status: 'not-run' | 'ok' | 'failed' | 'cancelled' | 'disabled' | 'not-known';
  readonly output?: string;
  readonly exitCode?: number;
  readonly ms?: number;
  /** What Claude Code would do with it: run it, or stop the invocation. */
  readonly permission: 'allowed' | 'refused' | 'unknown';
  /** The reason, and the rule that would allow it, such as `Bash(git diff:*)`. */
  readonly reason?: string;
  readonly suggestedRule?: string;
  /** The rules that decide; absent if none is needed, or if it is not certain which. */
  readonly decidedBy?: readonly PreviewRule[];
}

/** A permission rule that decides about a command. */
export interface PreviewRule {
  readonly rule: string;
  readonly behavior: 'allow' | 'ask' | 'deny';
  /** The settings file, as it is shown to users; absent for `allowed-tools` of the skill. */
  readonly file?: string;
}

/** A range of a command, in UTF-16 units of the command. */
export interface CommandInsertion extends OffsetRange {
  /** `variable` is a path or another value of `${CLAUDE_…}` that the shell may read as more than a word. */
  readonly from: 'arguments' | 'variable';
}

/** One message that Claude Code would add to the conversation. */
export interface PreviewMessage {
  readonly role: 'user' | 'system';
  /** The user does not see it in the conversation. */
  readonly isMeta: boolean;
  readonly title: string;
  readonly text: string;
  /** Commands in `text` that have not run, in order: Claude Code sends their outputs in these places. */
  readonly pending: readonly PendingOutput[];
}

/** A range of a text that an output will replace. */
export interface PendingOutput extends OffsetRange {
  readonly command: string;
}

/** Something that the invocation changes in addition to the text: tools, model, effort, hooks, fork. */
export interface PreviewChange {
  readonly what: 'allowedTools' | 'disallowedTools' | 'model' | 'effort' | 'thinking' | 'hooks' | 'fork';
  readonly label: string;
  readonly value: string;
}

/** One argument that the skill declares. */
export interface PreviewArgument {
  readonly name: string;
  readonly index: number;
  /** Its current value; absent if there is none. */
  readonly value?: string;
}

/** `skillwright/callSkill`: what Claude Code's Skill tool would do with a call of a model in the editor. */
export interface CallSkillParams {
  /** As the model wrote it. */
  readonly input: { readonly skill?: unknown; readonly args?: unknown };
  /** The file in the active editor: with several folders, its folder decides which skills there are. */
  readonly active?: string;
  /** The user has agreed to the question of this call. */
  readonly isConfirmed: boolean;
  /** Outcomes of commands that have run, by their hashes. */
  readonly outcomes: Readonly<Record<string, PreviewOutcome>>;
}

/** What the model receives, or what the user is asked first. */
export interface SkillCallAnswer {
  readonly decision: 'allow' | 'ask' | 'deny';
  /** The identifier of the skill; empty if there is none. */
  readonly name: string;
  /** Claude Code's question; empty if it asks nothing. */
  readonly question: string;
  readonly isError: boolean;
  /** The text of the skill, or why it is not loaded. */
  readonly result: string;
  /** Commands in the text that have not run: without their outputs, it is not complete. */
  readonly commands: readonly PreviewInjection[];
  /** Where they run. */
  readonly folder: string;
  /** The file of the skill, and the arguments that it gets; absent if it was not loaded. */
  readonly uri?: string;
  readonly arguments?: string;
}

/** `skillwright/validate`: the findings in a file, or in a text as if it were that file; null if it is not checked. */
export interface ValidateParams {
  readonly uri: string;
  readonly text?: string;
}

/** A finding as a tool reports it. Positions are one-based, as editors show them. */
export interface ValidatedFinding {
  readonly rule: string;
  readonly severity: 'error' | 'warning' | 'information' | 'hint';
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

/** Why nothing would be sent, in Claude Code's words, and what to do. */
export interface PreviewProblem {
  readonly message: string;
  readonly advice?: string;
  /** Nobody can invoke the skill now: the notice says why. */
  readonly hypothetical?: boolean;
}

/**
 * `skillwright/previewChanged`, a notification of the server without parameters: previews may be out of date for
 * another reason than the text in the editor, such as settings, the plugin around a skill, or a file that is not open.
 */

/**
 * `skillwright/argumentsWith`: the argument string in which one word has another value, quoted as Claude Code reads it;
 * null if no string gives that value.
 */
export interface ArgumentsWithParams {
  readonly uri: string;
  readonly arguments: string;
  readonly index: number;
  readonly value: string;
}

/**
 * `skillwright/runCommand`: runs one command of a preview. The request fails if no command of the text has that hash.
 * Cancelling it ends the command.
 */
export interface RunCommandParams {
  readonly uri: string;
  readonly arguments: string;
  readonly hash: string;
  /** Whether the user trusts the workspace; nothing runs otherwise. */
  readonly workspaceTrusted: boolean;
  /** The user agreed to exactly this command, although an argument introduced it. */
  readonly introducedByArgument?: boolean;
}

/**
 * `skillwright/prove`: holds a preview against the request that the installed Claude Code sends, to a substitute for the
 * model on this machine. The request fails if that is not possible. Cancelling it ends Claude Code.
 */
export interface ProveParams {
  readonly uri: string;
  readonly arguments: string;
  /** Whether the user trusts the workspace; nothing is started otherwise. */
  readonly workspaceTrusted: boolean;
  /** Outcomes of commands that have run, by their hashes. */
  readonly outcomes?: Readonly<Record<string, PreviewOutcome>>;
  /** The user agreed that Claude Code runs the commands that have an outcome; without it, it runs none. */
  readonly runsCommands?: boolean;
}

/** Both sides of a proof, as documents to be compared. */
export interface ProofReport {
  /** What was typed: `/review main`. */
  readonly invocation: string;
  readonly isEqual: boolean;
  /** A sentence without full stop. */
  readonly summary: string;
  /** Digits and dots. */
  readonly claudeCodeVersion?: string;
  /** In UTF-8, of what Claude Code sends for the invocation. */
  readonly bytes: number;
  /** The messages as the preview has them. */
  readonly preview: string;
  /** The messages as Claude Code sent them. */
  readonly sent: string;
  /** Absent if nothing was sent. */
  readonly listing?: ProvenListing;
  /** The whole request as JSON; absent if nothing was sent or it is too long. */
  readonly request?: string;
  /** Sentences without full stop. */
  readonly notes: readonly string[];
}

/** The listing of all skills in a proof. */
export interface ProvenListing {
  readonly isEqual: boolean;
  /** A sentence without full stop. */
  readonly summary: string;
  /** As the catalog has it. */
  readonly catalog: string;
  /** As Claude Code sent it, with its own skills. */
  readonly sent: string;
}

/** `skillwright/allowCommand`: the edit of a skill that adds the rules one command of its preview lacks to `allowed-tools`. */
export interface AllowCommandParams {
  readonly uri: string;
  readonly arguments: string;
  readonly hash: string;
}

/** `skillwright/allowSkill`: the edit of the local settings that lets Claude load a skill without asking. */
export interface AllowSkillParams {
  readonly skill: string;
}

/** The edit, empty if the skill is already allowed, and the rule that it adds. */
export interface AllowSkillEdit extends SettingsEdit {
  /** `Skill(review)` */
  readonly rule: string;
}

/**
 * `skillwright/trust`: what a skill, the plugin of a group in the tree, or else a session is granted and could do; null
 * if it no longer exists.
 */
export interface TrustParams {
  /** The id of a skill. */
  readonly skill?: string;
  /** The id of a group in the tree. */
  readonly node?: string;
  /** The URI of a session's folder; the first session if nothing is given. */
  readonly session?: string;
}

/** A review as a document. */
export interface TrustDocument {
  /** What was reviewed, as users name it. */
  readonly title: string;
  /** Its folder or file: the same in every review. */
  readonly uri: string;
  /** Markdown in which texts of files have no effect. */
  readonly text: string;
  /** Another one after any change. */
  readonly hash: string;
}

/** `skillwright/origin`: where a skill was installed from, and what has changed since; null if it no longer exists. */
export interface OriginParams {
  /** The id of a skill. */
  readonly skill: string;
}

/** Where a skill comes from. */
export interface OriginDocument {
  readonly name: string;
  /** Markdown in which texts of files have no effect. */
  readonly text: string;
  /** Folders that should have the same content: the skill's own, copies, the source. */
  readonly sides: readonly { readonly name: string; readonly uri: string }[];
  /** The files that differ. */
  readonly files: readonly {
    /** One for each side; null where there is no such file. */
    readonly uris: readonly (string | null)[];
    /** Equal numbers are equal contents. */
    readonly versions: readonly (number | null)[];
  }[];
}

/** `skillwright/compare`: what changed for the model since a revision, as markdown; null without a session. */
export interface CompareParams {
  /** The URI of a session's folder. */
  readonly session: string;
  /** The revision, for users. */
  readonly title: string;
  /** What the editor calls the revision, for {@link RevisionFileParams}. */
  readonly revision: string;
  /** URIs of files that the revision does not have. */
  readonly absent: readonly string[];
  /** URIs of files that have another content in the revision, or exist only there. */
  readonly other: readonly string[];
  /** Arguments with which skills are rendered. */
  readonly saved: readonly { readonly uri: string; readonly arguments: readonly string[] }[];
}

/** `skillwright/revisionFile`, a request of the server: the content of a file in a revision in base64; null if there is none. */
export interface RevisionFileParams {
  readonly revision: string;
  readonly uri: string;
}

/*
 * Runs: a skill in the installed Claude Code, without a terminal. The server starts, reads and remembers them. In a
 * workspace without trust, nothing starts.
 */

/** `skillwright/startRun`: starts Claude Code with the invocation of a skill. */
export interface StartRunParams {
  /** The file of the skill or command. */
  readonly uri: string;
  readonly arguments: string;
  /** The URI of the folder to run in; absent for the setting, or else the workspace folder of the file. */
  readonly folder?: string;
  /** Instead of the settings. */
  readonly model?: string;
  readonly permissionMode?: string;
  /** The id of a session that the run continues. */
  readonly resume?: string;
}

export type StartedRun = { readonly run: RunSummary } | RunProblem;

/** Why a run was not started, and the setting that would help. */
export interface RunProblem {
  readonly problem: string;
  readonly setting?: string;
}

/**
 * `skillwright/terminalRun`, with {@link StartRunParams}: how Claude Code is started in a terminal. A session that is
 * resumed gets no invocation.
 */
export interface TerminalRun {
  /** The name of the terminal. */
  readonly name: string;
  /** The path of the program, and its arguments as they are. */
  readonly program: string;
  readonly args: readonly string[];
  /** The path of the folder to run in. */
  readonly folder: string;
}

export type RunState = 'starting' | 'running' | 'succeeded' | 'failed' | 'cancelled';

/** A run as it is listed. */
export interface RunSummary {
  readonly id: string;
  readonly uri: string;
  /** `/review main..HEAD` */
  readonly invocation: string;
  readonly arguments: string;
  /** The path of the folder that it runs in. */
  readonly folder: string;
  readonly state: RunState;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Its duration; absent until it has ended. */
  readonly ms?: number;
  /** US dollars, as Claude Code adds them up. */
  readonly cost?: number;
  readonly tokens?: {
    readonly input: number;
    readonly output: number;
    readonly cacheRead: number;
    readonly cacheWrite: number;
  };
  readonly turns?: number;
  readonly model?: string;
  /** What was asked for instead of the settings, so that it can be run again in the same way. */
  readonly chosen?: { readonly model?: string; readonly permissionMode?: string };
  readonly sessionId?: string;
  /** The path of the transcript that Claude Code writes; absent until it exists. */
  readonly transcript?: string;
  readonly claudeCodeVersion?: string;
  /** How many calls of tools were denied; absent if none was. */
  readonly denied?: number;
  /** It is a session of an evaluation, which is not run again like a skill. */
  readonly isEvaluation?: true;
  /** When the sessions of prompts that were started together began. Milliseconds since 1970. */
  readonly together?: number;
  /** Why it failed and what to do, in one line. */
  readonly problem?: string;
  /** The setting that would help. */
  readonly setting?: string;
}

/**
 * `skillwright/run`: the parts of a run that changed after a version; null if there is no such run. The notification
 * `skillwright/runsChanged`, without parameters, says that `skillwright/runs` has another answer, and
 * {@link RunChanged} that a run has other parts.
 */
export interface RunParams {
  readonly id: string;
  /** 0 for all parts. */
  readonly since: number;
}

export interface RunDetails {
  readonly summary: RunSummary;
  /** Of the parts, for the next request. */
  readonly version: number;
  /** In their order; those that are the same as in the version asked for are left out. */
  readonly parts: readonly RunPart[];
  /** The ids of parts that are no longer there. */
  readonly removed: readonly string[];
}

/** `skillwright/runChanged`, a notification of the server: at most ten times a second for each run. */
export interface RunChanged {
  readonly id: string;
  readonly version: number;
}

/** One step of a run, in the order in which they began. */
export type RunPart = {
  readonly id: string;
  /** The id of the tool call in which it happened. */
  readonly parent?: string;
  readonly order: number;
} & (RunText | RunTool | RunDenial | RunHook | RunNotice);

/**
 * What the model wrote so far, as markdown; or `inserted`: a text that Claude Code added to the conversation, such as
 * that of a skill that the model has loaded, or the task of an agent.
 */
export interface RunText {
  readonly kind: 'text' | 'thinking' | 'inserted';
  readonly text: string;
  readonly ended: boolean;
  /** Characters left out at the end. */
  readonly textCut?: number;
}

export interface RunTool {
  readonly kind: 'tool';
  readonly name: string;
  /** The most important part of its input in one line. */
  readonly summary: string;
  /** As JSON, or a command as it is; empty while the model is writing it. */
  readonly input: string;
  /** Characters left out at the end of the input. */
  readonly inputCut?: number;
  /** `stopped` by the end of a run that the user has stopped. */
  readonly state: 'running' | 'succeeded' | 'failed' | 'denied' | 'stopped';
  readonly output?: string;
  /** Characters left out at the end of the output. */
  readonly outputCut?: number;
  readonly ms?: number;
}

/** A call that Claude Code did not permit. */
export interface RunDenial {
  readonly kind: 'denial';
  /** The id of the part that is the call; it may no longer be there. */
  readonly call: string;
  readonly tool: string;
  readonly summary: string;
  /** What {@link AllowDeniedParams} would add; absent if no rules permit it. */
  readonly rules?: readonly string[];
  /** Narrower rules, for exactly this call; absent if there are none. */
  readonly exact?: readonly string[];
}

export interface RunHook {
  readonly kind: 'hook';
  readonly name: string;
  readonly event: string;
  readonly state: 'running' | 'succeeded' | 'failed' | 'stopped';
  readonly output?: string;
  /** Characters left out at the end of the output. */
  readonly outputCut?: number;
}

export interface RunNotice {
  readonly kind: 'retry' | 'compaction' | 'notice';
  readonly text: string;
}

/** `skillwright/allowDenied`: the edit of the local settings that adds the rules of a denial. */
export interface AllowDeniedParams {
  readonly id: string;
  readonly part: string;
  /** Whether only exactly this call is to be allowed, if there are rules for it. */
  readonly onlyThis?: boolean;
}

/** The edit, empty if the rules are there already, and the rules that it adds. */
export interface AllowDeniedEdit extends SettingsEdit {
  /** `Bash(npm run lint:*)` */
  readonly rules: readonly string[];
  /** The denied call in one line. */
  readonly call: string;
  /** Whether there are narrower rules, for exactly this call. */
  readonly hasExact: boolean;
}

/** `skillwright/ask`: starts the installed Claude Code, with the user's consent, and compares what it sees. */
export interface AskParams {
  /** The URI of a session; absent for all. */
  readonly session?: string;
}

/**
 * `skillwright/askedChanged`, a notification of the server and the answer to `skillwright/ask`: what the installed Claude
 * Code has said about the sessions. The tree has a row about each.
 */
export interface AskedSummary {
  readonly state: 'asking' | 'confirmed' | 'different' | 'failed';
  /** Digits and dots. */
  readonly version?: string;
  /** Of all sessions. */
  readonly differences: number;
  /** A line for users: the program with its release, and `confirms this list`. */
  readonly text: string;
}

/** Which file or folder the editor should read. */
export interface ClientFileParams {
  readonly uri: string;
  /** Bytes of a file, or names in a folder; a larger file is not read, and of a larger folder only so many names. */
  readonly max?: number;
}

/** What exists at a URI. */
export interface ClientFile {
  readonly type: 'file' | 'folder' | 'other';
  /** Bytes. */
  readonly size: number;
}

/** Something exists that cannot be read. */
export interface ClientFileProblem {
  /** Worded for parentheses. */
  readonly problem: string;
}

/**
 * Requests of the server, with {@link ClientFileParams}, for files that only the editor can read: those of virtual workspaces,
 * and all in a browser. Null: nothing is there.
 */
export interface ClientFileRequests {
  readonly 'skillwright/stat': ClientFile | ClientFileProblem;
  readonly 'skillwright/readFile': { readonly base64: string } | ClientFileProblem;
  readonly 'skillwright/readFolder':
    | {
        readonly entries: readonly {
          readonly name: string;
          readonly type: ClientFile['type'];
          readonly isLink?: true;
        }[];
      }
    | ClientFileProblem;
}

/** The parameters and the result. */
interface ServerRequest<Params, Result> {
  readonly params: Params;
  readonly result: Result;
}

export type { NamedUpload } from './features/upload/plan-upload.ts';
export type { SkillsApi, UploadedVersion } from './platform/skills-api.ts';
export type { SkillsApiBundle } from './skills-api.node.ts';

export interface PackParams {
  /** Of the SKILL.md. */
  readonly uri: string;
  readonly workspaceTrusted: boolean;
  /** As a ZIP archive instead of single files. */
  readonly asArchive?: true;
}

/** A skill as it would be uploaded to the Claude API. */
export interface PackedUpload {
  readonly name: string;
  /** Empty if there are problems. The content is in Base64, the path relative to the folder of the skill. */
  readonly files: readonly { readonly path: string; readonly content: string }[];
  /** In Base64; absent if nobody asked for it, or if there are problems. */
  readonly archive?: string;
  /** Of all files. */
  readonly bytes: number;
  /** Why the API would reject it. */
  readonly problems: readonly RepairableProblem[];
}

export interface RepairableProblem {
  readonly message: string;
  readonly rule?: string;
  readonly line?: number;
  /** What would repair it. */
  readonly fix?: { readonly title: string; readonly edit: FileEdit };
}

/*
 * Evaluations: a grader of a case, tried on the last runs of the case.
 */

/**
 * `skillwright/gradedRun`: a run as a text, with what a grader matched in it; null if there is no such grader, or no trace
 * of a run.
 */
export interface GradedRunParams {
  /** The file with the grader, which is open. */
  readonly uri: string;
  /** Which of the graders of its case. */
  readonly grader?: number;
  /** The line of the grader, if it is not known which one it is. */
  readonly line?: number;
  /** Absent for the first one in which the grader fails, or else the first one. */
  readonly run?: number;
  /** The trace as it is in its file, instead of its steps. */
  readonly isRaw: boolean;
}

export interface GradedRun {
  /** The name of the grader. */
  readonly name: string;
  readonly grader: number;
  readonly run: number;
  /** The runs whose traces are left. */
  readonly runs: readonly number[];
  readonly text: string;
  readonly marks: readonly MarkedRange[];
  readonly headings: readonly MarkedRange[];
}

/** A part of a text, wherever its lines end. */
export interface MarkedRange {
  readonly start: TextPosition;
  readonly end: TextPosition;
}

/** The requests to the server beyond the language server protocol, by name. */
export interface ServerRequests extends PastSessionRequests {
  readonly 'skillwright/tree': ServerRequest<TreeParams, TreeNode[]>;
  readonly 'skillwright/tooltip': ServerRequest<TooltipParams, string | null>;
  readonly 'skillwright/parent': ServerRequest<ParentParams, TreeNode | null>;
  readonly 'skillwright/skillAt': ServerRequest<SkillAtParams, TreeNode | null>;
  readonly 'skillwright/reload': ServerRequest<Record<string, never>, null>;
  readonly 'skillwright/sessions': ServerRequest<Record<string, never>, SessionInfo[]>;
  readonly 'skillwright/budget': ServerRequest<BudgetParams, BudgetReport | null>;
  readonly 'skillwright/skillCost': ServerRequest<SkillCostParams, SkillCost | null>;
  readonly 'skillwright/listing': ServerRequest<BudgetParams, string>;
  readonly 'skillwright/why': ServerRequest<WhyParams, readonly WhyReport[] | null>;
  readonly 'skillwright/readyToPublish': ServerRequest<PublishParams, WhyReport | null>;
  readonly 'skillwright/trust': ServerRequest<TrustParams, TrustDocument | null>;
  readonly 'skillwright/origin': ServerRequest<OriginParams, OriginDocument | null>;
  readonly 'skillwright/compare': ServerRequest<CompareParams, string | null>;
  /** The problems and the budget of the workspace as markdown; null without a session. */
  readonly 'skillwright/report': ServerRequest<Record<string, never>, string | null>;
  readonly 'skillwright/overrideEdit': ServerRequest<OverrideParams, SettingsEdit | null>;
  readonly 'skillwright/allowSkill': ServerRequest<AllowSkillParams, AllowSkillEdit | null>;
  readonly 'skillwright/destinations': ServerRequest<DestinationsParams, Destination[]>;
  readonly 'skillwright/pluginFolder': ServerRequest<{ readonly node: string }, PluginFolder | null>;
  readonly 'skillwright/turnOffRule': ServerRequest<TurnOffRuleParams, FileEdit | null>;
  readonly 'skillwright/skill': ServerRequest<{ readonly skill: string }, SkillInfo | null>;
  readonly 'skillwright/rename': ServerRequest<RenameSkillParams, RenameEdit | null>;
  readonly 'skillwright/moveEdits': ServerRequest<MoveParams, FileEdit[]>;
  readonly 'skillwright/renamedText': ServerRequest<RenamedTextParams, string | null>;
  readonly 'skillwright/fixWorkspace': ServerRequest<Record<string, never>, FixedFile[]>;
  readonly 'skillwright/portableTargets': ServerRequest<{ readonly uri: string }, PortableTarget[]>;
  readonly 'skillwright/makePortable': ServerRequest<PortableParams, PortableEdit | null>;
  readonly 'skillwright/templates': ServerRequest<Record<string, never>, TemplateInfo[]>;
  readonly 'skillwright/template': ServerRequest<TemplateParams, NewSkillText | null>;
  readonly 'skillwright/nameProblem': ServerRequest<NameParams, NameProblem | null>;
  readonly 'skillwright/preview': ServerRequest<PreviewParams, InvocationPreview | null>;
  readonly 'skillwright/argumentsWith': ServerRequest<ArgumentsWithParams, string | null>;
  readonly 'skillwright/runCommand': ServerRequest<RunCommandParams, PreviewOutcome>;
  readonly 'skillwright/prove': ServerRequest<ProveParams, ProofReport>;
  /** Which product reads which field of a skill, as markdown; null if the file is not a skill. */
  readonly 'skillwright/fieldMatrix': ServerRequest<{ readonly uri: string }, string | null>;
  readonly 'skillwright/packSkill': ServerRequest<PackParams, PackedUpload>;
  readonly 'skillwright/sharePlaces': ServerRequest<Record<string, never>, SharePlaces>;
  readonly 'skillwright/shareProblems': ServerRequest<{ readonly uri: string }, readonly RepairableProblem[]>;
  readonly 'skillwright/sharePlan': ServerRequest<SharePlanParams, SharePlan>;
  readonly 'skillwright/sharedNameProblem': ServerRequest<SharedNameParams, string | null>;
  readonly 'skillwright/pluginVersion': ServerRequest<{ readonly uri: string }, PluginVersion | null>;
  readonly 'skillwright/bumpVersion': ServerRequest<BumpVersionParams, readonly FileEdit[]>;
  readonly 'skillwright/callSkill': ServerRequest<CallSkillParams, SkillCallAnswer | null>;
  readonly 'skillwright/skillsForModel': ServerRequest<Pick<CallSkillParams, 'active'>, string>;
  readonly 'skillwright/validate': ServerRequest<ValidateParams, readonly ValidatedFinding[] | null>;
  readonly 'skillwright/allowCommand': ServerRequest<AllowCommandParams, FileEdit | null>;
  readonly 'skillwright/startRun': ServerRequest<StartRunParams, StartedRun>;
  readonly 'skillwright/terminalRun': ServerRequest<StartRunParams, TerminalRun | RunProblem>;
  /** The newest first. */
  readonly 'skillwright/runs': ServerRequest<Record<string, never>, readonly RunSummary[]>;
  readonly 'skillwright/run': ServerRequest<RunParams, RunDetails | null>;
  readonly 'skillwright/stopRun': ServerRequest<{ readonly id: string }, null>;
  /** All that have ended, or these. */
  readonly 'skillwright/deleteRuns': ServerRequest<{ readonly ids?: readonly string[] }, null>;
  readonly 'skillwright/allowDenied': ServerRequest<AllowDeniedParams, AllowDeniedEdit | null>;
  /** Null if there is no session. */
  readonly 'skillwright/ask': ServerRequest<AskParams, AskedSummary | null>;
  /** What the installed Claude Code has said, as markdown; null if it was not asked. */
  readonly 'skillwright/askedDocument': ServerRequest<Record<string, never>, string | null>;
  readonly 'skillwright/evaluationSuites': ServerRequest<Record<string, never>, readonly EvaluationSuite[]>;
  readonly 'skillwright/evaluationItems': ServerRequest<EvaluationItemsParams, readonly EvaluationItem[]>;
  readonly 'skillwright/evaluationPlan': ServerRequest<EvaluationPlanParams, EvaluationPlan>;
  readonly 'skillwright/runEvaluations': ServerRequest<RunEvaluationsParams, EndedEvaluations>;
  readonly 'skillwright/stopEvaluations': ServerRequest<{ readonly run: string }, null>;
  readonly 'skillwright/gradeEvaluations': ServerRequest<GradeEvaluationsParams, readonly EvaluationOutcome[]>;
  /** The files that keep what the user says about the last run of a prompt. Nothing is written. */
  readonly 'skillwright/judgePrompt': ServerRequest<JudgePromptParams, JudgedPrompt | CaseProblem>;
  readonly 'skillwright/evaluationCoverage': ServerRequest<EvaluationCoverageParams, readonly CoveredFile[]>;
  /** The last run of a case with the plugin, as one of the list of runs. */
  readonly 'skillwright/openEvaluationRun': ServerRequest<ChosenItems, OpenedTrace>;
  readonly 'skillwright/gradedRun': ServerRequest<GradedRunParams, GradedRun | null>;
  readonly 'skillwright/results': ServerRequest<ResultsParams, ResultList>;
  readonly 'skillwright/result': ServerRequest<ResultParams, ShownResult | null>;
  readonly 'skillwright/resultRuns': ServerRequest<ResultRunsParams, readonly ShownResultRun[]>;
  readonly 'skillwright/resultHistory': ServerRequest<ResultsParams, ResultHistory>;
  readonly 'skillwright/oldVersionPlan': ServerRequest<OldVersionParams, EvaluationPlan>;
  readonly 'skillwright/runOldVersion': ServerRequest<RunOldVersionParams, EndedOldVersion>;
  readonly 'skillwright/exportResult': ServerRequest<ExportResultParams, ExportedResult | null>;
  readonly 'skillwright/newCase': ServerRequest<NewCaseParams, NewCaseFiles | CaseProblem>;
  /** What is wrong with a name for a case; null if nothing is. */
  readonly 'skillwright/caseNameProblem': ServerRequest<{ readonly name: string }, string | null>;
  readonly 'skillwright/convertEvaluations': ServerRequest<
    { readonly uri: string },
    ConvertedEvaluations | CaseProblem
  >;
  /** The IDs of the skills that have a trigger set. */
  readonly 'skillwright/skillsWithTriggers': ServerRequest<Record<string, never>, readonly string[]>;
  readonly 'skillwright/triggerPlan': ServerRequest<TriggerParams, PlannedTriggers | TriggerProblem>;
  readonly 'skillwright/measureTriggers': ServerRequest<MeasureTriggersParams, MeasuredTriggers | TriggerProblem>;
  readonly 'skillwright/stopTriggers': ServerRequest<{ readonly id: string }, null>;
  readonly 'skillwright/problems': ServerRequest<{ readonly uri: string }, ProblemCount | null>;
  readonly 'skillwright/checkAll': ServerRequest<Record<string, never>, CheckedAll | null>;
  readonly 'skillwright/clearProblems': ServerRequest<Record<string, never>, null>;
}

export type ServerRequestName = keyof ServerRequests;

export type ParamsOf<Name extends ServerRequestName> = ServerRequests[Name]['params'];

export type ResultOf<Name extends ServerRequestName> = ServerRequests[Name]['result'];
