import { firstLine } from '../../document/text/first-line.ts';
import { folderOf, isInside, isWithin, relativeTo } from '../../platform/paths.ts';
import { showText } from '../messages/show-value.ts';
import { type FileLink, fileLinks } from '../readings/links/file-links.ts';
import { offerPath } from '../readings/links/link-fixes.ts';
import type { Report, Rule, RuleContext } from '../rule.ts';

export const linkOutside: Rule = {
  id: 'link-outside',
  level: 'warning',
  kinds: ['skill', 'command', 'agent'],
  summary:
    'A link to a file that is missing where others use the skill: an absolute path, outside its plugin, or a symbolic link',
  source: 'https://code.claude.com/docs/en/plugins-reference',
  check(context, report) {
    for (const path of context.file.misplaced ? [] : (context.file.lostLinks ?? [])) report(lostLink(path, context));
    for (const link of fileLinks(context)) {
      const found = link.start === 'home' ? faultOfOneMachine(link, context) : faultOfPlugin(link, context);
      if (found) report(found);
    }
  },
};

function faultOfOneMachine(link: FileLink, context: RuleContext): Report {
  const inside = insideSkill(link.path, context);
  const advice =
    context.file.kind === 'skill' ? 'Write a path relative to the folder of the skill' : 'Write a relative path';
  return {
    range: link.link.targetRange,
    message: `${showText(link.path)} is an absolute path on one machine, so the link leads nowhere for other users. ${inside === undefined ? advice : `Write ${showText(inside)}`}`,
    fixes: inside === undefined ? [] : offerPath(link, inside, false),
  };
}

/** The path in the skill's folder, if an absolute one leads to a file of the same skill. */
function insideSkill(path: string, { file }: RuleContext): string | undefined {
  if (file.kind !== 'skill' || file.folderName === '') return undefined;
  const folder = folderOf(file.path);
  const named = `/${file.folderName}/`;
  const inside = isInside(path, folder)
    ? relativeTo(path, folder)
    : path.includes(named)
      ? path.slice(path.lastIndexOf(named) + named.length)
      : undefined;
  return inside !== undefined && file.bundledPaths?.has(inside) ? inside : undefined;
}

/** A symbolic link, at the first place where the text leads to it. */
function lostLink(path: string, context: RuleContext): Report {
  const use = fileLinks(context).find(({ inside }) => isWithin(inside ?? '', path));
  const what = path === '' ? 'The folder of the skill' : showText(path);
  return {
    range: use && path !== '' ? use.link.targetRange : firstLine(context.document),
    message: `${what} is a symbolic link that points outside the marketplace, so Claude Code does not copy it when it installs the plugin. Copy its target into the plugin`,
  };
}

function faultOfPlugin({ link, path }: FileLink, { file }: RuleContext): Report | undefined {
  const found = file.linksOutside?.existing.get(path);
  if (file.pluginRoot === undefined || found === undefined || isWithin(found, file.pluginRoot)) return undefined;
  return {
    range: link.targetRange,
    message: `${showText(path)} is outside the plugin. Claude Code installs only the folder of the plugin, so the link leads nowhere there. Move the file into the plugin`,
  };
}
