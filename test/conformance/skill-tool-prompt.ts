import facts from '../../schemas/skill-tool.json' with { type: 'json' };
import type { Catalog } from '../../server/src/catalog/catalog.ts';
import { DEFAULT_MODEL, resolveModel } from '../../server/src/dialect/models.ts';
import { capabilities } from '../../server/src/dialect/runtimes/capabilities.ts';
import type { RuntimeId } from '../../server/src/document/runtime-id.ts';

/** The tool as one release describes it. */
interface DescribedTool {
  readonly description: string;
  readonly inputSchema: unknown;
  /** How the description refers to the place where the skills are listed, if that depends on the model. */
  readonly places?: { readonly system: string; readonly user: string };
  /** The models that receive the listing in a user message. */
  readonly listingInUserMessage?: { readonly pattern: string };
}

const tools: Readonly<Record<RuntimeId, DescribedTool>> = facts.runtimes;

/**
 * The Skill tool as a session describes it to the model, byte for byte. Nothing of the product shows it, but recordings of it
 * prove where a release lists its skills.
 *
 * @param model of the session; undefined for Claude Code's default
 */
export function skillToolPrompt(catalog: Pick<Catalog, 'runtime' | 'listing'>, model?: string) {
  const { runtime } = catalog;
  const { description, inputSchema, places, listingInUserMessage } = tools[runtime];
  const fullModel = resolveModel(model ?? DEFAULT_MODEL);
  const isForUser = listingInUserMessage !== undefined && new RegExp(listingInUserMessage.pattern).test(fullModel);
  const place = (isForUser ? places?.user : places?.system) ?? '';
  const skills = capabilities(runtime).listsSkillsInTool ? catalog.listing().text : '';
  const complete = description.replace(/\{(listing|place)\}/, (_, what) => (what === 'listing' ? skills : place));
  return { name: facts.name, description: complete, inputSchema };
}
