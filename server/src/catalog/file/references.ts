import { DEFAULT_RUNTIME } from '../../dialect/runtimes/capabilities.ts';
import { writtenAnchors } from '../../document/markdown/heading-anchors.ts';
import { linkMentions, type PathMention, pathMentions } from '../../document/markdown/path-mentions.ts';
import { readDocument } from '../../document/read-document.ts';
import type { Heading, SkillDocument } from '../../document/skill-document.ts';
import { decodeText } from '../../platform/decode-text.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { folderOf, lastPart, partsInside } from '../../platform/paths.ts';
import { hasContents } from './table-of-contents.ts';

/** A Markdown file of a skill that the skill's text names. */
export interface Reference {
  /** Relative to the skill's folder. */
  readonly path: string;
  readonly lines: number;
  /** In characters. */
  readonly length: number;
  /** The texts of its headings; undefined if they were not read. */
  readonly headings: readonly string[] | undefined;
  /** How many of its headings come after the first hundred lines, which Claude reads in any case. */
  readonly lateHeadings: number;
  /** Other names to which a link can lead: `<a id="x">`, `{#x}`. */
  readonly ownAnchors: readonly string[];
  readonly hasContents: boolean;
  /** The Markdown files of the skill to which it links, relative to the skill's folder. */
  readonly leadsTo: readonly string[];
}

/** How much is read for the findings of one skill. */
const max = { references: 60, bytes: 512 * 1024 };

/**
 * Reads the Markdown files that a skill names.
 *
 * @param folder absolute
 * @param document the skill's own, as saved
 * @param bundled the paths in the folder
 */
export async function readReferences(
  folder: string,
  document: SkillDocument,
  bundled: ReadonlySet<string>,
  files: FileSystem,
): Promise<readonly Reference[]> {
  if (![...bundled].some((path) => isMarkdown.test(path) && path !== 'SKILL.md')) return [];
  const paths = namedMarkdown(pathMentions(document), '', bundled).slice(0, max.references);
  const references = await Promise.all(
    paths.map(async (path) => {
      const bytes = await files.readFile(`${folder}/${path}`, max.bytes);
      // Nothing is missing yet from a file that was only created.
      return bytes?.length && describe(path, decodeText(bytes), document.text, bundled);
    }),
  );
  return references.filter((it) => typeof it === 'object');
}

const isMarkdown = /\.(?:md|markdown|mdx)$/i;

/** More lines are worth a table of contents. */
const LINES_WITHOUT_CONTENTS = 100;

/** Reading the body of a text takes longest, so it is left out where nothing depends on it. */
function describe(path: string, text: string, skillText: string, bundled: ReadonlySet<string>): Reference {
  const document = readDocument(text, DEFAULT_RUNTIME);
  const lines = text.endsWith('\n') ? document.lines.count - 1 : document.lines.count;
  const isLong = lines > LINES_WITHOUT_CONTENTS;
  const hasLinks = text.includes('](') || text.includes(']:');
  if (!isLong && !hasLinks && !skillText.includes(`${lastPart(path)}#`)) {
    return {
      path,
      lines,
      length: text.length,
      headings: undefined,
      lateHeadings: 0,
      ownAnchors: [],
      hasContents: false,
      leadsTo: [],
    };
  }
  const { body } = document;
  const isWhole = body.scanned.end === body.range.end;
  return {
    path,
    lines,
    length: text.length,
    headings: isWhole ? body.headings.map((heading) => heading.text) : undefined,
    lateHeadings: isLong ? body.headings.filter((heading) => isLate(heading, document)).length : 0,
    ownAnchors: writtenAnchors(text),
    hasContents: isLong && hasContents(document),
    leadsTo: namedMarkdown(linkMentions(document), folderOf(path), bundled).filter((it) => it !== path),
  };
}

function isLate({ range }: Heading, { lines }: SkillDocument): boolean {
  return lines.lineAt(range.start) >= LINES_WITHOUT_CONTENTS;
}

/** The Markdown files of a skill that one of its texts names: by paths from its own folder, or from the skill's. */
function namedMarkdown(mentions: Iterable<PathMention>, folder: string, bundled: ReadonlySet<string>): string[] {
  const found = new Set<string>();
  for (const { path } of mentions) {
    if (!isMarkdown.test(path) || path.startsWith('/')) continue;
    const candidates = [`${folder}/${path}`, path].map((it) => partsInside(it)?.join('/'));
    const named = candidates.find((it) => it !== undefined && bundled.has(it));
    if (named !== undefined && named !== 'SKILL.md') found.add(named);
  }
  return [...found];
}
