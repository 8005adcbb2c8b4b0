import type { FileContext } from '../../catalog/file/file-context.ts';
import type { SkillTargetId } from '../../dialect/targets.ts';
import type { SkillDocument } from '../../document/skill-document.ts';
import type { Finding } from '../../rules/rule.ts';
import type { RuleId } from '../../rules/rule-id.ts';

/** A file in an editor, at one version of its text: the input of all features. */
export interface OpenFile {
  readonly uri: string;
  /** The editor's version of the text. */
  readonly version: number;
  /** The editor's language id; VS Code checks `skill` documents itself. */
  readonly languageId: string;
  readonly document: SkillDocument;
  readonly file: FileContext;
  readonly targets: readonly SkillTargetId[];
  /** The path of the project's configuration that applies to it, if there is one. */
  readonly configuration?: string | undefined;
}

/** An open file with its findings. */
export interface CheckedOpenFile extends OpenFile {
  /** The findings after suppressions and settings. */
  readonly findings: readonly Finding[];
  /**
   * The findings if the file had another text; nothing is cached.
   *
   * @param only the id of a rule; findings of others are omitted
   * @param targets other targets than those of the file
   */
  check(text: string, only?: RuleId, targets?: readonly SkillTargetId[]): Promise<readonly Finding[]>;
}
