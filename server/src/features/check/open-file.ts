import type { FileContext } from '../../catalog/file/file-context.ts';
import type { TargetId } from '../../dialect/targets.ts';
import type { SkillDocument } from '../../document/skill-document.ts';
import type { Finding } from '../../rules/rule.ts';

/** A file in an editor, as of one version of its text: what the features look at. */
export interface OpenFile {
  readonly uri: string;
  /** The editor's version of the text. */
  readonly version: number;
  /** The editor's language id; VS Code checks `skill` documents itself. */
  readonly languageId: string;
  readonly document: SkillDocument;
  readonly file: FileContext;
  readonly targets: readonly TargetId[];
}

/** An open file with what is found in it. */
export interface CheckedOpenFile extends OpenFile {
  /** What is reported, after suppressions and settings. */
  readonly findings: readonly Finding[];
  /**
   * What would be reported if the file had another text; nothing is remembered.
   *
   * @param only the id of a rule; what the others find is left out then
   */
  check(text: string, only?: string): Promise<readonly Finding[]>;
}
