import marketplaceSchema from '../../../../schemas/marketplace.schema.json' with { type: 'json' };

/*
 * Names of marketplaces and plugins that Claude Code keeps for itself or for Anthropic. Recorded in
 * test/conformance/own-plugins.*.jsonl.
 */

const notes = marketplaceSchema['x-skillwright'];

/** Why a marketplace of this name cannot be added, or only by Anthropic, or not to Claude Desktop. */
type MarketplaceNameFault = 'own' | 'imitates' | 'reserved' | 'desktop';

/** The fault of a marketplace's name that has the right form; undefined if there is none. */
export function marketplaceNameFault(name: string): MarketplaceNameFault | undefined {
  const lower = name.toLowerCase();
  if (notes.ownNames.includes(lower)) return 'own';
  if (notes.anthropicNames.includes(lower)) return 'reserved';
  if (imitatesMarketplace(lower)) return 'imitates';
  return notes.desktopNames.includes(lower) || name.length > notes.ownNameLength ? 'desktop' : undefined;
}

const brands = ['anthropic', 'claude'];
const marketplaceWords = ['marketplace', 'plugins', 'official', 'directory', 'directories'];

function imitatesMarketplace(lower: string): boolean {
  const words = wordsOf(lower);
  if (isCalledOfficial(words)) return true;
  const name = lower.replace(/^[^a-z0-9]+/, '');
  const named = brands.find((brand) => name.startsWith(brand));
  const rest = named && name.slice(named.length).replace(/^[^a-z0-9]+/, '');
  if (rest && marketplaceWords.some((word) => rest.startsWith(word))) return true;
  return leadingWords(words).some((joined) =>
    brands.some((brand) => marketplaceWords.some((word) => [brand + word, `${brand}${word}s`].includes(joined))),
  );
}

/** Why `claude plugin validate` objects to the name of a plugin, which Claude Code nevertheless installs. */
type PluginNameFault = 'reserved' | 'reads-alike';

/** The fault of a plugin's name that has the right form; undefined if there is none. */
export function pluginNameFault(name: string): PluginNameFault | undefined {
  const words = wordsOf(name.toLowerCase());
  const joined = leadingWords(words);
  const [prefixes, names] = [notes.pluginPrefixes, notes.pluginNames].map((list) =>
    list.map((it) => wordsOf(it).join('')),
  );
  const begins = joined.slice(0, -1).some((it) => prefixes!.includes(it));
  if (begins || names!.includes(joined.at(-1) ?? '') || isCalledOfficial(words)) return 'reserved';
  return notes.pluginNames.slice(0, 3).some((brand) => words.includes(brand)) ? 'reads-alike' : undefined;
}

function wordsOf(lower: string): string[] {
  return lower.split(/[^a-z0-9]+/).filter((word) => word !== '');
}

/** The first word, the first two as one, and so on. */
function leadingWords(words: readonly string[]): string[] {
  return words.map((_, index) => words.slice(0, index + 1).join(''));
}

function isCalledOfficial(words: readonly string[]): boolean {
  const joined = words.join('');
  return brands.some((brand) => joined.includes(`${brand}official`) || joined.includes(`official${brand}`));
}
