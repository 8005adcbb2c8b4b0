import { CompletionItemKind } from 'vscode-languageserver-types';
import { isVariable } from '../../dialect/variables.ts';
import { anchorsOfHeadings } from '../../document/markdown/heading-anchors.ts';
import { rangeHolds } from '../../document/text/text-range.ts';
import { folderOf, partsInside } from '../../platform/paths.ts';
import type { OpenFile } from '../check/open-file.ts';
import { placeOfBody } from '../hover/placeholder-text.ts';
import { type BodyLine, replaced } from './body-line.ts';
import type { Proposal, Proposals } from './proposal.ts';

/** The most paths that are offered. */
const maxPaths = 500;

const skillFolder = 'CLAUDE_SKILL_DIR';

/** The beginning of the destination of a link. */
const inLink = /(?:\]\(<?|^ {0,3}\[[^\]\n]{1,200}\]:[ \t]{1,9}<?)([^\s()<>]*)$/;
const linkWithHeading = /(?:\]\(<?|^ {0,3}\[[^\]\n]{1,200}\]:[ \t]{1,9}<?)([^\s()<>#:]*)#([^\s()<>#]*)$/;
const afterVariable = /\$\{CLAUDE_SKILL_DIR\}\/([^\s"'`()<>|;&]*)$/;
/** A path with a folder, as a word of a command or of code. */
const inCode = /(?:^|[\s`"'=(])((?:\.\/)?[\w.-]+\/[^\s"'`()<>|;&]*)$/;

/** The files of the skill, where a path to them is written: in links, after `${CLAUDE_SKILL_DIR}/` and in code. In links, headings too. */
export function completePath(open: OpenFile, line: BodyLine, editorKnowsMarkdown: boolean): Proposals | undefined {
  if (!editorKnowsMarkdown) {
    const headings = completeHeading(open, line);
    if (headings) return headings;
  }
  const { bundledPaths } = open.file;
  if (!bundledPaths || open.file.kind !== 'skill') return undefined;
  const typed = typedPath(open, line, editorKnowsMarkdown);
  if (!typed) return undefined;
  const paths = [...filesIn(bundledPaths)].filter((path) => path !== open.file.fileName);
  const start = typed.text.startsWith('./') ? './' : '';
  const written = typed.text.toLowerCase();
  const items = paths
    .map((path) => start + (typed.isLink ? asDestination(path) : path))
    .filter((path) => path.toLowerCase().startsWith(written) && (typed.isLink || !/\s/.test(path)))
    .slice(0, maxPaths)
    .map((path): Proposal => ({ label: path, kind: CompletionItemKind.File, text: path }));
  return items.length === 0 ? undefined : { replace: replaced(line, typed.text, /^[^\s"'`()<>|;&#]*/), items };
}

/** The headings of the file itself, or of the one before the `#`. */
function completeHeading({ document: { body }, file }: OpenFile, line: BodyLine): Proposals | undefined {
  const [, path, typed] = linkWithHeading.exec(line.before) ?? [];
  if (path === undefined || typed === undefined) return undefined;
  const inside = partsInside(path)?.join('/');
  const linked = file.references?.find((reference) => reference.path === inside);
  const headings = path === '' ? body.headings.map(({ text }) => text) : (linked?.headings ?? []);
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

function typedPath(open: OpenFile, line: BodyLine, editorKnowsMarkdown: boolean): TypedPath | undefined {
  const { before } = line;
  const folder = afterVariable.exec(before)?.[1];
  if (folder !== undefined) {
    const isRead = isVariable(skillFolder, placeOfBody(open), open.document.runtime);
    return isRead ? { text: folder, isLink: false } : undefined;
  }
  const link = inLink.exec(before)?.[1];
  if (link !== undefined) {
    const isPath = !/^[\w+.-]+:|^[/~$#]|#/.test(link);
    return isPath && !editorKnowsMarkdown ? { text: link, isLink: true } : undefined;
  }
  const path = inCode.exec(before)?.[1];
  return path !== undefined && isInCode(open, line) ? { text: path, isLink: false } : undefined;
}

/** Whether a cursor is in code: between backticks on its line, or in a block. */
function isInCode({ document: { body } }: OpenFile, { before, offset }: BodyLine): boolean {
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
