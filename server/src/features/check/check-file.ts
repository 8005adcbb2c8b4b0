import { documentOfBytes } from '../../catalog/facts/document-of-bytes.ts';
import type { FileContext } from '../../catalog/file/file-context.ts';
import { DEFAULT_RUNTIME } from '../../dialect/runtimes/capabilities.ts';
import { skillTargets, type TargetId } from '../../dialect/targets.ts';
import { readDocument } from '../../document/read-document.ts';
import type { RuntimeId } from '../../document/runtime-id.ts';
import type { SkillDocument } from '../../document/skill-document.ts';
import type { WorkTurns } from '../../platform/work-turns.ts';
import { checkDocument, checkDocumentInTurns, type RuleCrash } from '../../rules/check-document.ts';
import { findRule, rules } from '../../rules/index.ts';
import type { Finding, Rule, RuleContext, RuleLevels, RuleOptions } from '../../rules/rule.ts';
import type { RuleId } from '../../rules/rule-id.ts';

/** The user's choices, from the editor's settings or the command line's configuration. */
export interface CheckSettings {
  readonly runtime: RuntimeId;
  readonly targets: readonly TargetId[];
  readonly levels: RuleLevels;
  /** The user's values for rules that have options. */
  readonly ruleOptions?: RuleOptions | undefined;
  /** Globs of files that are not checked at all. */
  readonly exclude: readonly string[];
}

export const defaultSettings: CheckSettings = {
  runtime: DEFAULT_RUNTIME,
  targets: [],
  levels: {},
  ruleOptions: {},
  exclude: [],
};

/** A file read and checked. */
export interface CheckedFile {
  readonly document: SkillDocument;
  /** Computed on demand: completion and hover do not need it. */
  readonly findings: readonly Finding[];
  /** Findings that the author's comments suppress; computed together with the others. */
  readonly suppressed: readonly SuppressedFinding[];
}

/** A finding that a comment in the file suppresses. */
interface SuppressedFinding {
  readonly finding: Finding;
  /** Why, in the author's words; empty if they gave no reason. */
  readonly reason: string;
}

/** Reads and checks one file: what the command line prints. */
export function checkFile(text: string, file: FileContext, settings: CheckSettings, onCrash: RuleCrash): CheckedFile {
  return checkRead(readDocument(text, settings.runtime, file.kind), file, settings, onCrash);
}

/** The same for the bytes of a file, whose document the catalog may have read already. */
export function checkBytesOf(
  bytes: Uint8Array,
  file: FileContext,
  settings: CheckSettings,
  onCrash: RuleCrash,
): CheckedFile {
  return checkRead(documentOfBytes(bytes, settings.runtime, file.kind), file, settings, onCrash);
}

function checkRead(
  document: SkillDocument,
  file: FileContext,
  settings: CheckSettings,
  onCrash: RuleCrash,
): CheckedFile {
  let findings: readonly Finding[] | undefined;
  const suppressed: SuppressedFinding[] = [];
  const check = (): readonly Finding[] =>
    checkDocument(rules, contextOf(document, file, settings), settings.levels, onCrash, (finding, reason) =>
      suppressed.push({ finding, reason }),
    );
  return {
    document,
    get findings() {
      findings ??= check();
      return findings;
    },
    get suppressed() {
      findings ??= check();
      return suppressed;
    },
  };
}

/**
 * The findings of {@link checkFile} for a document that was already read, as the server shows them. Yields in between.
 *
 * @param only the id of a rule; findings of others are omitted
 * @returns undefined if it was cancelled
 */
export function checkInTurns(
  document: SkillDocument,
  file: FileContext,
  settings: CheckSettings,
  onCrash: RuleCrash,
  turns: WorkTurns,
  only?: RuleId,
): Promise<readonly Finding[] | undefined> {
  const context = contextOf(document, file, settings);
  return checkDocumentInTurns(rulesFor(only), context, settings.levels, onCrash, turns);
}

function contextOf(document: SkillDocument, file: FileContext, settings: CheckSettings): RuleContext {
  return { document, file, targets: new Set(skillTargets(settings.targets)), options: settings.ruleOptions };
}

/** Unused suppressions are only known when every rule has run. */
function rulesFor(only: RuleId | undefined): readonly Rule[] {
  const rule = only === undefined ? undefined : findRule(only);
  return rule ? [rule] : rules;
}
