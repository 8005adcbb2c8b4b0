import type { ArgumentName } from './argument-names.ts';
import type { JsonDocument } from './json-document.ts';
import type { LineIndex } from './line-index.ts';
import type { RuntimeId } from './runtime-id.ts';
import type { TextRange } from './text-range.ts';
import type { MapEntry } from './yaml-value.ts';

/**
 * A SKILL.md, command or agent file, or one of the JSON files around them, read as the runtime reads it. Reading never
 * fails.
 */
export interface SkillDocument {
  readonly text: string;
  readonly runtime: RuntimeId;
  readonly lines: LineIndex;
  readonly frontmatter: Frontmatter;
  /** Where the body begins: behind the frontmatter. Known without reading the body. */
  readonly bodyStart: number;
  /** The names that `arguments` declares; the place of each is the word it stands for. */
  readonly argumentNames: readonly ArgumentName[];
  readonly body: Body;
  /** Reads `body` in steps between which others can work. Whoever asks for `body` earlier gets it at once. */
  readBody(): Iterable<void>;
  /** What stands in a JSON file, which has neither frontmatter nor body; undefined for markdown. */
  readonly json: JsonDocument | undefined;
}

/** What the runtime makes of the frontmatter. */
export type FrontmatterReading =
  /** No block is recognised: the whole file is body. */
  | 'absent'
  /** Plain YAML. */
  | 'read'
  /** Only the client's one repair (quoting suspicious one-line values) made it readable. */
  | 'repaired'
  /** A block that is valid YAML but no map, or empty: no fields, nothing to complain about in the YAML itself. */
  | 'no-map'
  /** Unreadable even after the repair: every field is lost. */
  | 'lost'
  /** Too many YAML tokens to be read here: what the runtime makes of them is not known. */
  | 'unread';

/** The frontmatter of a document. */
export interface Frontmatter {
  readonly reading: FrontmatterReading;
  /** The recognised block; undefined when `reading` is `absent`. */
  readonly block: FrontmatterBlock | undefined;
  /** The fields as the runtime has them: the winning entry of every key; empty for every other `reading` than `read` and `repaired`. */
  readonly fields: ReadonlyMap<string, Field>;
  /**
   * Every top-level entry that can be made out, repetitions included, even where the runtime loses them all. For
   * completion, hover, outline and for telling what is lost.
   */
  readonly entries: readonly Field[];
  /** What the YAML parser says, in source order; empty unless `reading` is `repaired`, `lost` or `unread`. */
  readonly problems: readonly YamlProblem[];
  /** The lines that the client's repair quotes; empty unless `reading` is `repaired`. */
  readonly repairs: readonly LineRepair[];
  /** Indentation with tabs that the latest client reads as two spaces each; empty unless `reading` is `repaired`. */
  readonly tabIndents: readonly TextRange[];
  /** Top-level keys that stand more than once: every place but the one that counts. */
  readonly repeated: readonly Field[];
}

/** A top-level field of the frontmatter. */
export type Field = MapEntry;

/** The block between the two `---`. */
export interface FrontmatterBlock {
  /** Everything that is not body: an optional BOM, both markers and the line end after the second. */
  readonly range: TextRange;
  /** The opening marker `---`. */
  readonly open: TextRange;
  /** The YAML text between the markers. */
  readonly content: TextRange;
  /** The three dashes that end the block: the first `---` anywhere, even inside a value. */
  readonly close: TextRange;
}

/** One complaint of the YAML parser. */
export interface YamlProblem {
  /** The parser's own code, such as `BLOCK_AS_IMPLICIT_KEY`. */
  readonly code: string;
  readonly message: string;
  readonly range: TextRange;
}

/** A line whose value the client quotes when the block does not parse. */
export interface LineRepair {
  readonly key: string;
  /** The unquoted value as it stands in the source. */
  readonly valueRange: TextRange;
  /** The replacement that the client makes for the value: in double quotes, `\` and `"` escaped. */
  readonly quoted: string;
}

/** The markdown after the frontmatter. */
export interface Body {
  /** Where the model's text begins: white space directly after the closing marker is not part of it. */
  readonly range: TextRange;
  /** What was looked through: all of `range`, or its beginning where the body has too many parts. */
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
  /** The code without fence lines or back-ticks. */
  readonly content: TextRange;
  /** The info string of a fence, trimmed; empty otherwise. */
  readonly info: string;
  /** For a fence: whether a closing line was found. */
  readonly closed: boolean;
}

/** What looks like a placeholder, whether or not the runtime substitutes it. */
export interface Placeholder {
  readonly kind: /** `$ARGUMENTS` */
    | 'all'
    /** `$ARGUMENTS[n]` */
    | 'indexed'
    /** `$n` */
    | 'position'
    /** `$name`, declared in `arguments` */
    | 'named'
    /** `${CLAUDE_…}`, whether or not the runtime knows that variable */
    | 'variable';
  readonly range: TextRange;
  /** Which word of the arguments it stands for, counted from 0; undefined for `all` and `variable`. */
  readonly index: number | undefined;
  /** The declared or variable name; empty for the others. */
  readonly name: string;
  /** A single backslash directly before it keeps it as text (the range does not include the backslash). */
  readonly escaped: boolean;
}

/** A command whose output replaces it. */
export interface Injection {
  readonly kind: 'inline' | 'fenced';
  /** From the `!` or the opening fence to the closing back-tick or fence. */
  readonly range: TextRange;
  /** The command inside, untrimmed. */
  readonly commandRange: TextRange;
}
