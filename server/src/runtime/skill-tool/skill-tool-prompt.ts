import type { Catalog } from '../../catalog/catalog.ts';
import { DEFAULT_MODEL, resolveModel } from '../../dialect/models.ts';
import { skillToolDefinition, type ToolDefinition } from '../../dialect/skill-tool.ts';

/**
 * The Skill tool as a session tells the model of it, byte for byte. In 2.1.7 the skills are listed in its description.
 *
 * @param model the session's; undefined for the client's own
 */
export function skillToolPrompt(catalog: Pick<Catalog, 'runtime' | 'listing'>, model?: string): ToolDefinition {
  const listing = catalog.runtime === 'claude-code' ? '' : catalog.listing().text;
  return skillToolDefinition(catalog.runtime, listing, resolveModel(model ?? DEFAULT_MODEL));
}
