import type { Catalog } from '../../../catalog/catalog.ts';
import type { CatalogSkill } from '../../../catalog/catalog-skill.ts';
import type { OfferedPlugin, Repository } from '../../../catalog/repository.ts';
import { inThousands } from '../../../document/text/numbers.ts';
import { codeCell, readableMarkdown, shortened } from '../../../features/text/markdown-text.ts';
import { isInside, isWithin, relativePath } from '../../../platform/paths.ts';

/** UTF-16 units of a description in a table. */
const maxPurpose = 200;

interface SkillGroup {
  readonly title: string;
  /** How others get the skills; empty where they need not. */
  readonly install: string;
  readonly skills: readonly CatalogSkill[];
}

/**
 * The skills of a repository as Markdown for its README: a table for each plugin and collection, and for the skills that the
 * project has for itself. Skills that nobody can use are left out.
 *
 * @param folder that of the page, to which links are relative
 */
export function collectionTables(
  { catalog, repository, root }: { readonly catalog: Catalog; readonly repository: Repository; readonly root: string },
  folder: string,
): string {
  const offered = repository.plugins.filter((plugin) => isWithin(plugin.root, root));
  const groups = [...offered.flatMap((plugin) => groupOf(plugin, repository)), ...ownGroup(catalog, root)];
  const parts = groups.flatMap(({ title, install, skills }) => [
    ...(groups.length > 1 ? [`### ${readableMarkdown(title)}`] : []),
    ...(install === '' ? [] : [install]),
    table(skills, folder),
  ]);
  return parts.length === 0 ? 'No skills yet.' : parts.join('\n\n');
}

function groupOf(plugin: OfferedPlugin, repository: Repository): SkillGroup[] {
  const { catalog } = repository.with([plugin.key]);
  const skills = usable(catalog.skills().filter(({ source }) => source.repository === plugin.key));
  return skills.length === 0 ? [] : [{ title: plugin.name, install: installation(plugin), skills }];
}

function installation({ kind, name, problem, marketplace, entryName }: OfferedPlugin): string {
  const isOffered = marketplace !== undefined && problem === undefined;
  if (isOffered) return `Install: ${codeCell(`/plugin install ${entryName ?? name}@${marketplace}`)}`;
  if (kind === 'plugin') return '';
  return 'Install: copy the folder of a skill to `~/.claude/skills`, or to `.claude/skills` of a project.';
}

function ownGroup(catalog: Catalog, root: string): SkillGroup[] {
  const own = usable(catalog.skills().filter(({ source, path }) => source.tier === 'project' && isInside(path, root)));
  return own.length === 0 ? [] : [{ title: 'For this project', install: '', skills: own }];
}

function usable(skills: readonly CatalogSkill[]): CatalogSkill[] {
  const names = skills.filter(({ userInvocable, modelInvocable }) => userInvocable || modelInvocable);
  return names.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

function table(skills: readonly CatalogSkill[], folder: string): string {
  const rows = skills.map((skill) => {
    const link = `[${codeCell(skill.name)}](${address(relativePath(folder, skill.path))})`;
    const tools = skill.facts.allowedTools.map(codeCell).join(', ');
    const tokens = inThousands(skill.facts.bodyTokens);
    return `| ${link} | ${readableMarkdown(purposeOf(skill))} | ${invokers(skill)} | ${tools} | ${tokens} |`;
  });
  return [
    '| Skill | What it is for | Invoked by | Allowed without asking | Tokens, about |',
    '|---|---|---|---|---:|',
    ...rows,
  ].join('\n');
}

/** The first sentence of the description, which says what a skill does. */
function purposeOf({ facts }: CatalogSkill): string {
  const line = (facts.description ?? facts.fallback).replace(/\s+/g, ' ').trim();
  const sentence = /^.*?[.!?。！？](?= |$|(?<=[。！？]))/u.exec(line)?.[0] ?? line;
  return shortened(sentence, maxPurpose);
}

function invokers({ userInvocable, modelInvocable }: CatalogSkill): string {
  if (userInvocable && modelInvocable) return 'Claude and you';
  return modelInvocable ? 'Claude' : 'you';
}

function address(path: string): string {
  return path
    .split('/')
    .map(encodeURIComponent)
    .join('/')
    .replace(/[()]/g, (it) => (it === '(' ? '%28' : '%29'));
}
