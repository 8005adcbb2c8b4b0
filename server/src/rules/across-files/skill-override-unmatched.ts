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
    for (const entry of jsonEntries(overridesOf(root))) {
      yield;
      const found = judge(entry, file.inCatalog, root);
      if (found) report(found);
    }
  },
};

function judge(
  entry: JsonEntry,
  { names, ofThisSessionAlone, installed }: CatalogLocation,
  root: JsonNode | undefined,
): Report | undefined {
  const { key, keyRange } = entry;
  const overridable = names.filter(({ plugin }) => plugin === undefined);
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
      ...(jsonEntries(overridesOf(root)).filter((it) => it.key === key).length === 1
        ? offerEdit(`Remove ${showText(key)}`, false, removeJsonKey(root, ['skillOverrides', key]))
        : []),
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

function overridesOf(root: JsonNode | undefined): JsonNode | undefined {
  return jsonEntry(root, 'skillOverrides')?.value;
}

function isOfPlugin({ name, alias, baseName, plugin }: SkillNames, key: string): boolean {
  return plugin !== undefined && (key === name || key === alias || key === baseName);
}
