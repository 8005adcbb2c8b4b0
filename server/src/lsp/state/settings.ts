import type { Connection } from 'vscode-languageserver';
import { isRuntimeId, isTargetId } from '../../dialect/targets.ts';
import { isMap } from '../../document/json-values.ts';
import { type CheckSettings, defaultSettings } from '../../features/check/check-file.ts';
import { isLevel, tooMuchToMatch } from '../../features/check/configuration-values.ts';
import { isOptionValue, optionsOf } from '../../features/check/documented-rules.ts';
import { refusedGlob } from '../../features/check/exclude-globs.ts';
import { type RunSettings, readRunSettings } from '../../jobs/claude-code/runs/run-settings.ts';
import { type EvaluationSettings, readEvaluationSettings } from '../../jobs/evaluations/running/evaluation-settings.ts';
import type { Level, OptionValue, RuleLevels, RuleOptions } from '../../rules/rule.ts';

/** The editor's settings: for checking files, and for the session of the catalog. */
export interface EditorSettings extends CheckSettings {
  /** Folders as for `--add-dir`, as written. */
  readonly addedFolders: readonly string[];
  /** Folders as for `--plugin-dir`, as written. */
  readonly pluginFolders: readonly string[];
  /** The session's model; undefined for Claude Code's default. */
  readonly model: string | undefined;
  /** Whether code lenses are shown above the frontmatter, in editors that support them. */
  readonly codeLens: boolean;
  /** Whether inlay hints show the argument of a placeholder. */
  readonly argumentHints: boolean;
  /** How Claude Code is started to run skills. */
  readonly claudeCode: RunSettings;
  /** How evaluations run. */
  readonly evaluations: EvaluationSettings;
  /** Whether the user allows to read the transcripts of past sessions. */
  readonly readsPastSessions: boolean;
}

const defaultEditorSettings: EditorSettings = {
  ...defaultSettings,
  addedFolders: [],
  pluginFolders: [],
  model: undefined,
  codeLens: true,
  argumentHints: false,
  claudeCode: readRunSettings(undefined),
  evaluations: readEvaluationSettings(undefined),
  readsPastSessions: false,
};

/** Reads the settings section as a client sends it. An invalid value counts as not set. */
export function readSettings(section: unknown): EditorSettings {
  const {
    rules,
    ruleOptions,
    targets,
    runtime,
    exclude,
    addedFolders,
    pluginFolders,
    model,
    codeLens,
    inlayHints,
    claudeCode,
    evaluations,
    pastSessions,
  } = isMap(section) ? section : {};
  return {
    levels: isMap(rules) ? readLevels(rules) : defaultSettings.levels,
    ruleOptions: isMap(ruleOptions) ? readRuleOptions(ruleOptions) : {},
    targets: strings(targets)?.filter(isTargetId) ?? defaultSettings.targets,
    runtime: typeof runtime === 'string' && isRuntimeId(runtime) ? runtime : defaultSettings.runtime,
    exclude: strings(exclude) ?? defaultSettings.exclude,
    addedFolders: strings(addedFolders) ?? [],
    pluginFolders: strings(pluginFolders) ?? [],
    model: typeof model === 'string' && model.trim() !== '' ? model.trim() : undefined,
    codeLens: codeLens !== false,
    argumentHints: isMap(inlayHints) && inlayHints.arguments === true,
    claudeCode: readRunSettings(claudeCode),
    evaluations: readEvaluationSettings(evaluations),
    readsPastSessions: isMap(pastSessions) && pastSessions.enabled === true,
  };
}

function readLevels(rules: Record<string, unknown>): RuleLevels {
  return Object.fromEntries(Object.entries(rules).filter((entry): entry is [string, Level] => isLevel(entry[1])));
}

function readRuleOptions(rules: Record<string, unknown>): RuleOptions {
  const read = Object.entries(rules).map(([rule, options]) => {
    const known = optionsOf(rule);
    const valid = Object.entries(isMap(options) ? options : {}).filter((entry): entry is [string, OptionValue] => {
      const option = known[entry[0]];
      return option !== undefined && isOptionValue(entry[1], option);
    });
    return [rule, Object.fromEntries(valid)] as const;
  });
  return Object.fromEntries(read);
}

function strings(value: unknown): string[] | undefined {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : undefined;
}

/** The settings of each resource, requested once and kept until the editor reports a change. */
export class ResourceSettings {
  readonly #connection: Connection;
  readonly #byUri = new Map<string, Promise<EditorSettings>>();
  readonly #reportedGlobs = new Set<string>();
  /** The settings of every resource if the editor cannot be asked. */
  #fixed: EditorSettings | undefined;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** For clients that send their settings instead of answering for them. */
  useFixed(section: unknown): void {
    this.#fixed = this.#read(section);
  }

  /** The settings of a resource. */
  of(uri: string): Promise<EditorSettings> {
    if (this.#fixed) return Promise.resolve(this.#fixed);
    let settings = this.#byUri.get(uri);
    if (!settings) {
      settings = this.#ask(uri);
      this.#byUri.set(uri, settings);
    }
    return settings;
  }

  /** Settings have changed; `section` is what a client sent along, which counts for clients that cannot be asked. */
  changed(section: unknown): void {
    if (this.#fixed && section !== undefined) this.useFixed(section);
    this.#byUri.clear();
  }

  /** A resource was closed. */
  forget(uri: string): void {
    this.#byUri.delete(uri);
  }

  async #ask(uri: string): Promise<EditorSettings> {
    try {
      return this.#read(await this.#connection.workspace.getConfiguration({ scopeUri: uri, section: 'skillwright' }));
    } catch (error) {
      this.#byUri.delete(uri);
      this.#connection.console.warn(`Could not read the settings for ${uri}, using the defaults: ${error}`);
      return defaultEditorSettings;
    }
  }

  /** Reads settings. Reports once if a glob is too expensive: it and those after it are ignored. */
  #read(section: unknown): EditorSettings {
    const settings = readSettings(section);
    const refused = refusedGlob(settings.exclude);
    if (refused !== undefined && !this.#reportedGlobs.has(refused)) {
      this.#reportedGlobs.add(refused);
      this.#connection.console.error(`\`skillwright.exclude\` has ${tooMuchToMatch(refused)}`);
    }
    return settings;
  }
}
