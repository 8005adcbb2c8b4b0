import { namedFolders } from '../../document/markdown/path-mentions.ts';
import type { SkillDocument } from '../../document/skill-document.ts';
import { type TextRange, textRange } from '../../document/text/text-range.ts';
import { oncePer } from '../../platform/once.ts';
import { folderOf, lastPart } from '../../platform/paths.ts';
import { inWords } from '../messages/in-words.ts';
import { showText } from '../messages/show-value.ts';
import { namedReferences } from '../readings/links/named-references.ts';
import type { Fix, Rule } from '../rule.ts';

export const linkNested: Rule = {
  id: 'link-nested',
  level: 'information',
  kinds: ['skill'],
  needs: ['reference'],
  summary: 'A reference that links to another file of the skill which the skill itself does not name',
  source:
    'https://platform.claude.com/docs/en/agents-and-tools/agent-skills/best-practices#avoid-deeply-nested-references',
  *check(context, report) {
    const { document } = context;
    const reported = new Set<string>();
    for (const { path, range, leadsTo } of namedReferences(context)) {
      yield;
      // A skill in the folder has references of its own, and an index is read for where it leads.
      const links = /^(?:SKILL|_?index|readme|overview|toc|contents)\.\w+$/i.test(lastPart(path)) ? [] : leadsTo;
      const unnamed = links.filter((it) => !reported.has(it) && !isNamed(it, document));
      if (unnamed.length === 0) continue;
      for (const it of unnamed) reported.add(it);
      report({
        range,
        message: `${showText(path)} links to ${inWords(unnamed.map(showText))}, which the skill itself does not name. Claude may read only the beginning of files that it finds in others. Link to ${unnamed.length === 1 ? 'it' : 'them'} from here too`,
        fixes: offerLinks(document, range, unnamed),
      });
    }
  },
};

/** Skills name files in many ways, such as in a tree of their folder, or by the folder alone. */
function isNamed(path: string, document: SkillDocument): boolean {
  const folders = folderOf(path).split('/');
  return document.text.includes(nameOf(path)) || folders.some((folder) => foldersOf(document).has(folder));
}

const foldersOf = oncePer(({ text }: SkillDocument) => namedFolders(text));

/** A file that is called like many others counts as named only with its folder. */
function nameOf(path: string): string {
  return /^(?:readme|index|overview|reference|examples?)\.\w+$/i.test(lastPart(path)) ? path : lastPart(path);
}

/** More links would need words between them. */
const MAX_LINKS = 3;

function offerLinks({ body }: SkillDocument, range: TextRange, paths: readonly string[]): Fix[] {
  const link = body.links.find(({ kind, targetRange }) => kind === 'inline' && targetRange.start === range.start);
  if (!link || paths.length > MAX_LINKS || paths.some((path) => /[\s()<>[\]]/.test(path))) return [];
  const added = paths.map((path) => `[${lastPart(path).replace(/\.\w+$/, '')}](${path})`).join(', ');
  return [
    {
      title: `Link to ${inWords(paths.map(showText))} too`,
      safe: false,
      edits: [{ range: textRange(link.range.end, link.range.end), newText: ` (${added})` }],
    },
  ];
}
