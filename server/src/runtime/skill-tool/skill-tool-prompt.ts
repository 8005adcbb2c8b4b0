import type { Catalog } from '../../catalog/catalog.ts';
import { DEFAULT_MODEL, resolveModel } from '../../dialect/models.ts';
import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import { skillToolDefinition, type ToolDefinition } from '../../dialect/tools/skill-tool.ts';

/**
 * The description of the Skill tool that a session sends to the model, byte for byte. In some releases it contains the
 * listing.
 *
 * @param model of the session; undefined for Claude Code's default
 */
export function skillToolPrompt(catalog: Pick<Catalog, 'runtime' | 'listing'>, model?: string): ToolDefinition {
  const listing = capabilities(catalog.runtime).listsSkillsInTool ? catalog.listing().text : '';
  return skillToolDefinition(catalog.runtime, listing, resolveModel(model ?? DEFAULT_MODEL));
}
