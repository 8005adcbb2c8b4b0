import { maxListedDepth, type PluginFiles } from '../../catalog/discover/plugin-files.ts';
import { namedPath } from '../../catalog/file/named-paths.ts';
import { nearestWord } from '../../dialect/text/edit-distance.ts';
import { checkPluginPart } from '../../dialect/validate.ts';
import { type JsonNode, jsonEntry, jsonItems, jsonRange, jsonValue } from '../../document/json-document.ts';
import { isInside, partsInside, relativeTo } from '../../platform/paths.ts';
import { inWords } from '../messages/in-words.ts';
import { areLinkTexts, checkOutLinks } from '../messages/link-texts.ts';
import { showText } from '../messages/show-value.ts';
import type { Fix, Report, Rule, RuleContext } from '../rule.ts';

export const pluginSkillsPath: Rule = {
  id: 'plugin-skills-path',
  level: 'error',
  kinds: ['plugin'],
  summary: 'An entry of `skills` in a plugin manifest that prevents the plugin from loading or contains no skills',
  source: 'https://code.claude.com/docs/en/plugins-reference#component-path-fields',
  check({ document, file }, report) {
    const { root, faults } = document.json!;
    const value = jsonEntry(root, 'skills')?.value;
    // Nothing is read from a broken file, and editors report it.
    if (!value || faults.length > 0) return;
    const entries = value.type === 'array' ? jsonItems(value) : [value];
    const unprefixed = entries.filter((entry) => withPrefix(entry) !== undefined);
    const isLinked = (entry: JsonNode) => linkTextOf(entry, file) !== undefined;
    const linked = entries.filter(isLinked);
    const missing = entries.filter((entry) => !isLinked(entry) && isMissing(entry, file.pluginFiles));
    if (linked.length > 0) report(linkTexts(linked, file));
    if (unprefixed.length > 1) report(allUnprefixed(unprefixed));
    if (missing.length > 1) report(allMissing(missing));
    const reported = new Set([linked, ...[unprefixed, missing].map((alike) => (alike.length > 1 ? alike : []))].flat());
    for (const entry of entries) {
      if (reported.has(entry)) continue;
      const isRefused = entry.type !== 'string' || checkPluginPart('skills', jsonValue(entry)).length > 0;
      const found = isRefused ? refused(entry) : idle(entry, file.pluginFiles);
      if (found) report(found);
    }
  },
};

/** The path as Claude Code accepts it, if only `./` is missing. */
function withPrefix({ type, value }: JsonNode): string | undefined {
  return type === 'string' && /^[^/.\\][^\\:]*$/.test(value) ? `./${value}` : undefined;
}

/** One mistake, however many entries it was made in. */
function allUnprefixed(entries: readonly JsonNode[]): Report {
  const [first, ...others] = entries;
  const edits = entries.map((entry) => ({ range: jsonRange(entry), newText: JSON.stringify(withPrefix(entry)) }));
  return {
    range: jsonRange(first!),
    message: `Paths in \`skills\` must begin with \`./\`, and ${entries.length} do not, so Claude Code does not load the plugin at all. Write \`./\` before each of them`,
    fixes: [{ title: 'Write `./` before each path', safe: false, edits }],
    related: others.map((entry) => ({ range: jsonRange(entry), message: 'This path does not begin with `./` either' })),
  };
}

/** The text with the path of a link that is where an entry should lead; undefined if there is none. */
function linkTextOf(entry: JsonNode, { namedPaths, pluginRoot }: RuleContext['file']): string | undefined {
  if (entry.type !== 'string' || checkPluginPart('skills', jsonValue(entry)).length > 0) return undefined;
  const text = namedPaths?.get(namedPath(pluginRoot, entry.value)[0] ?? '')?.linkText;
  return text && (isInside(text.path, pluginRoot) ? relativeTo(text.path, pluginRoot!) : text.path);
}

/** What the author names is right: only this checkout has something else there. */
function linkTexts(entries: readonly JsonNode[], file: RuleContext['file']): Report {
  const texts = [...new Set(entries.map((entry) => linkTextOf(entry, file)!))];
  return {
    range: jsonRange(entries[0]!),
    severity: 'information',
    message: `${areLinkTexts(texts)}, so Claude Code ignores ${entries.length > 1 ? 'these entries' : 'the entry'}. ${checkOutLinks}`,
    related: entries
      .slice(1)
      .map((entry) => ({ range: jsonRange(entry), message: 'This entry leads to such a file, too' })),
  };
}

/** Whether an entry names a folder that does not exist, and none that is spelled alike does. */
function isMissing(entry: JsonNode, present: PluginFiles | undefined): boolean {
  const path = present && entry.type === 'string' ? missingFolder(entry.value, present) : undefined;
  const isAccepted = path !== undefined && checkPluginPart('skills', jsonValue(entry)).length === 0;
  return isAccepted && nearestWord(path, present!.folders) === undefined;
}

/** A path of a folder that the plugin does not have; undefined if it has, or if that is not known. */
function missingFolder(written: string, present: PluginFiles): string | undefined {
  const parts = partsInside(written);
  const path = parts?.join('/');
  if (!parts || !path || present.folders.includes(path) || present.files.includes(path)) return undefined;
  // Deeper folders, and folders that were left out, were not read.
  return present.complete && parts.length <= maxListedDepth ? path : undefined;
}

/** They have one cause: the skills are elsewhere. */
function allMissing(entries: readonly JsonNode[]): Report {
  const [first, ...others] = entries;
  const named = entries.slice(0, maxNamed).map(({ value }) => showText(value));
  if (entries.length > maxNamed) named.push(`${entries.length - maxNamed} more`);
  return {
    range: jsonRange(first!),
    severity: 'warning',
    message: `The plugin has none of the folders ${inWords(named)}, so Claude Code ignores these entries. Name folders that exist, or remove the entries`,
    related: others.map((entry) => ({ range: jsonRange(entry), message: 'There is no such folder either' })),
  };
}

/** Further folders are only counted. */
const maxNamed = 3;

/** One such entry is enough for Claude Code to load nothing of the plugin. */
function refused(entry: JsonNode): Report {
  const lost = 'so Claude Code does not load the plugin at all';
  if (entry.type !== 'string') {
    return {
      range: jsonRange(entry),
      message: `An entry of \`skills\` must be a path as a string, ${lost}. Write the path of a folder`,
    };
  }
  const inside = withPrefix(entry);
  return {
    range: jsonRange(entry),
    message: `A path in \`skills\` must begin with \`./\`, ${lost}. ${inside ? `Write ${showText(inside)}` : 'Use a folder in the plugin'}`,
    fixes: inside ? [writePath(inside, entry)] : [],
  };
}

/** An entry that is ignored: the rest of the plugin loads. */
function idle(entry: JsonNode, present: PluginFiles | undefined): Report | undefined {
  const parts = partsInside(String(entry.value));
  const report = (message: string, fixes: Fix[] = []): Report => ({
    range: jsonRange(entry),
    severity: 'warning',
    message,
    fixes,
  });
  if (!parts) return report('This path is outside the plugin, so Claude Code ignores it. Use a folder in the plugin');
  const path = parts.join('/');
  if (!present || path === '' || present.folders.includes(path)) return undefined;
  if (present.files.includes(path)) {
    const folder = parts.slice(0, -1).join('/');
    const holdsSkill = parts.at(-1) === 'SKILL.md' && folder !== '';
    return report(
      `This is a file, so Claude Code ignores it. Use the folder${holdsSkill ? ` ${showText(`./${folder}`)}` : ''}`,
      holdsSkill ? [writePath(`./${folder}`, entry)] : [],
    );
  }
  if (missingFolder(String(entry.value), present) === undefined) return undefined;
  const nearest = nearestWord(path, present.folders);
  return report(
    `There is no folder ${showText(path)} in the plugin, so Claude Code ignores the entry. ${nearest ? `Did you mean ${showText(`./${nearest}`)}?` : 'Use an existing folder'}`,
    nearest ? [writePath(`./${nearest}`, entry)] : [],
  );
}

function writePath(path: string, entry: JsonNode): Fix {
  const edits = [{ range: jsonRange(entry), newText: JSON.stringify(path) }];
  return { title: `Write ${showText(path)}`, safe: false, edits };
}
