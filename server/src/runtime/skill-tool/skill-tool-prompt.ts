import type { Catalog } from '../../catalog/catalog.ts';
import { DEFAULT_MODEL, resolveModel } from '../../dialect/models.ts';
import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import { skillToolDefinition, type ToolDefinition } from '../../dialect/skill-tool.ts';

/**
 * The Skill tool as a session tells the model of it, byte for byte. In some releases the skills are listed in its description.
 *
 * @param model the session's; undefined for the client's own
 */
export function skillToolPrompt(catalog: Pick<Catalog, 'runtime' | 'listing'>, model?: string): ToolDefinition {
  const listing = capabilities(catalog.runtime).listsSkillsInTool ? catalog.listing().text : '';
  return skillToolDefinition(catalog.runtime, listing, resolveModel(model ?? DEFAULT_MODEL));
}
