import { type TextRange, textRange } from '../../document/text/text-range.ts';
import { rangeInValue } from '../../rules/readings/fields/value-source.ts';

/** How a skill is named, which decides which skills are meant. */
export type SkillNaming =
  /** `/name` */
  | 'invocation'
  /** `Skill(name)` */
  | 'rule'
  /** `Skill(name *)`: every name that begins this way. */
  | 'prefix-rule'
  /** An item of an agent's `skills`. */
  | 'preload'
  /** A key of `skillOverrides`. */
  | 'override';

/** The thing that a reference names, as it is written there. */
export type Target =
  | {
      readonly kind: 'skill';
      readonly name: string;
      readonly by: SkillNaming;
      /** The folder where it should be if no session has it. */
      readonly elsewhere?: string | undefined;
    }
  | { readonly kind: 'agent'; readonly name: string }
  /** A file or folder, or a heading in it. */
  | FileTarget
  /** A tool, with the files that may answer for it in an evaluation. */
  | { readonly kind: 'tool'; readonly name: string; readonly paths: readonly string[] }
  /** A declared argument. */
  | { readonly kind: 'argument'; readonly index: number };

/** A path in a text. */
interface FileTarget {
  readonly kind: 'file';
  /** Absolute. */
  readonly path: string;
  /** The anchor after `#`, decoded; undefined without one. */
  readonly heading: string | undefined;
  readonly written: WrittenPath;
}

interface WrittenPath {
  /** The part of the reference that is the path, without what is before it and without the anchor. */
  readonly range: TextRange;
  /** The range of the anchor, without `#`; undefined without one. */
  readonly anchorRange: TextRange | undefined;
  /** The folder that it is relative to. */
  readonly base: string;
  readonly form: PathForm;
}

/** Where a path is written: only Markdown links and manifests certainly mean one, others only if something is there. */
export type PathForm = 'link' | 'code' | 'mention' | 'manifest';

/** A part of a text that names something defined elsewhere. */
export interface Reference {
  readonly target: Target;
  readonly range: TextRange;
}

export type FileReference = Reference & { readonly target: FileTarget };

export function isFileReference(reference: Reference): reference is FileReference {
  return reference.target.kind === 'file';
}

/** Whether a reference is a link that every Markdown editor follows: one without a variable. */
export function isPlainLink({ target, range }: FileReference, text: string): boolean {
  return target.written.form === 'link' && !text.startsWith('${', range.start);
}

/** The source range of a part of a JSON string, through its escapes. */
export function rangeInString(text: string, range: TextRange, value: string, start: number, end: number): TextRange {
  const plain = textRange(range.start + 1 + start, range.start + 1 + end);
  if (
    text.slice(plain.start, plain.end) === value.slice(start, end) &&
    !text.slice(range.start, plain.start).includes('\\')
  )
    return plain;
  return rangeInValue(text, { kind: 'scalar', style: 'double-quoted', value, range }, start, end);
}
