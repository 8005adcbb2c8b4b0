import { BUILT_IN_OUTPUT_STYLES } from '../../dialect/output-styles.ts';
import { nearestSettingsKey } from '../../dialect/settings-keys.ts';
import { nearestWord } from '../../dialect/text/edit-distance.ts';
import { nearestJsonPart } from '../../dialect/text/json-parts.ts';
import { type JsonEntry, type JsonNode, jsonEntries, jsonEntry, jsonRange } from '../../document/json-document.ts';
import { replaceString } from '../edits/json-edits.ts';
import { showText } from '../messages/show-value.ts';
import type { Fix, Report, Rule, RuleContext } from '../rule.ts';

export const settingsIgnored: Rule = {
  id: 'settings-ignored',
  level: 'warning',
  kinds: ['settings'],
  summary:
    'A misspelled settings key or output style, or a plugin without its marketplace, which Claude Code silently ignores',
  source: 'https://code.claude.com/docs/en/settings',
  *check(context, report) {
    const { root, faults } = context.document.json!;
    if (faults.length > 0 || root?.type !== 'object') return;
    const permissions = jsonEntry(root, 'permissions')?.value;
    const found = [
      misspelled(root, []),
      misspelled(permissions, ['permissions']),
      withoutMarketplace(root),
      unknownStyle(root, context),
    ];
    for (const reports of found) {
      for (const it of reports) {
        yield;
        if (it) report(it);
      }
    }
  },
};

/** Keys that nothing reads and that are spelled nearly as one that is read. */
function* misspelled(owner: JsonNode | undefined, path: readonly string[]): Generator<Report | undefined> {
  const entries = jsonEntries(owner);
  const keys = new Set(entries.map(({ key }) => key));
  for (const entry of entries) {
    // `field-unknown` reports those that concern skills.
    const isReported = path.length === 0 && nearestJsonPart('settings', entry.key) !== undefined;
    const meant = isReported ? undefined : nearestSettingsKey(entry.key, path);
    if (meant === undefined) {
      yield undefined;
      continue;
    }
    const isThere = keys.has(meant);
    yield {
      range: entry.keyRange,
      message: `${showText(entry.key)} is not a setting of Claude Code, which ignores it. ${isThere ? `Move it to ${showText(meant)}, or remove it` : `Did you mean ${showText(meant)}?`}`,
      fixes: isThere ? [] : renameKey(entry, meant),
    };
  }
}

/** Plugins that are named without the marketplace that they come from. */
function* withoutMarketplace(root: JsonNode): Generator<Report> {
  const plugins = jsonEntries(jsonEntry(root, 'enabledPlugins')?.value);
  const added = jsonEntries(jsonEntry(root, 'extraKnownMarketplaces')?.value).map(({ key }) => key);
  const named = plugins.flatMap(({ key }) => (isComplete(key) ? key.slice(key.lastIndexOf('@') + 1) : []));
  const marketplaces = new Set([...added, ...named]);
  const keys = new Set(plugins.map(({ key }) => key));
  for (const entry of plugins) {
    if (isComplete(entry.key)) continue;
    const name = entry.key.replace(/^@|@$/g, '');
    const [only] = marketplaces.size === 1 ? marketplaces : [];
    const meant = only !== undefined && !entry.key.startsWith('@') && name !== '' ? `${name}@${only}` : undefined;
    const isFree = meant !== undefined && !keys.has(meant);
    yield {
      range: entry.keyRange,
      message: `Claude Code ignores ${showText(entry.key)}, because the marketplace of the plugin is missing. Write ${showText(meant ?? `${name || 'plugin'}@marketplace`)}`,
      fixes: isFree ? renameKey(entry, meant) : [],
    };
  }
}

/** An output style that exists only by another name. Others may be those of plugins or of an administrator. */
function* unknownStyle(root: JsonNode, { file }: RuleContext): Generator<Report> {
  const node = jsonEntry(root, 'outputStyle')?.value;
  const styles = file.outputStyles;
  if (!styles || node?.type !== 'string') return;
  const written: string = node.value;
  const names = [...BUILT_IN_OUTPUT_STYLES, ...styles.map(({ name }) => name)];
  if (written === '' || written.includes(':') || names.includes(written)) return;
  const byFile = styles.find(({ fileName }) => fileName === written)?.name;
  const meant = byFile ?? names.find((name) => isSameInAnyCase(name, written)) ?? nearestWord(written, names);
  if (meant === undefined) return;
  const reason = byFile === undefined ? '' : `. The name of a style is the \`name\` in its file`;
  yield {
    range: jsonRange(node),
    message: `There is no output style ${showText(written)}, so Claude Code uses none${reason}. Did you mean ${showText(meant)}?`,
    fixes: [replaceString(node, meant)],
  };
}

function isSameInAnyCase(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** Whether a key has the form `plugin@marketplace`. */
function isComplete(key: string): boolean {
  const at = key.lastIndexOf('@');
  return at > 0 && at < key.length - 1;
}

function renameKey({ keyRange }: JsonEntry, key: string): Fix[] {
  return [
    { title: `Rename to ${showText(key)}`, safe: false, edits: [{ range: keyRange, newText: JSON.stringify(key) }] },
  ];
}
