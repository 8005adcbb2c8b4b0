import { entriesOf, listedFolder } from '../../catalog/discover/listed-manifests.ts';
import { type ManifestPath, manifestPaths } from '../../catalog/file/manifest-paths.ts';
import { type NamedPath, namedPath } from '../../catalog/file/named-paths.ts';
import type { JsonPart } from '../../dialect/text/json-parts.ts';
import { checkPluginPart } from '../../dialect/validate.ts';
import { jsonRange } from '../../document/json-document.ts';
import { folderOf, isInside, partsInside, relativeTo } from '../../platform/paths.ts';
import { replaceString } from '../edits/json-edits.ts';
import { areLinkTexts, checkOutLinks } from '../messages/link-texts.ts';
import { showText } from '../messages/show-value.ts';
import type { Fix, Report, Rule, RuleContext } from '../rule.ts';

export const pluginPath: Rule = {
  id: 'plugin-path',
  level: 'warning',
  kinds: ['plugin', 'marketplace'],
  summary: 'A path of a plugin that does not exist, is outside the plugin, or is the wrong kind of file',
  source: 'https://code.claude.com/docs/en/plugins-reference#component-path-fields',
  *check(context, report) {
    const { document, file } = context;
    const { root, faults } = document.json!;
    if (faults.length > 0 || file.insideSkill) return;
    if (file.kind === 'plugin') {
      // Another rule reports the folders of skills.
      yield* checkPaths(
        manifestPaths(root).filter(({ part }) => part.name !== 'skills'),
        file.pluginRoot,
        context,
        report,
      );
      return;
    }
    const marketplace = folderOf(folderOf(file.path));
    for (const entry of entriesOf(root)) {
      const folder = listedFolder(entry, root, marketplace);
      yield* checkPaths(folder === undefined ? [] : manifestPaths(entry), folder, context, report);
    }
  },
};

function* checkPaths(
  paths: readonly ManifestPath[],
  root: string | undefined,
  context: RuleContext,
  report: (found: Report) => void,
): Generator<void> {
  const linkTexts = new Map<string, { readonly range: Report['range']; readonly shown: Set<string> }>();
  for (const path of paths) {
    yield;
    const link = linkTextAt(path, root, context);
    if (link === undefined) {
      const found = checkPath(path, root, context);
      if (found) report(found);
      continue;
    }
    const lost = consequence(path.part);
    const alike = linkTexts.get(lost);
    if (alike) alike.shown.add(link);
    else linkTexts.set(lost, { range: jsonRange(path.node), shown: new Set([link]) });
  }
  // What the author names is right: only this checkout has something else there.
  for (const [lost, { range, shown }] of linkTexts) {
    report({ range, severity: 'information', message: `${areLinkTexts([...shown])}, ${lost}. ${checkOutLinks}` });
  }
}

/** The path, as it is shown, of a text file that is in place of a link. */
function linkTextAt({ part, written }: ManifestPath, root: string | undefined, { file }: RuleContext) {
  if (root === undefined || checkPluginPart(part.name, written).length > 0) return undefined;
  const path = file.namedPaths?.get(namedPath(root, written)[0] ?? '')?.linkText?.path;
  return path !== undefined && isInside(path, root) ? relativeTo(path, root) : path;
}

function checkPath(
  { part, node, written }: ManifestPath,
  root: string | undefined,
  { file }: RuleContext,
): Report | undefined {
  // A value that is refused keeps the whole plugin from loading, which another rule reports.
  if (root === undefined || checkPluginPart(part.name, written).length > 0) return undefined;
  const range = jsonRange(node);
  const lost = consequence(part);
  if (written.split(/[\\/]/).includes('..')) {
    const isInside = partsInside(written) !== undefined;
    if (isInside) return undefined;
    return { range, message: `This path points outside the plugin, ${lost}. Use a path in the plugin` };
  }
  const found = file.namedPaths?.get(namedPath(root, written)[0] ?? '');
  if (!found) return undefined;
  const shown = showText(partsInside(written)!.join('/'));
  const repeated = found.type === undefined ? withoutFolder(written, root, file.path) : undefined;
  if (repeated !== undefined) {
    return {
      range,
      message: `Paths are relative to the plugin’s folder, which has no ${shown}, ${lost}. Write ${showText(repeated)}`,
      fixes: [replaceString(node, repeated)],
    };
  }
  if (found.type === undefined) {
    return {
      range,
      message: `The plugin has no ${part.leadsTo === 'folder' ? 'folder' : 'file'} ${shown}, ${lost}. ${found.nearest ? `Did you mean ${showText(found.nearest)}?` : 'Add it, or write another path'}`,
      fixes: nearestFix(node, written, found),
    };
  }
  if (part.leadsTo === 'folder' && found.type === 'file') {
    const folder = written.replace(/\/?[^/]+$/, '');
    const isSkill = /(^|\/)SKILL\.md$/.test(written);
    return {
      range,
      message: `${shown} is a file, ${lost}. Write ${isSkill ? `the folder that holds it, ${showText(folder)}` : 'the path of a folder'}`,
      fixes: isSkill ? [replaceString(node, folder)] : [],
    };
  }
  if ((part.leadsTo === 'json' || part.leadsTo === 'file') && found.type === 'folder') {
    return { range, message: `${shown} is a folder, ${lost}. Write the path of a file` };
  }
  return undefined;
}

/** The path from the plugin, if it was written from the folder of the marketplace; undefined otherwise. */
function withoutFolder(written: string, root: string, marketplace: string): string | undefined {
  const above = folderOf(folderOf(marketplace));
  const own = isInside(root, above) ? `./${relativeTo(root, above)}/` : undefined;
  return own !== undefined && written.startsWith(own) ? `./${written.slice(own.length)}` : undefined;
}

function nearestFix(node: ManifestPath['node'], written: string, { nearest }: NamedPath): Fix[] {
  return nearest === undefined ? [] : [replaceString(node, written.replace(/[^/]+\/*$/, nearest))];
}

/** The loss if a path of a part leads to nothing: the rest of the plugin loads. */
function consequence({ name }: JsonPart): string {
  const replaced = replacedFolders[name];
  if (replaced) return `so Claude Code loads nothing from it, nor from \`${replaced}/\`, which \`${name}\` replaces`;
  switch (name) {
    case 'skills':
      return 'so Claude Code loads no skills from it';
    case 'mcpServers':
      return 'so Claude Code silently loads none of its servers';
    case 'lspServers':
      return 'so Claude Code silently loads none of its language servers';
    case 'hooks':
      return 'so Claude Code loads none of its hooks';
    default:
      return 'so Claude Code loads nothing from it';
  }
}

/** The folders that are not loaded if a manifest names files in their place. */
const replacedFolders: Readonly<Record<string, string>> = {
  commands: 'commands',
  agents: 'agents',
  outputStyles: 'output-styles',
  workflows: 'workflows',
};
