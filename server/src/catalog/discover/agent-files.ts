import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import { mapConcurrently } from '../../platform/map-concurrently.ts';
import type { CatalogAgent } from '../catalog.ts';
import type { SkillSource, SourceError } from '../catalog-skill.ts';
import { configFolder, projectFolders, type Session } from '../session.ts';
import { readAgentFiles, readAgentFolder } from './read-agent-folder.ts';

const concurrency = 16;

/** The agents of a session, and errors from reading them. */
export interface ReadAgents {
  /** In the order of precedence. */
  readonly agents: readonly CatalogAgent[];
  readonly errors: readonly SourceError[];
}

export async function readAgents(session: Session, sources: readonly SkillSource[]): Promise<ReadAgents> {
  const { environment, settingSources, files, runtime, addedFolders } = session;
  const folders = environment.managed ? [`${environment.managed}/.claude/agents`] : [];
  const user = configFolder(session);
  if (user && settingSources.includes('user')) folders.push(`${user}/agents`);
  if (settingSources.includes('project')) {
    folders.push(...(await projectFolders(session)).map((folder) => `${folder}/.claude/agents`));
    if (capabilities(runtime).readsAddedFolders) {
      folders.push(...addedFolders.map((folder) => `${folder}/.claude/agents`));
    }
  }
  const own = await mapConcurrently(folders, concurrency, (folder) => readAgentFolder(folder, 'own', files, runtime));
  const ofPlugins = await readPluginAgents(session, sources);
  return {
    agents: [...own.flatMap(({ agents }) => agents), ...ofPlugins.agents],
    errors: [...own.flatMap(({ errors }) => errors), ...ofPlugins.errors],
  };
}

/** Reads the agents of the plugins among some sources. */
export async function readPluginAgents(
  { files, runtime }: Pick<Session, 'files' | 'runtime'>,
  sources: readonly Pick<SkillSource, 'tier' | 'owner' | 'plugin' | 'agents'>[],
): Promise<ReadAgents> {
  const plugins = new Map(sources.flatMap((it) => (it.tier === 'plugin' ? [[it.owner, it] as const] : [])));
  const read = await mapConcurrently([...plugins], concurrency, async ([owner, { plugin, agents: places }]) => {
    const { folder, files: named } = places ?? { folder: `${owner}/agents`, files: [] };
    const [inFolder, ofFiles] = await Promise.all([
      folder === undefined ? undefined : readAgentFolder(folder, 'plugin', files, runtime),
      readAgentFiles(named, files, runtime),
    ]);
    const prefix = plugin === undefined ? '' : `${plugin}:`;
    const agents = [
      ...(inFolder?.agents ?? []).map((agent) => ({ ...agent, name: prefix + nameBelow(agent, folder!) })),
      ...ofFiles.agents.map((agent) => ({ ...agent, name: prefix + agent.name })),
    ];
    return { agents, errors: [...(inFolder?.errors ?? []), ...ofFiles.errors] };
  });
  return { agents: read.flatMap(({ agents }) => agents), errors: read.flatMap(({ errors }) => errors) };
}

/** `folder:name`, with every folder below the plugin's agents. */
function nameBelow({ name, path }: CatalogAgent, folder: string): string {
  const below = path
    .slice(folder.length + 1)
    .split('/')
    .slice(0, -1);
  return [...below, name].join(':');
}
