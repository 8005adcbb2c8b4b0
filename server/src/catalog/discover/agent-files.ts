import { readText } from '../../dialect/coercion.ts';
import { readDocument } from '../../document/read-document.ts';
import type { YamlValue } from '../../document/yaml-value.ts';
import { BoundedWalk } from '../../platform/bounded-walk.ts';
import { SMALL_WALK } from '../../platform/bounds.ts';
import { mapConcurrently } from '../../platform/map-concurrently.ts';
import type { CatalogAgent } from '../catalog.ts';
import type { SkillSource, SourceError } from '../catalog-skill.ts';
import { configFolder, projectFolders, type Session } from '../session.ts';
import { errorsOfWalk, readOrReport } from '../settings/cannot-be-read.ts';
import { listAgentFiles } from './list-agent-files.ts';

const concurrency = 16;

/** Deeper folders of agents are not entered. */
const deepestAgentFolder = 4;

/** The agents of a session, and what of them could not be read. */
export interface ReadAgents {
  /** In the order of precedence, those that can load skills at their start. */
  readonly agents: readonly CatalogAgent[];
  readonly errors: readonly SourceError[];
}

/** Reads the agents of a session. */
export async function readAgents(session: Session, sources: readonly SkillSource[]): Promise<ReadAgents> {
  const { environment, settingSources } = session;
  const folders = environment.managed ? [`${environment.managed}/.claude/agents`] : [];
  const user = configFolder(session);
  if (user && settingSources.includes('user')) folders.push(`${user}/agents`);
  if (settingSources.includes('project')) {
    folders.push(...(await projectFolders(session)).map((folder) => `${folder}/.claude/agents`));
  }
  const plugins = new Set(sources.filter(({ tier }) => tier === 'plugin').map(({ owner }) => `${owner}/agents`));
  const errors: SourceError[] = [];
  const paths = await mapConcurrently([...folders, ...plugins], concurrency, async (folder) => {
    const walk = new BoundedWalk(session.files, SMALL_WALK);
    const found = await listAgentFiles(folder, walk, deepestAgentFolder);
    errors.push(...errorsOfWalk(walk, folder, 'agents'));
    return found;
  });
  const agents = await mapConcurrently(paths.flat(), concurrency, (path) => readAgent(path, session, errors));
  return { agents: agents.filter((agent) => agent !== undefined), errors };
}

/** An agent file without a name and a description is none for the client. */
async function readAgent(
  path: string,
  { files, runtime }: Session,
  errors: SourceError[],
): Promise<CatalogAgent | undefined> {
  const bytes = await readOrReport(path, 'agents', files, errors);
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
