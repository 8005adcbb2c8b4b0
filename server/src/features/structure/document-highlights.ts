import { type DocumentHighlight, DocumentHighlightKind } from 'vscode-languageserver-types';
import { MAX_EDITOR_ITEMS } from '../../dialect/limits.ts';
import { anchorsOfHeadings } from '../../document/markdown/heading-anchors.ts';
import { readLinkTarget } from '../../document/markdown/link-target.ts';
import type { Link, Placeholder, SkillDocument } from '../../document/skill-document.ts';
import { rangeHolds, type TextRange } from '../../document/text/text-range.ts';
import { toLspRange } from '../text/lsp-range.ts';

/** A place that has the meaning under the cursor. */
interface Place {
  readonly range: TextRange;
  readonly declares?: boolean;
}

/**
 * All places in a text with the same meaning as the one at an offset: an argument by its name and position, a variable, a
 * heading and the links to it, the links to a file. Undefined elsewhere: editors then mark equal words.
 *
 * @param hasArguments whether the body has placeholders, which those of agents have not
 */
export function documentHighlights(
  document: SkillDocument,
  offset: number,
  hasArguments: boolean,
): DocumentHighlight[] | undefined {
  if (document.json) return undefined;
  const groups = [...(hasArguments ? [argumentsAt(document, offset)] : []), linksAt(document, offset)];
  const places = groups.find((group) => group.length > 0);
  return places?.slice(0, MAX_EDITOR_ITEMS).map(({ range, declares }) => ({
    range: toLspRange(document.lines, range),
    kind: declares ? DocumentHighlightKind.Write : DocumentHighlightKind.Read,
  }));
}

function argumentsAt({ argumentNames, body }: SkillDocument, offset: number): Place[] {
  const declared = argumentNames.findIndex(({ range }) => rangeHolds(range, offset));
  const placeholder = body.placeholders.find(({ range, escaped }) => !escaped && rangeHolds(range, offset));
  if (declared < 0 && !placeholder) return [];
  const meaning = placeholder ? meaningOf(placeholder) : `argument ${declared}`;
  const uses = body.placeholders.filter((it) => !it.escaped && meaningOf(it) === meaning);
  const declarations = argumentNames.filter((_, index) => `argument ${index}` === meaning);
  return [...declarations.map(({ range }) => ({ range, declares: true })), ...uses.map(({ range }) => ({ range }))];
}

/** Equal for placeholders with the same value. */
function meaningOf({ kind, index, name }: Placeholder): string {
  return index === undefined ? `${kind} ${name}` : `argument ${index}`;
}

function linksAt(document: SkillDocument, offset: number): Place[] {
  const { headings, links } = document.body;
  const anchors = anchorsOfHeadings(headings.map(({ text }) => text));
  const at = headings.findIndex(({ range }) => rangeHolds(range, offset));
  const link = links.find(({ targetRange }) => rangeHolds(targetRange, offset));
  const target = at >= 0 ? `#${anchors[at]}` : link && destinationOf(link);
  if (target === undefined) return [];
  const named = headings.filter((_, index) => `#${anchors[index]}` === target);
  const leading = links.filter((it) => destinationOf(it) === target);
  return [
    ...named.map(({ range }) => ({ range, declares: true })),
    ...leading.map(({ targetRange }) => ({ range: targetRange })),
  ];
}

/** Where a link leads: to a heading of the same file, to another file, or to an address. */
function destinationOf({ target }: Link): string {
  const file = readLinkTarget(target);
  if (!file) return target;
  return file.path === '' ? `#${file.heading?.toLowerCase() ?? ''}` : file.path;
}
