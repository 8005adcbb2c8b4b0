import type { FileContext } from '../catalog/file-context.ts';
import type { TargetId } from '../dialect/targets.ts';
import { readDocument } from '../document/read-document.ts';
import type { RuntimeId } from '../document/runtime-id.ts';
import type { SkillDocument } from '../document/skill-document.ts';
import { checkDocument, type RuleCrash, type RuleLevels } from '../rules/check-document.ts';
import { rules } from '../rules/index.ts';
import type { Finding } from '../rules/rule.ts';

/** What the user chose, from the editor's settings or the command line's configuration. */
export interface CheckSettings {
  readonly runtime: RuntimeId;
  readonly targets: readonly TargetId[];
  readonly levels: RuleLevels;
  /** Globs of files that are not checked at all. */
  readonly exclude: readonly string[];
}

/** The settings of somebody who set nothing. */
export const defaultSettings: CheckSettings = { runtime: 'claude-code', targets: [], levels: {}, exclude: [] };

/** A file read and checked. */
export interface CheckedFile {
  readonly document: SkillDocument;
  /** Computed when first asked for: completion and hover do without. */
  readonly findings: readonly Finding[];
}

/** Reads and checks one file: what the server shows and the command line prints. */
export function checkFile(text: string, file: FileContext, settings: CheckSettings, onCrash: RuleCrash): CheckedFile {
  const document = readDocument(text, settings.runtime, file.kind);
  const context = { document, file, targets: new Set(settings.targets), runtime: settings.runtime };
  let findings: readonly Finding[] | undefined;
  return {
    document,
    get findings() {
      findings ??= checkDocument(rules, context, settings.levels, onCrash);
      return findings;
    },
  };
}
