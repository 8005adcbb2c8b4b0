import type { FileContext } from '../catalog/file-context.ts';
import type { SkillDocument } from '../document/skill-document.ts';
import type { Finding } from '../rules/rule.ts';

/** A skill, command or agent file in an editor, as of one version of its text: what the features look at. */
export interface OpenFile {
  readonly uri: string;
  /** The editor's version of the text. */
  readonly version: number;
  readonly document: SkillDocument;
  readonly file: FileContext;
  /** What is reported, after suppressions and settings; computed when first asked for. */
  readonly findings: readonly Finding[];
  /** What would be reported if the file had another text; nothing is remembered. */
  check(text: string): readonly Finding[];
}
