import type { ArgumentName } from './arguments/argument-names.ts';
import type { JsonDocument } from './json-document.ts';
import type { RuntimeId } from './runtime-id.ts';
import type { LineIndex } from './text/line-index.ts';
import type { TextRange } from './text/text-range.ts';
import type { MapEntry } from './yaml/yaml-value.ts';

/**
 * A SKILL.md, command or agent file, or one of the JSON files around them, as the runtime reads it. Reading never
 * fails.
 */
export interface SkillDocument {
  readonly text: string;
  readonly runtime: RuntimeId;
  readonly lines: LineIndex;
  readonly frontmatter: Frontmatter;
  /** Where the body begins: after the frontmatter. Known without reading the body. */
  readonly bodyStart: number;
  /** The names that `arguments` declares; the index of a name is its position. */
  readonly argumentNames: readonly ArgumentName[];
  readonly body: Body;
  /** Reads `body` in steps between which other work can run. Code that uses `body` earlier gets it at once. */
  readBody(): Iterable<void>;
  /** The content of a JSON file, which has neither frontmatter nor body; undefined for markdown. */
  readonly json: JsonDocument | undefined;
}

/** How the runtime reads the frontmatter. */
type FrontmatterReading =
  /** There is no block: the whole file is the body. */
  | 'absent'
  /** Plain YAML. */
  | 'read'
  /** Readable only after Claude Code's repair, which quotes suspicious one-line values. */
  | 'repaired'
  /** A block that is valid YAML but not a mapping, or empty: there are no fields, and no YAML error either. */
  | 'no-map'
  /** Not readable even after the repair: every field is lost. */
  | 'lost'
  /** Too many YAML tokens to be read here: how the runtime reads them is not known. */
  | 'unread';

export interface Frontmatter {
  readonly reading: FrontmatterReading;
  /** The block; undefined if `reading` is `absent`. */
  readonly block: FrontmatterBlock | undefined;
  /**
   * The fields as the runtime reads them: for every key, the entry that counts; empty unless `reading` is `read` or
   * `repaired`.
   */
  readonly fields: ReadonlyMap<string, Field>;
  /**
   * Every top-level entry that can be found, repetitions included, even if the runtime loses all of them. For
   * completion, hover, outline and messages about lost fields.
   */
  readonly entries: readonly Field[];
  /** The errors of the YAML parser, in source order; empty unless `reading` is `repaired`, `lost` or `unread`. */
  readonly problems: readonly YamlProblem[];
  /** The lines that Claude Code's repair quotes; empty unless `reading` is `repaired`. */
  readonly repairs: readonly LineRepair[];
  /** Indentation with tabs that the latest release reads as two spaces each; empty unless `reading` is `repaired`. */
  readonly tabIndents: readonly TextRange[];
  /** Repeated top-level keys: every entry but the one that counts. */
  readonly repeated: readonly Field[];
}

/** A top-level field of the frontmatter. */
export type Field = MapEntry;

/** The block between the two `---`. */
export interface FrontmatterBlock {
  /** Everything before the body: an optional BOM, both markers and the line break after the second. */
  readonly range: TextRange;
  /** The opening marker `---`. */
  readonly open: TextRange;
  /** The YAML text between the markers. */
  readonly content: TextRange;
  /** The three dashes that end the block: the first `---` anywhere, even inside a value. */
  readonly close: TextRange;
}

/** One error of the YAML parser. */
export interface YamlProblem {
  /** The parser's own code, such as `BLOCK_AS_IMPLICIT_KEY`. */
  readonly code: string;
  readonly message: string;
  readonly range: TextRange;
}

/** A line whose value Claude Code quotes if the block does not parse. */
export interface LineRepair {
  readonly key: string;
  /** The unquoted value in the source. */
  readonly valueRange: TextRange;
  /** Claude Code's replacement of the value: in double quotes, with `\` and `"` escaped. */
  readonly quoted: string;
}

/** The markdown after the frontmatter. */
export interface Body {
  /** Where the text for the model begins: whitespace directly after the closing marker is not part of it. */
  readonly range: TextRange;
  /** The scanned part: all of `range`, or its beginning if the body has too many parts. */
  readonly scanned: TextRange;
  readonly headings: readonly Heading[];
  readonly links: readonly Link[];
  /** Fences, indented code and code spans, in source order, not overlapping. */
  readonly code: readonly CodeRange[];
  /** HTML comments outside code. */
  readonly comments: readonly TextRange[];
  readonly placeholders: readonly Placeholder[];
  readonly injections: readonly Injection[];
}

/** An ATX or setext heading. */
export interface Heading {
  /** 1 to 6. */
  readonly level: number;
  readonly text: string;
  readonly range: TextRange;
}

/** A markdown link, image or link definition outside code and comments. */
export interface Link {
  readonly kind: 'inline' | 'image' | 'definition' | 'autolink';
  /** The destination as written, without angle brackets. */
  readonly target: string;
  readonly targetRange: TextRange;
  readonly range: TextRange;
}

/** Code in the markdown sense. */
export interface CodeRange {
  readonly kind: 'fence' | 'indented' | 'span';
  readonly range: TextRange;
  /** The code without fence lines or backticks. */
  readonly content: TextRange;
  /** The info string of a fence, trimmed; empty otherwise. */
  readonly info: string;
  /** For a fence: whether there is a closing line. */
  readonly closed: boolean;
}

/** Text in the form of a placeholder, whether or not the runtime substitutes it. */
export interface Placeholder {
  readonly kind: /** `$ARGUMENTS` */
    | 'all'
    /** `$ARGUMENTS[n]` */
    | 'indexed'
    /** `$n` */
    | 'position'
    /** `$name`, declared in `arguments` */
    | 'named'
    /** `${CLAUDE_…}`, whether or not the runtime supports that variable */
    | 'variable';
  readonly range: TextRange;
  /** The index of the argument, counted from 0; undefined for `all` and `variable`. */
  readonly index: number | undefined;
  /** The declared or variable name; empty for the others. */
  readonly name: string;
  /** A single backslash directly before it keeps it as text (the range does not include the backslash). */
  readonly escaped: boolean;
}

/** A command whose output replaces it. */
export interface Injection {
  readonly kind: 'inline' | 'fenced';
  /** From the `!` or the opening fence to the closing backtick or fence. */
  readonly range: TextRange;
  /** The command inside, untrimmed. */
  readonly commandRange: TextRange;
}
