import type { FileContext } from '../../catalog/file/file-context.ts';
import { writtenAnchors } from '../../document/markdown/heading-anchors.ts';
import type { SkillDocument } from '../../document/skill-document.ts';
import { firstIndexWhere } from '../../document/text/first-index-where.ts';
import { matchesOf } from '../../document/text/matches-of.ts';
import { type TextRange, textRange } from '../../document/text/text-range.ts';
import { once, oncePer } from '../../platform/once.ts';
import { showText } from '../messages/show-value.ts';
import { bundledInOtherCase, isBundled, nearestBundled } from '../readings/links/bundled-files.ts';
import { type FileLink, fileLinks } from '../readings/links/file-links.ts';
import { type Anchored, hasAnchor, nearestAnchor } from '../readings/links/heading-anchors.ts';
import { headingRange, offerHeading, offerPath } from '../readings/links/link-fixes.ts';
import type { Report, Rule, RuleContext } from '../rule.ts';

export const linkBroken: Rule = {
  id: 'link-broken',
  level: 'warning',
  kinds: ['skill', 'command', 'agent'],
  needs: ['link'],
  summary: 'A link to a file or heading that does not exist, or whose name differs in case',
  source: 'https://code.claude.com/docs/en/skills#add-supporting-files',
  *check(context, report) {
    if (isTemplate(context.file)) return;
    for (const link of fileLinks(context)) {
      yield;
      const found = faultOf(link, context);
      if (found && !isInOutput(link, context.document)) report(found);
    }
  },
};

/** A command or agent among templates is copied to where its links lead. */
function isTemplate({ kind, path }: FileContext): boolean {
  return kind !== 'skill' && /\/(?:templates?|examples?|assets)\//i.test(path);
}

/** How much text around a link shows whether it is in a template of what the model writes. */
const AROUND = 600;

/** `[Name of the service]`, `{name}`, `{{name}}` */
const blank = once(
  () =>
    /(?<![\]!\w`])\[(?![ xX]\]|\^)\p{L}[^\][\r\n]{1,80}\](?![([:])|(?<![$\w])\{{1,2}[\p{L}_][\p{L}\w -]{0,40}\}{1,2}/gu,
);

/** Where a text has blanks, in source order. */
const blanksOf = oncePer(({ text, body }: SkillDocument): readonly TextRange[] => {
  const searched = text.slice(body.range.start, body.scanned.end + AROUND);
  const toRange = ({ 0: written, index }: RegExpExecArray) =>
    textRange(body.range.start + index, body.range.start + index + written.length);
  return matchesOf(blank(), searched).map(toRange);
});

/** A text with several blanks around a link is one that the model fills in and writes: the link leads from there. */
function isInOutput({ link: { range } }: FileLink, document: SkillDocument): boolean {
  const blanks = blanksOf(document);
  let count = 0;
  for (let at = firstIndexWhere(blanks, ({ start }) => start >= range.start - AROUND); at < blanks.length; at++) {
    const { start, end } = blanks[at]!;
    if (end > range.end + AROUND) break;
    if ((end <= range.start || start >= range.end) && ++count >= 2) return true;
  }
  return false;
}

function faultOf(link: FileLink, context: RuleContext): Report | undefined {
  const { file } = context;
  if (link.path === '') return headingFault(link, `The ${file.kind}`, ownHeadings(context.document));
  if (link.start !== 'folder') return link.start === 'root' ? rootFault(link, context) : undefined;
  if (file.kind === 'skill' && link.inside !== undefined) return faultInside(link, link.inside, context);
  return faultOutside(link, context);
}

/** The headings of the file itself. */
const ownHeadings = oncePer(({ text, body }: SkillDocument): Anchored => {
  const headings = body.scanned.end < body.range.end ? undefined : body.headings.map((heading) => heading.text);
  return { headings, ownAnchors: writtenAnchors(text) };
});

function headingFault(link: FileLink, owner: string, target: Anchored | undefined): Report | undefined {
  const { heading } = link;
  if (!heading || !target || hasAnchor(heading, target)) return undefined;
  const near = nearestAnchor(heading, target);
  return {
    range: headingRange(link),
    severity: 'information',
    message: `${owner} has no heading ${showText(`#${heading}`)}. ${near ? `Did you mean ${showText(`#${near}`)}?` : 'Link to an existing heading'}`,
    fixes: near ? offerHeading(link, near) : [],
  };
}

/** Other paths that begin with a slash are commands, or begin at the root of a repository or site. */
function rootFault(link: FileLink, { file }: RuleContext): Report | undefined {
  const inside = link.path.slice(1);
  if (file.kind !== 'skill' || !/[^/]\.\w+$/.test(inside) || !file.bundledPaths?.has(inside)) return undefined;
  return {
    range: link.link.targetRange,
    severity: 'information',
    message: `${showText(link.path)} begins at the root of the file system; the file of the skill is ${showText(inside)}`,
    fixes: offerPath(link, inside, false),
  };
}

function faultOutside(link: FileLink, { file }: RuleContext): Report | undefined {
  const { path } = link;
  const range = link.link.targetRange;
  if (file.linksOutside?.existing.has(path)) return link.hasBackslashes ? backslashes(link) : undefined;
  if (!isPath(path) || !file.linksOutside?.missing.has(path)) return undefined;
  return file.kind === 'skill'
    ? { range, message: `${showText(path)} does not exist. Links are relative to the folder of the skill` }
    : {
        range,
        message: `${showText(path)} does not exist, neither from the folder of the ${file.kind} nor from those above it`,
      };
}

/** One word is filled in by the reader: `[text](url)`. */
function isPath(path: string): boolean {
  return /[./]/.test(path);
}

function faultInside(link: FileLink, inside: string, { document, file }: RuleContext): Report | undefined {
  const range = link.link.targetRange;
  const bundled = file.bundledPaths;
  if (!bundled) return undefined;
  const state = isBundled(inside, bundled);
  if (state === 'unknown') return undefined;
  if (state === 'there') {
    if (link.hasBackslashes) return backslashes(link);
    const isOwn = inside === file.fileName;
    const target = isOwn ? ownHeadings(document) : file.references?.find(({ path }) => path === inside);
    return headingFault(link, showText(inside), target);
  }
  const inOtherCase = bundledInOtherCase(inside, bundled);
  if (inOtherCase !== undefined) {
    return {
      range,
      message: `The name of this file is ${showText(inOtherCase)}; file systems that distinguish case do not find ${showText(inside)}`,
      fixes: offerPath(link, inOtherCase, true),
    };
  }
  const near = nearestBundled(inside, bundled);
  if (!near && !isPath(link.path)) return undefined;
  return {
    range,
    message: `The skill has no file ${showText(inside)}, so this link leads nowhere. ${near ? `Did you mean ${showText(near)}?` : 'Add the file or remove the link'}`,
    fixes: near ? offerPath(link, near, false) : [],
  };
}

function backslashes(link: FileLink): Report {
  return {
    range: link.link.targetRange,
    message: 'Only Windows reads backslashes as separators of folders. Write `/`',
    fixes: offerPath(link, link.inside ?? link.path, true),
  };
}
