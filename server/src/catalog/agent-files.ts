import { readText } from '../dialect/coercion.ts';
import { readDocument } from '../document/read-document.ts';
import type { YamlValue } from '../document/yaml-value.ts';
import { mapConcurrently } from '../platform/map-concurrently.ts';
import type { CatalogAgent } from './catalog.ts';
import type { SkillSource } from './catalog-skill.ts';
import { configFolder, projectFolders, type Session } from './session.ts';

const concurrency = 16;

/** Deeper folders of agents are not entered. */
const deepestAgentFolder = 4;

/** The agents of a session, in the order of precedence, that can load skills at their start. */
export async function readAgents(session: Session, sources: readonly SkillSource[]): Promise<readonly CatalogAgent[]> {
  const { environment, settingSources } = session;
  const folders = environment.managed ? [`${environment.managed}/.claude/agents`] : [];
  const user = configFolder(session);
  if (user && settingSources.includes('user')) folders.push(`${user}/agents`);
  if (settingSources.includes('project')) {
    folders.push(...(await projectFolders(session)).map((folder) => `${folder}/.claude/agents`));
  }
  const plugins = new Set(sources.filter(({ tier }) => tier === 'plugin').map(({ owner }) => `${owner}/agents`));
  const paths = await Promise.all([...folders, ...plugins].map((folder) => listAgentFiles(folder, session, 0)));
  const agents = await mapConcurrently(paths.flat(), concurrency, (path) => readAgent(path, session));
  return agents.filter((agent) => agent !== undefined);
}

async function listAgentFiles(folder: string, session: Session, depth: number): Promise<string[]> {
  const entries = (depth < deepestAgentFolder && (await session.files.readFolder(folder))) || [];
  const found = entries.map(async ({ name, type }) => {
    const path = `${folder}/${name}`;
    if (type === 'folder') return listAgentFiles(path, session, depth + 1);
    return type === 'file' && name.endsWith('.md') ? [path] : [];
  });
  return (await Promise.all(found)).flat();
}

/** An agent file without a name and a description is none for the client. */
async function readAgent(path: string, { files, runtime }: Session): Promise<CatalogAgent | undefined> {
  const bytes = await files.readFile(path);
  if (!bytes) return undefined;
  const { fields } = readDocument(new TextDecoder().decode(bytes), runtime).frontmatter;
  const name = readText(fields.get('name')?.value, runtime);
  return name === undefined ? undefined : { name, path, skills: preloadedSkills(fields.get('skills')?.value) };
}

/** The names under `skills:`, a list or a text with commas or white space between them. */
function preloadedSkills(value: YamlValue | undefined): readonly string[] {
  if (!value) return [];
  const names = value.kind === 'list' ? value.items.map(textOf) : textOf(value).split(/[\s,]+/);
  return names.map((name) => name.trim()).filter((name) => name !== '');
}

function textOf(value: YamlValue): string {
  return value.kind === 'scalar' && typeof value.value === 'string' ? value.value : '';
}
