import { nearestWord } from '../../dialect/edit-distance.ts';
import type { SkillDocument } from '../../document/skill-document.ts';
import { textRange } from '../../document/text-range.ts';
import { oncePer } from '../../platform/once-per.ts';
import { offerEdit } from '../edits/field-edits.ts';
import { showText } from '../messages/show-value.ts';
import { bundledInOtherCase, isBundled, MAX_COMPARED_NAMES, nearestBundled } from '../readings/bundled-files.ts';
import { type FileLink, fileLinks } from '../readings/file-links.ts';
import type { Fix, Report, Rule, RuleContext } from '../rule.ts';

export const linkBroken: Rule = {
  id: 'link-broken',
  level: 'warning',
  kinds: ['skill'],
  summary: 'A link to a file or heading that does not exist, or whose name differs in case',
  source: 'https://code.claude.com/docs/en/skills#add-supporting-files',
  *check(context, report) {
    for (const link of fileLinks(context)) {
      yield;
      const found = link.path === '' ? headingFault(link, context) : judge(link, context);
      if (found) report(found);
    }
  },
};

/** A heading of the skill itself. Sites make anchors from headings in slightly different ways, which all count. */
function headingFault({ heading, link }: FileLink, { document }: RuleContext): Report | undefined {
  if (!heading || document.body.scanned.end < document.body.range.end) return undefined;
  const anchors = anchorsOf(document);
  if (anchors.has(bare(heading)) || ownAnchors(document).has(heading)) return undefined;
  const near = anchors.size <= MAX_COMPARED_NAMES ? nearestWord(bare(heading), anchors.keys()) : undefined;
  const range = textRange(link.targetRange.start, link.targetRange.end);
  const meant = near === undefined ? undefined : anchors.get(near);
  return {
    range,
    severity: 'information',
    message: `The skill has no heading ${showText(`#${heading}`)}. ${meant ? `Did you mean \`#${meant}\`?` : 'Link to an existing heading'}`,
    fixes: meant ? offerEdit(`Change to \`#${meant}\``, false, { range, newText: `#${meant}` }) : [],
  };
}

/** The anchors that GitHub makes from the headings, by their letters and digits alone. */
const anchorsOf = oncePer(({ body }: SkillDocument): ReadonlyMap<string, string> => {
  const anchors = new Map<string, string>();
  const seen = new Map<string, number>();
  for (const { text } of body.headings) {
    const anchor = anchorOf(text);
    const count = seen.get(anchor) ?? 0;
    seen.set(anchor, count + 1);
    const unique = count === 0 ? anchor : `${anchor}-${count}`;
    anchors.set(bare(unique), unique);
  }
  return anchors;
});

function anchorOf(heading: string): string {
  const text = heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .trim()
    .toLowerCase();
  return text.replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '').replaceAll(' ', '-');
}

function bare(anchor: string): string {
  return anchor.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** `<a id="x">`, `<h2 name='x'>`, `{#x}` */
const ownAnchors = oncePer(({ text }: SkillDocument): ReadonlySet<string> => {
  const written = text.matchAll(/\b(?:id|name)=["']([^"'\s]{1,200})["']|\{#([^}\s]{1,200})\}/g);
  return new Set([...written].map(([, attribute, braced]) => (attribute ?? braced)!));
});

function judge(link: FileLink, { file }: RuleContext): Report | undefined {
  const { inside, path } = link;
  const range = link.link.targetRange;
  if (inside === undefined) {
    if (!file.linksOutside?.missing.has(path)) return undefined;
    return { range, message: `${showText(path)} does not exist. Links are relative to the folder of the skill` };
  }
  const bundled = file.bundledPaths;
  if (!bundled) return undefined;
  const state = isBundled(inside, bundled);
  if (state === 'there') return link.hasBackslashes ? backslashes(link) : undefined;
  if (state === 'unknown') return undefined;
  const inOtherCase = bundledInOtherCase(inside, bundled);
  if (inOtherCase !== undefined) {
    return {
      range,
      message: `The name of this file is ${showText(inOtherCase)}; file systems that distinguish case do not find ${showText(inside)}`,
      fixes: offerPath(link, inOtherCase, true),
    };
  }
  const near = nearestBundled(inside, bundled);
  // One word is filled in by the reader: `[text](url)`.
  if (!near && !/[./]/.test(path)) return undefined;
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
    fixes: offerPath(link, link.inside!, true),
  };
}

/** Replaces the path and keeps the heading; none where it is written in another way than plainly. */
function offerPath({ link, heading }: FileLink, path: string, safe: boolean): Fix[] {
  if (/[%?<>$]/.test(link.target) || /[\s()%#]/.test(path)) return [];
  const newText = heading === undefined ? path : `${path}#${link.target.slice(link.target.indexOf('#') + 1)}`;
  return offerEdit(`Change to ${showText(newText)}`, safe, { range: link.targetRange, newText });
}
