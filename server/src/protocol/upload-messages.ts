import type { RuleId } from '../rules/rule-id.ts';
import type { FileEdit } from './edit-messages.ts';

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
  /** In Base64; absent if nobody asked for it. With problems, it is what claude.ai would reject. */
  readonly archive?: string;
  /** Of all files. */
  readonly bytes: number;
  /** Why the API would reject it. */
  readonly problems: readonly RepairableProblem[];
}

export interface RepairableProblem {
  readonly message: string;
  readonly rule?: RuleId;
  readonly line?: number;
  /** An edit that would repair it. */
  readonly fix?: { readonly title: string; readonly edit: FileEdit };
}
