/*
 * What Skillwright's own client and server say to each other beyond the language server protocol. Types only: this is
 * the one file of the server that the client imports.
 */

/**
 * Sent by the client in `initialize`. Every part may be missing: other editors send nothing and get a server that
 * relies on the protocol alone.
 */
export interface InitializationOptions {
  /**
   * The editor has an outline and folding of its own for the markdown of these files, as VS Code has; the server then
   * answers for the frontmatter only, so that nothing is listed twice.
   */
  readonly editorKnowsMarkdown?: boolean;
  /**
   * The editor has the commands `skillwright.previewInvocation` (with a URI) and `skillwright.showBudget`; the server
   * then answers with code lenses that run them.
   */
  readonly editorShowsPreview?: boolean;
  /**
   * The person trusts the workspace. Without it, and with a folder open, nothing outside of the workspace and the person's own configuration is
   * read, whatever the settings and the repository name. An editor in which trust is granted later says so with the
   * notification `skillwright/workspaceTrusted`.
   */
  readonly workspaceTrusted?: boolean;
  /**
   * The section `skillwright` of the settings, for clients that do not answer `workspace/configuration`. They may send
   * it again as `{ "settings": { "skillwright": … } }` in `workspace/didChangeConfiguration`.
   */
  readonly settings?: unknown;
}

/** Sent by the server in the answer to `initialize`, as the experimental capabilities: for the client's status item. */
export interface ServerFacts {
  /** The latest release of Claude Code whose behaviour the server was verified with: digits and dots. */
  readonly verifiedRelease: string;
}

/**
 * Sent by the server as the `data` of every diagnostic: by it a client can leave out what VS Code's own validator
 * says too.
 */
export interface DiagnosticData {
  readonly rule: string;
  /** A regular expression for VS Code's own message about the same; absent where VS Code never says it. */
  readonly sameAsInVscode?: string;
}

/*
 * The catalog: every skill of a session. A session is what Claude Code would be started in: each workspace folder, or
 * the user's home where no folder is open. The client draws; names, texts and numbers come from the server.
 */

/** How the tree groups skills. */
export type SkillGrouping = 'tier' | 'status' | 'plugin';

/** `skillwright/tree`: the children of one node, or of the root. */
export interface TreeParams {
  /** Absent for the root. */
  readonly parent?: string;
  readonly grouping: SkillGrouping;
  /** Words that name, description or path must hold, in any case; absent or blank for everything. */
  readonly filter?: string;
  readonly hideEmpty: boolean;
}

/** One line of the tree of skills, ready to be drawn. */
export interface TreeNode {
  /** Stays the same when the catalog is read again. */
  readonly id: string;
  readonly label: string;
  /** Dimmed text behind the label. */
  readonly description?: string;
  /** Markdown; asked for apart, when the pointer rests, through `skillwright/tooltip`. */
  readonly hasTooltip: boolean;
  /** What a screen reader says instead of label and description. */
  readonly accessibleName: string;
  /** The name of a codicon; absent for bundled files, which have the icon of their kind. */
  readonly icon?: string;
  /** The theme colour of the icon, where it is not the usual one. */
  readonly iconColor?: string;
  /** Parts for the `when` clauses of menus, separated by spaces: `skill`, `editable`, `enabled` … */
  readonly contextValue: string;
  readonly children: 'none' | 'collapsed' | 'expanded';
  /** The URI of the file or folder, for opening, badges and decorations. */
  readonly uri?: string;
  /** The id of the skill that the node stands for or is a part of; the same skill may stand in several groups. */
  readonly skill?: string;
}

/** `skillwright/tooltip`: markdown for a node, or null. */
export interface TooltipParams {
  readonly node: string;
}

/** `skillwright/parent`: the node above another one, or null for a root; for revealing. */
export interface ParentParams extends TreeParams {
  readonly node: string;
}

/** `skillwright/skillAt`: the node of the skill that a file belongs to, or null. */
export interface SkillAtParams extends TreeParams {
  readonly uri: string;
}

/** `skillwright/catalogChanged`, a notification of the server: what was drawn may be out of date. */
export interface CatalogChanged {
  /** Skills in all sessions that are loaded; 0 shows the welcome text. */
  readonly skills: number;
}

/** `skillwright/reload`: forgets everything that was read and reads it again. */

/** `skillwright/sessions`: the sessions, in the order of the workspace folders. */
export interface SessionInfo {
  /** The URI of the session's folder. */
  readonly uri: string;
  readonly name: string;
}

/** What of a number is known. */
export interface Exactness {
  readonly exact: boolean;
  /** Why the number is an estimate, in a sentence each; empty where it is exact. */
  readonly reasons: readonly string[];
}

/** Questions of "what if": nothing of it touches a file. */
export interface WhatIf {
  /** Tokens. */
  readonly contextWindow?: number;
  /** Columns. */
  readonly budget?: number;
  /** A model's alias or id. */
  readonly model?: string;
  /** Ids of skills that are switched off. */
  readonly without?: readonly string[];
}

/** `skillwright/budget`. */
export interface BudgetParams {
  /** The session; absent for the first one. */
  readonly session?: string;
  readonly whatIf?: WhatIf;
}

/** How the listing of a session fits into its budget. Sizes are display columns, in old releases UTF-16 units. */
export interface BudgetReport extends Exactness {
  readonly session: SessionInfo;
  readonly budget: number;
  readonly source: 'env' | 'settings' | 'default' | 'what-if';
  /** What `source` is in detail, such as the variable's name or the settings file. */
  readonly sourceDetail: string;
  /** The model that the default budget belongs to, as a person writes it. */
  readonly model: string;
  /** Tokens. */
  readonly contextWindow: number;
  readonly used: number;
  /** What the listing would take with every text in full. */
  readonly wanted: number;
  readonly unit: 'columns' | 'characters';
  /** Parts of `used`, in the order of the listing; Claude Code's own skills are `bundled`. */
  readonly tiers: readonly { readonly tier: string; readonly label: string; readonly chars: number }[];
  /** In the order of the listing; skills that are switched off in the what-if are last. */
  readonly entries: readonly BudgetEntry[];
  readonly startContext: readonly ContextPart[];
  /** Choices for the what-if, with their windows in tokens. */
  readonly models: readonly { readonly name: string; readonly label: string; readonly contextWindow: number }[];
}

/** One skill in the listing. */
export interface BudgetEntry {
  /** The skill's id; absent for Claude Code's own. */
  readonly id?: string;
  readonly name: string;
  readonly tier: string;
  /** What it takes now. */
  readonly chars: number;
  /** What it would take in full. */
  readonly full: number;
  /** `shortened`: cut at the cap of one text. `hidden`: nothing of it is shown. `off`: switched off in the what-if. */
  readonly state: 'full' | 'shortened' | 'name-only' | 'hidden' | 'off';
  /** How much was missing when it was its turn; only where the budget is the cause. */
  readonly missing?: number;
  /** The last words that the model sees, where the text is cut. */
  readonly cutAfter?: string;
  readonly uri?: string;
}

/** A part of the context window that is taken at the start or on demand. Tokens are estimates. */
export interface ContextPart {
  readonly label: string;
  readonly tokens: number;
  /** Absent for parts that are no file. */
  readonly uri?: string;
}

/** `skillwright/skillCost`: what one skill takes of the context window. */
export interface SkillCostParams {
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
  /** The folder holds more files than were looked at. */
  readonly l3Incomplete: boolean;
}

/** `skillwright/listing`: the exact text that the model sees, with `whatIf` or without; takes `BudgetParams`. */

/** `skillwright/whyUnused` and `skillwright/whyOverused`, by the skill's id. */
export interface WhyParams {
  readonly skill: string;
}

/** An answer to "why?": the facts, walked through. */
export interface WhyReport {
  readonly title: string;
  /** The first problem to fix, as a sentence; or that there is none. */
  readonly verdict: string;
  readonly steps: readonly WhyStep[];
}

export interface WhyStep {
  readonly state: 'good' | 'bad' | 'note';
  /** The fact. */
  readonly text: string;
  /** What to do, with a title for a button. */
  readonly fix?: WhyFix;
  /** Places to look at. */
  readonly locations?: readonly { readonly label: string; readonly uri: string }[];
}

/** Something that one click does. */
export type WhyFix =
  /** The line is zero-based. */
  | { readonly title: string; readonly kind: 'open'; readonly uri: string; readonly line?: number }
  | { readonly title: string; readonly kind: 'override'; readonly skill: string; readonly value: OverrideValue };

/** What `skillOverrides` says of a skill; `null` takes the entry away. */
export type OverrideValue = 'on' | 'name-only' | 'user-invocable-only' | 'off' | null;

/** `skillwright/overrideEdit`: the edit of a settings file that switches a skill on or off. */
export interface OverrideParams {
  readonly skill: string;
  readonly value: OverrideValue;
  readonly scope: 'user' | 'project' | 'local';
}

/** A zero-based line and a UTF-16 character in it: the same in every editor, whatever it makes of line ends and marks. */
export interface TextPosition {
  readonly line: number;
  readonly character: number;
}

/** One replacement, as in the language server protocol. */
export interface PositionedEdit {
  readonly range: { readonly start: TextPosition; readonly end: TextPosition };
  readonly newText: string;
}

/** Edits of one file, with what tells the text they were made for. For any other text they must not be applied. */
export interface FileEdit {
  readonly uri: string;
  /** The editor's version of the text; absent where the file is not open. */
  readonly version?: number;
  /**
   * SHA-256, in hexadecimal digits, of the text in UTF-8 without a byte order mark and with `\n` for every line end
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

/** `skillwright/destinations`: the places into which a skill can be put. */
export interface DestinationsParams {
  /** A skill to move or copy; absent for a new one. */
  readonly skill?: string;
  /** Only the place of this node of the tree, as for a drop. */
  readonly node?: string;
}

export interface Destination {
  readonly label: string;
  readonly detail: string;
  /** The skills folder; it may not exist yet. */
  readonly uri: string;
  /** Names that are taken there. */
  readonly taken: readonly string[];
  /** The real folder, as a person reads it, where links lead out of the folder that is shown. */
  readonly outside?: string;
}

/** `skillwright/skill`: what the client needs of a skill for its actions; null when it is gone. */
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
  /** The value in the settings now, with the scopes that can be written. */
  readonly override: OverrideValue;
  readonly editable: boolean;
  /** Where the item really is, as a person reads it, where links lead out of the folder that it is shown in. */
  readonly outside?: string;
}

/** `skillwright/rename`: everything that changes with a skill's folder name. */
export interface RenameSkillParams {
  readonly skill: string;
  readonly newName: string;
}

/** Files that are edited first, and then the folder or file that gets another name. */
export interface RenameEdit {
  readonly files: readonly FileEdit[];
  readonly oldUri: string;
  readonly newUri: string;
  /** The real places, as a person reads them, of what changes outside of the folder that it is shown in. */
  readonly outside: readonly string[];
}

/** `skillwright/template`: the text of a new skill of this name. */
export interface TemplateParams {
  readonly name: string;
}

/** `skillwright/nameProblem`: what is wrong with a name for a skill that is to be made or renamed, or null. */
export interface NameParams {
  readonly name: string;
}

export interface NameProblem {
  /** A sentence. */
  readonly message: string;
  /** `error`: Claude Code would not load the skill, or not by this name. */
  readonly severity: 'error' | 'warning';
}

/*
 * Preview: what Claude Code would send for `/name arguments`, of the text in the editor. Offsets are UTF-16 units.
 */

/** A stretch of a text. */
export interface OffsetRange {
  readonly start: number;
  readonly end: number;
}

/** `skillwright/preview`: null where the file is no skill or command. */
export interface PreviewParams {
  /** The URI of a SKILL.md or command file, saved or not. */
  readonly uri: string;
  /** What is typed after the name. */
  readonly arguments: string;
  /** Outcomes of commands that have run, by their `hash`; those that are absent are shown as not run. */
  readonly outcomes?: Readonly<Record<string, PreviewOutcome>>;
}

/** What became of a command that ran. */
export interface PreviewOutcome {
  readonly status: 'ok' | 'failed' | 'cancelled';
  /** What the client puts in its place, or what it said where it failed. */
  readonly output: string;
  readonly exitCode?: number;
  /** Milliseconds. */
  readonly ms: number;
}

/** What an invocation would send, and what can be said of it. */
export interface InvocationPreview {
  /** What is typed: `/office:pdf`. */
  readonly invocation: string;
  readonly uri: string;
  /** The version of the document that this is about; absent where it is not open. */
  readonly version?: number;
  /** The text as the client sends it; commands that have not run stand as they are. */
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
  /** The client's own message where it would send nothing. */
  readonly aborted?: PreviewProblem;
  /** Facts worth knowing, a sentence each. */
  readonly notes: readonly string[];
  readonly counts: { readonly characters: number; readonly tokens: number; readonly lines: number };
}

/** A stretch of the text that is not the file's own. */
export interface PreviewSpan extends OffsetRange {
  readonly kind: 'argument' | 'variable' | 'injection' | 'appended';
  readonly source: OffsetRange;
  /** For a hover: `second word of the arguments`. */
  readonly label: string;
}

/** A command in the text. */
export interface PreviewInjection extends OffsetRange {
  /** Stays the same as long as nothing of the command and where it runs changes: consent is given to it. */
  readonly hash: string;
  readonly command: string;
  readonly kind: 'inline' | 'fenced';
  readonly origin: 'body' | 'contains-argument' | 'argument';
  /** What of `command` the author did not write, in order; absent where they wrote all of it. */
  readonly insertions?: readonly CommandInsertion[];
  /** Absent for a command that arguments introduced. */
  readonly source?: OffsetRange;
  readonly status: 'not-run' | 'ok' | 'failed' | 'cancelled' | 'disabled';
  readonly output?: string;
  readonly exitCode?: number;
  readonly ms?: number;
  /** What Claude Code would do with it: run it, or give up. */
  readonly permission: 'allowed' | 'refused' | 'unknown';
  /** Why, and the rule that would allow it, such as `Bash(git diff:*)`. */
  readonly reason?: string;
  readonly suggestedRule?: string;
}

/** A stretch of a command, in UTF-16 units of the command. */
export interface CommandInsertion extends OffsetRange {
  /** `variable` is a path or another value of `${CLAUDE_…}` that the shell may take for more than a word. */
  readonly from: 'arguments' | 'variable';
}

/** One message that Claude Code would add to the conversation. */
export interface PreviewMessage {
  readonly role: 'user' | 'system';
  /** The person does not see it in the conversation. */
  readonly isMeta: boolean;
  readonly title: string;
  readonly text: string;
}

/** Something that the invocation changes besides the text: tools, model, effort, hooks, fork. */
export interface PreviewChange {
  readonly what: 'allowedTools' | 'disallowedTools' | 'model' | 'effort' | 'thinking' | 'hooks' | 'fork';
  readonly label: string;
  readonly value: string;
}

/** One argument that the skill declares. */
export interface PreviewArgument {
  readonly name: string;
  readonly index: number;
  /** The word that it has now; absent where there is none. */
  readonly value?: string;
}

/** Why nothing would be sent, in the client's words, and what to do. */
export interface PreviewProblem {
  readonly message: string;
  readonly advice?: string;
}

/**
 * `skillwright/previewChanged`, a notification of the server without parameters: something besides the text in the editor
 * that previews depend on may be different, such as settings, the plugin around a skill, or a file that is not open.
 */

/** `skillwright/argumentsWith`: the argument string in which one word has another value, quoted as the client reads it; null where no string gives that. */
export interface ArgumentsWithParams {
  readonly uri: string;
  readonly arguments: string;
  readonly index: number;
  readonly value: string;
}

/** `skillwright/runCommand`: runs one command of a preview. The request is refused where no command of the text has that hash. Cancelling it ends the command. */
export interface RunCommandParams {
  readonly uri: string;
  readonly arguments: string;
  readonly hash: string;
  /** Whether the person trusts the workspace; nothing runs otherwise. */
  readonly workspaceTrusted: boolean;
  /** The person agreed to this very command although an argument introduced it. */
  readonly introducedByArgument?: boolean;
}

/** `skillwright/allowSkill`: the edit of the local settings by which Claude may always load a skill. */
export interface AllowSkillParams {
  readonly skill: string;
}

/** The edit, empty where the skill is allowed already, and the rule that it adds. */
export interface AllowSkillEdit extends SettingsEdit {
  /** `Skill(review)` */
  readonly rule: string;
}

/** What is asked, and what is answered. */
interface ServerRequest<Params, Result> {
  readonly params: Params;
  readonly result: Result;
}

/** What the server can be asked beyond the protocol of language servers, by the name of the request. */
export interface ServerRequests {
  readonly 'skillwright/tree': ServerRequest<TreeParams, TreeNode[]>;
  readonly 'skillwright/tooltip': ServerRequest<TooltipParams, string | null>;
  readonly 'skillwright/parent': ServerRequest<ParentParams, TreeNode | null>;
  readonly 'skillwright/skillAt': ServerRequest<SkillAtParams, TreeNode | null>;
  readonly 'skillwright/reload': ServerRequest<Record<string, never>, null>;
  readonly 'skillwright/sessions': ServerRequest<Record<string, never>, SessionInfo[]>;
  readonly 'skillwright/budget': ServerRequest<BudgetParams, BudgetReport | null>;
  readonly 'skillwright/skillCost': ServerRequest<SkillCostParams, SkillCost | null>;
  readonly 'skillwright/listing': ServerRequest<BudgetParams, string>;
  readonly 'skillwright/whyUnused': ServerRequest<WhyParams, WhyReport | null>;
  readonly 'skillwright/whyOverused': ServerRequest<WhyParams, WhyReport | null>;
  readonly 'skillwright/overrideEdit': ServerRequest<OverrideParams, SettingsEdit | null>;
  readonly 'skillwright/allowSkill': ServerRequest<AllowSkillParams, AllowSkillEdit | null>;
  readonly 'skillwright/destinations': ServerRequest<DestinationsParams, Destination[]>;
  readonly 'skillwright/skill': ServerRequest<{ readonly skill: string }, SkillInfo | null>;
  readonly 'skillwright/rename': ServerRequest<RenameSkillParams, RenameEdit | null>;
  readonly 'skillwright/template': ServerRequest<TemplateParams, string>;
  readonly 'skillwright/nameProblem': ServerRequest<NameParams, NameProblem | null>;
  readonly 'skillwright/preview': ServerRequest<PreviewParams, InvocationPreview | null>;
  readonly 'skillwright/argumentsWith': ServerRequest<ArgumentsWithParams, string | null>;
  readonly 'skillwright/runCommand': ServerRequest<RunCommandParams, PreviewOutcome>;
  readonly 'skillwright/problems': ServerRequest<
    { readonly uri: string },
    { readonly errors: number; readonly warnings: number } | null
  >;
}

export type ServerRequestName = keyof ServerRequests;

export type ParamsOf<Name extends ServerRequestName> = ServerRequests[Name]['params'];

export type ResultOf<Name extends ServerRequestName> = ServerRequests[Name]['result'];
