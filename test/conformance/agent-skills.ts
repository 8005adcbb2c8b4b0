import type { Catalog, CatalogAgent } from '../../server/src/catalog/catalog.ts';
import type { CatalogSkill } from '../../server/src/catalog/catalog-skill.ts';
import { answersToName, modelObstacles } from '../../server/src/catalog/resolve/skill-status.ts';
import type { Session } from '../../server/src/catalog/session.ts';
import { capabilities } from '../../server/src/dialect/runtimes/capabilities.ts';
import { readRenderable } from '../../server/src/runtime/render/read-renderable.ts';
import type { RenderableSkill } from '../../server/src/runtime/render/renderable-skill.ts';
import type { RenderedText } from '../../server/src/runtime/render/rendering.ts';
import { findCalled } from '../../server/src/runtime/skill-tool/find-called.ts';

/* Nothing shows what an agent preloads, but recordings of it prove what the rules about agents say. */

/** A skill that an agent reads before its task, or why it does not. */
interface PreloadedSkill {
  /** As the agent's file names it. */
  readonly name: string;
  readonly skill: CatalogSkill | undefined;
  /** What the agent reads: the name in the form of a command, then the text. Empty if it reads nothing. */
  readonly texts: readonly string[];
  /** Why it reads nothing, as a clause. Claude Code writes it only to its own log. */
  readonly problem: string | undefined;
}

/** What an agent reads after its task and before it starts. */
interface AgentSkills {
  /** In the order of the file; a missing one does not change the position of the others. */
  readonly skills: readonly PreloadedSkill[];
  /** Claude Code's message if a command of a skill fails: then the agent does not start at all. */
  readonly aborted: string | undefined;
}

/**
 * The skills in `skills` of an agent, rendered without arguments. Rules about the Skill tool do not apply here, and it
 * does not matter whether a skill is a fork or has its own model.
 */
export async function agentSkills(
  agent: Pick<CatalogAgent, 'skills'>,
  session: Session,
  catalog: Catalog,
  render: (skill: RenderableSkill) => Promise<Pick<RenderedText, 'text' | 'aborted'>>,
): Promise<AgentSkills> {
  const names = capabilities(catalog.runtime).preloadsSkillsOnce ? [...new Set(agent.skills)] : agent.skills;
  let aborted: string | undefined;
  const skills = await Promise.all(
    names.map(async (name): Promise<PreloadedSkill> => {
      const skill = findForAgent(name, catalog);
      const problem = skill ? problemOf(skill) : 'there is no such skill';
      if (!skill || problem !== undefined) return { name, skill, texts: [], problem };
      const renderable = await readRenderable(skill, session);
      if (!renderable) return { name, skill, texts: [], problem: 'its file cannot be read' };
      const rendered = await render(renderable);
      aborted ??= rendered.aborted;
      if (rendered.aborted !== undefined) return { name, skill, texts: [], problem: rendered.aborted };
      return { name, skill, texts: [commandText(name), rendered.text], problem: undefined };
    }),
  );
  return { skills, aborted };
}

/** Some releases also accept the only plugin skill whose name ends this way. */
function findForAgent(name: string, catalog: Catalog): CatalogSkill | undefined {
  const found = findCalled(name, catalog);
  if (found || !capabilities(catalog.runtime).findsPluginSkillsForAgents) return found;
  const ofPlugins = catalog
    .skills()
    .filter((skill) => answersToName(skill) && skill.source.plugin !== undefined && skill.name.endsWith(`:${name}`));
  return ofPlugins.length === 1 ? ofPlugins[0] : undefined;
}

function problemOf(skill: CatalogSkill): string | undefined {
  const [obstacle] = modelObstacles(skill);
  if (obstacle === undefined) return undefined;
  return obstacle === 'hidden-from-model'
    ? '`disable-model-invocation` hides it from agents'
    : '`skillOverrides` in the settings hides it from agents';
}

function commandText(name: string): string {
  return `<command-message>${name}</command-message>\n<command-name>${name}</command-name>\n<skill-format>true</skill-format>`;
}
