import { CompletionItemKind } from 'vscode-languageserver-types';
import { isVariable } from '../../../dialect/names/variables.ts';
import { anchorsOfHeadings } from '../../../document/markdown/heading-anchors.ts';
import type { SkillDocument } from '../../../document/skill-document.ts';
import { rangeHolds } from '../../../document/text/text-range.ts';
import { folderOf, partsInside, relativePath } from '../../../platform/paths.ts';
import type { OpenFile } from '../../check/open-file.ts';
import { placeOfBody } from '../../hover/placeholder-text.ts';
import type { Proposal, Proposals } from '../proposal.ts';
import { type BodyLine, replaced } from './body-line.ts';

/** The most paths that are offered. */
const maxPaths = 500;

const skillFolder = 'CLAUDE_SKILL_DIR';

/** The beginning of the destination of a link. */
const inLink = /(?:\]\(<?|^ {0,3}\[[^\]\n]{1,200}\]:[ \t]{1,9}<?)([^\s()<>]*)$/;
const linkWithHeading = /(?:\]\(<?|^ {0,3}\[[^\]\n]{1,200}\]:[ \t]{1,9}<?)([^\s()<>#:]*)#([^\s()<>#]*)$/;
const afterVariable = /\$\{CLAUDE_SKILL_DIR\}\/([^\s"'`()<>|;&]*)$/;
/** A path with a folder, as a word of a command or of code. */
const inCode = /(?:^|[\s`"'=(])((?:\.\/)?[\w.-]+\/[^\s"'`()<>|;&]*)$/;

/** A text in which paths to the files of a skill are completed. */
interface PathPlace {
  readonly document: SkillDocument;
  /** The paths of the files and folders in the skill's folder; undefined if they are not known. */
  readonly bundledPaths: ReadonlySet<string> | undefined;
  /** The path of the text itself in the skill's folder. */
  readonly own: string;
  /** Whether `${CLAUDE_SKILL_DIR}` is replaced in it. */
  readonly hasVariable: boolean;
  /** The headings of another Markdown file, by its path in the skill's folder. */
  readonly headingsOf: (path: string) => readonly string[];
}

/** A SKILL.md as a text in which paths are completed. */
export function pathPlace(open: OpenFile): PathPlace {
  const { document, file } = open;
  return {
    document,
    bundledPaths: file.kind === 'skill' ? file.bundledPaths : undefined,
    own: file.fileName,
    hasVariable: isVariable(skillFolder, placeOfBody(open), document.runtime),
    headingsOf: (path) => file.references?.find((reference) => reference.path === path)?.headings ?? [],
  };
}

/** The files of the skill, where a path to them is written: in links, after `${CLAUDE_SKILL_DIR}/` and in code. In links, headings too. */
export function completePath(place: PathPlace, line: BodyLine, editorKnowsMarkdown: boolean): Proposals | undefined {
  if (!editorKnowsMarkdown) {
    const headings = completeHeading(place, line);
    if (headings) return headings;
  }
  const { bundledPaths, own } = place;
  const typed = bundledPaths && typedPath(place, line, editorKnowsMarkdown);
  if (!typed) return undefined;
  const paths = [...filesIn(bundledPaths)].filter((path) => path !== own);
  const start = typed.text.startsWith('./') ? './' : '';
  const written = typed.text.toLowerCase();
  const items = paths
    .map((path) => (typed.isLink ? asDestination(relativePath(folderOf(own), path)) : path))
    .map((path) => (path.startsWith('../') ? path : start + path))
    .filter((path) => path.toLowerCase().startsWith(written) && (typed.isLink || !/\s/.test(path)))
    .slice(0, maxPaths)
    .map((path): Proposal => ({ label: path, kind: CompletionItemKind.File, text: path }));
  return items.length === 0 ? undefined : { replace: replaced(line, typed.text, /^[^\s"'`()<>|;&#]*/), items };
}

/** Whether what is typed on a line may be a path; not whether it is in code. */
export function mayBePath({ before }: BodyLine): boolean {
  return [inLink, linkWithHeading, inCode].some((pattern) => pattern.test(before));
}

/** The path, in the skill's folder, of the file whose heading is typed in a link; undefined in other places, and for the text itself. */
export function fileOfHeading(own: string, line: BodyLine): string | undefined {
  const [, path] = linkWithHeading.exec(line.before) ?? [];
  return path ? partsInside(`${folderOf(own)}/${path}`)?.join('/') : undefined;
}

/** The headings of the file itself, or of the one before the `#`. */
function completeHeading(place: PathPlace, line: BodyLine): Proposals | undefined {
  const [, path, typed] = linkWithHeading.exec(line.before) ?? [];
  if (path === undefined || typed === undefined) return undefined;
  const inside = fileOfHeading(place.own, line);
  const linked = inside === undefined ? [] : place.headingsOf(inside);
  const headings = path === '' ? place.document.body.headings.map(({ text }) => text) : linked;
  const anchors = anchorsOfHeadings(headings);
  const items = headings
    .slice(0, maxPaths)
    .map((text, index): Proposal => {
      const label = `#${anchors[index]}`;
      return { label, kind: CompletionItemKind.Reference, text: label, detail: text };
    })
    .filter(({ label }) => label.startsWith(`#${typed.toLowerCase()}`));
  return items.length === 0 ? undefined : { replace: replaced(line, `#${typed}`, /^[^\s"'`()<>|;&#]*/), items };
}

interface TypedPath {
  readonly text: string;
  readonly isLink: boolean;
}

function typedPath(place: PathPlace, line: BodyLine, editorKnowsMarkdown: boolean): TypedPath | undefined {
  const { before } = line;
  const folder = afterVariable.exec(before)?.[1];
  if (folder !== undefined) return place.hasVariable ? { text: folder, isLink: false } : undefined;
  const link = inLink.exec(before)?.[1];
  if (link !== undefined) {
    const isPath = !/^[\w+.-]+:|^[/~$#]|#/.test(link);
    return isPath && !editorKnowsMarkdown ? { text: link, isLink: true } : undefined;
  }
  const path = inCode.exec(before)?.[1];
  return path !== undefined && isInCode(place, line) ? { text: path, isLink: false } : undefined;
}

/** Whether a cursor is in code: between backticks on its line, or in a block. */
function isInCode({ document: { body } }: PathPlace, { before, offset }: BodyLine): boolean {
  if ((before.split('`').length - 1) % 2 === 1) return true;
  return body.code.some(({ kind, content }) => kind === 'fence' && rangeHolds(content, offset));
}

/** The paths that are not the folder of another one. */
function filesIn(bundled: ReadonlySet<string>): ReadonlySet<string> {
  const folders = new Set([...bundled].map(folderOf));
  return new Set([...bundled].filter((path) => !folders.has(path)));
}

/** A path as the destination of a link. */
function asDestination(path: string): string {
  return path.replace(/[\s()<>%#?]/g, (character) =>
    encodeURIComponent(character).replace(/[()]/g, (it) => (it === '(' ? '%28' : '%29')),
  );
}
