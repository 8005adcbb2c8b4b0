import { readLinkTarget } from '../../document/link-target.ts';
import { isInside, join } from '../../platform/paths.ts';
import { showText } from '../messages/show-value.ts';
import { fileLinks } from '../readings/file-links.ts';
import type { Rule } from '../rule.ts';

export const linkOutside: Rule = {
  id: 'link-outside',
  level: 'warning',
  kinds: ['skill'],
  summary: 'A link to a file that is missing where others use the skill: an absolute path, or outside its plugin',
  source: 'https://code.claude.com/docs/en/plugins-reference',
  *check(context, report) {
    const { document, file } = context;
    if (file.insideSkill || file.misplaced) return;
    for (const link of document.body.links) {
      yield;
      const path = link.kind === 'autolink' ? undefined : readLinkTarget(link.target)?.path;
      if (!path || !ofOneMachine.test(path)) continue;
      report({
        range: link.targetRange,
        message: `${showText(path)} is a path of one machine, so the link leads nowhere for other users. Write a path relative to the folder of the skill`,
      });
    }
    const root = file.pluginRoot;
    if (root === undefined) return;
    for (const { link, path, inside } of fileLinks(context)) {
      yield;
      if (inside !== undefined || path === '' || !file.linksOutside?.existing.has(path)) continue;
      if (isWithinFolder(resolved(file.path, path), root)) continue;
      report({
        range: link.targetRange,
        message: `${showText(path)} is outside the plugin. Claude Code installs only the folder of the plugin, so the link leads nowhere there. Move the file into the plugin`,
      });
    }
  },
};

/** Home folders and drives; other absolute paths may begin at the root of the repository. */
const ofOneMachine = /^(?:~\/|\/(?:Users|home|root)\/|[A-Za-z]:\/)/;

function isWithinFolder(path: string | undefined, folder: string): boolean {
  return path === undefined || path === folder || isInside(path, folder);
}

/** The path that a relative one leads to from the folder of a file; undefined above the root. */
function resolved(from: string, path: string): string | undefined {
  const parts = from.split('/').slice(0, -1);
  for (const part of path.split('/')) {
    if (part === '..') {
      if (parts.length <= 1) return undefined;
      parts.pop();
    } else if (part !== '.' && part !== '') parts.push(part);
  }
  return join('/', parts.slice(1).join('/'));
}
