import type { CatalogLocation, SkillNames } from '../../catalog/file/catalog-location.ts';
import { isBuiltInName } from '../../dialect/names/built-in-commands.ts';
import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import { nearestWord, nearestWords } from '../../dialect/text/edit-distance.ts';
import { type JsonEntry, type JsonNode, jsonEntries, jsonEntry } from '../../document/json-document.ts';
import { offerEdit } from '../edits/field-edits.ts';
import { removeJsonKey } from '../edits/json-edits.ts';
import { showText } from '../messages/show-value.ts';
import type { Report, Rule } from '../rule.ts';

export const skillOverrideUnmatched: Rule = {
  id: 'skill-override-unmatched',
  level: 'warning',
  kinds: ['settings'],
  summary: 'A key of `skillOverrides` that matches no skill folder, so that the override has no effect',
  source: 'https://code.claude.com/docs/en/skills',
  *check({ document, file }, report) {
    const { root, faults } = document.json!;
    if (!file.inCatalog || faults.length > 0 || !capabilities(document.runtime).readsSkillOverrides) return;
    const entries = jsonEntries(jsonEntry(root, 'skillOverrides')?.value);
    const overrides: Overrides = {
      root,
      overridable: file.inCatalog.names.filter(({ plugin }) => plugin === undefined),
      repeated: repeatedKeys(entries),
    };
    for (const entry of entries) {
      yield;
      const found = judge(entry, file.inCatalog, overrides);
      if (found) report(found);
    }
  },
};

/** What is the same for each override of a file. */
interface Overrides {
  readonly root: JsonNode | undefined;
  /** Skills and commands that are not of a plugin. */
  readonly overridable: readonly SkillNames[];
  /** Keys that are there twice. */
  readonly repeated: ReadonlySet<string>;
}

function repeatedKeys(entries: readonly JsonEntry[]): ReadonlySet<string> {
  const keys = new Set<string>();
  const repeated = new Set<string>();
  for (const { key } of entries) (keys.has(key) ? repeated : keys).add(key);
  return repeated;
}

function judge(
  { key, keyRange }: JsonEntry,
  { names, ofThisSessionAlone, installed }: CatalogLocation,
  { root, overridable, repeated }: Overrides,
): Report | undefined {
  if (overridable.some(({ name, baseName }) => key === name || key === baseName) || isBuiltInName(key, installed)) {
    return undefined;
  }
  const rewrite = (message: string, ...others: readonly string[]): Report => ({
    range: keyRange,
    message,
    fixes: [
      ...others.map((name) => ({
        title: `Change to ${showText(name)}`,
        safe: false,
        edits: [{ range: keyRange, newText: JSON.stringify(name) }],
      })),
      // Of a repeated key, the last one would be removed.
      ...(repeated.has(key)
        ? []
        : offerEdit(`Remove ${showText(key)}`, false, removeJsonKey(root, ['skillOverrides', key]))),
    ],
  });
  const byAlias = overridable.find(({ alias }) => alias === key);
  if (byAlias) {
    return rewrite(
      `Overrides use folder names, but \`${key}\` is only the \`name\` of \`${byAlias.name}\`, so this has no effect. Write \`${byAlias.name}\``,
      byAlias.name,
    );
  }
  const ofPlugin = names.find((it) => isOfPlugin(it, key));
  if (ofPlugin) {
    return rewrite(
      `Overrides do not apply to plugin skills, so ${showText(key)} has no effect. Disable the plugin in \`enabledPlugins\`, or deny the skill with the rule \`Skill(${ofPlugin.name})\` in \`permissions.deny\``,
    );
  }
  const known = overridable.map(({ name }) => name);
  const small = key.trim().toLowerCase();
  const inOtherCase = known.find((name) => name.toLowerCase() === small);
  if (inOtherCase !== undefined) {
    return rewrite(`There is no skill ${showText(key)}, so this has no effect. Write \`${inOtherCase}\``, inOtherCase);
  }
  if (key.includes('*')) {
    return rewrite(`Overrides do not support wildcards, so ${showText(key)} has no effect. List each skill`);
  }
  // Settings that apply everywhere may name a skill of another project.
  if (!ofThisSessionAlone) return undefined;
  const nearest = nearestWord(key, new Set(known));
  return rewrite(
    `There is no skill ${showText(key)}, so this has no effect. ${nearest ? `Did you mean \`${nearest}\`?` : 'Use the folder name of a skill or remove the entry'}`,
    ...nearestWords(key, known),
  );
}

function isOfPlugin({ name, alias, baseName, plugin }: SkillNames, key: string): boolean {
  return plugin !== undefined && (key === name || key === alias || key === baseName);
}
