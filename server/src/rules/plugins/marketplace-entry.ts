import { entriesOf, isBareSource, listedFolder } from '../../catalog/discover/listed-manifests.ts';
import { type EntryFault, entryFaults } from '../../catalog/discover/marketplace-faults.ts';
import type { NamedPath } from '../../catalog/file/named-paths.ts';
import { marketplaceNameFault, pluginNameFault } from '../../dialect/names/reserved-names.ts';
import { CONFLICTING_PARTS, ENTRY_PARTS } from '../../dialect/text/json-parts.ts';
import type { ShapeProblem } from '../../dialect/validate.ts';
import { type JsonNode, jsonEntry, jsonRange } from '../../document/json-document.ts';
import { folderOf, relativeTo } from '../../platform/paths.ts';
import { replaceString } from '../edits/json-edits.ts';
import { areLinkTexts, checkOutLinks } from '../messages/link-texts.ts';
import { shapeInWords } from '../messages/shape-in-words.ts';
import { showText } from '../messages/show-value.ts';
import { beginning, rangeOfShapeProblem } from '../readings/fields/json-problem-range.ts';
import { toPluginName } from '../readings/plugins/plugin-names.ts';
import type { Fix, Report, Rule, RuleContext } from '../rule.ts';

export const marketplaceEntry: Rule = {
  id: 'marketplace-entry',
  level: 'error',
  kinds: ['marketplace'],
  summary: 'A plugin of a marketplace that cannot be installed, or that loads without its parts',
  source: 'https://code.claude.com/docs/en/plugin-marketplaces#plugin-entries',
  *check(context, report) {
    const { document, file } = context;
    const { root, faults } = document.json!;
    if (faults.length > 0 || root?.type !== 'object' || file.insideSkill) return;
    const seen = new Set<string>();
    for (const entry of entriesOf(root)) {
      yield;
      for (const found of checkEntry(entry, root, context)) report(found);
      const name = jsonEntry(entry, 'name')?.value;
      if (name?.type !== 'string') continue;
      if (seen.has(name.value)) {
        report({
          range: jsonRange(name),
          message: `Another entry above has the name ${showText(name.value)}, so this plugin cannot be installed. Choose another name`,
        });
      }
      seen.add(name.value);
    }
  },
};

const notInstalled = 'so the plugin cannot be installed';

function* checkEntry(entry: JsonNode, root: JsonNode, context: RuleContext): Generator<Report> {
  const wrong = new Set<string>();
  for (const fault of entryFaults(entry, root)) {
    if (fault.kind === 'object') {
      const message =
        'An entry of `plugins` must be an object, so Claude Code leaves this one out. Write `{ "name": …, "source": … }`';
      yield { range: jsonRange(entry), message };
      return;
    }
    wrong.add(fault.kind === 'shape' ? fault.key : 'source');
    yield fault.kind === 'shape' ? wrongValue(entry, fault.problem, fault.key) : wrongSource(fault);
  }
  if (!wrong.has('name') && !isOfAnthropic(root)) yield* checkName(entry);
  if (wrong.has('source')) return;
  const broken = [...checkFolder(entry, root, context)];
  yield* broken;
  if (broken.length === 0) yield* checkAgainstManifest(entry, root, context);
}

function wrongValue(entry: JsonNode, problem: ShapeProblem, key: string): Report {
  const range =
    problem.kind === 'missing' && problem.path.length === 0 ? beginning(entry) : rangeOfShapeProblem(entry, problem);
  const isName = key === 'name' && problem.kind !== 'type';
  const node = jsonEntry(entry, 'name')?.value;
  const meant = isName && node?.type === 'string' ? toPluginName(node.value) : '';
  if (meant) {
    const fix = replaceString(node!, meant);
    return { range, message: `${shapeInWords(problem)}, ${notInstalled}. ${fix.title}`, fixes: [fix] };
  }
  const source = problem.kind === 'unknown-kind' ? `. The kinds of sources are ${sourceKinds}` : undefined;
  const example = ENTRY_PARTS.find(({ name }) => name === key)?.example;
  const advice = source ?? (example ? `. Write, for example, \`"${key}": ${example}\`` : '. Fix or remove it');
  return {
    range,
    message: `${shapeInWords(problem)}, ${notInstalled}${advice}`,
    fixes: problem.path.length > 0 ? pathFixes(entry, problem) : [],
  };
}

const sourceKinds = '`github`, `url`, `git-subdir`, `npm`, `archive` and `command`';

/** A path without `./`. */
function pathFixes(entry: JsonNode, problem: ShapeProblem): Fix[] {
  const [key, index] = problem.path;
  const value = jsonEntry(entry, key!)?.value;
  const node = index === undefined ? value : value?.children?.[Number(index)];
  const isPath = problem.form?.includes('`./`') && node?.type === 'string' && /^[\w-][\w ./-]*$/.test(node.value);
  return isPath && !node!.value.split('/').includes('..') ? [replaceString(node!, `./${node!.value}`)] : [];
}

/** `claude plugin validate` lets the plugins of marketplaces that are Anthropic’s own have any name. */
function isOfAnthropic(root: JsonNode): boolean {
  const name: unknown = jsonEntry(root, 'name')?.value?.value;
  return typeof name === 'string' && marketplaceNameFault(name) === 'reserved';
}

function* checkName(entry: JsonNode): Generator<Report> {
  const node = jsonEntry(entry, 'name')!.value!;
  const fault = pluginNameFault(String(node.value));
  if (!fault) return;
  yield {
    range: jsonRange(node),
    severity: 'warning',
    message:
      fault === 'reserved'
        ? `\`claude plugin validate\` rejects the name ${showText(String(node.value))}, which looks like an official Anthropic plugin, although Claude Code installs it. Choose another name`
        : `The name ${showText(String(node.value))} looks like an official Anthropic plugin. Choose another name`,
  };
}

/** A source that Claude Code refuses whatever is there. */
function wrongSource({ kind, node }: Extract<EntryFault, { readonly node: JsonNode }>): Report {
  const range = jsonRange(node);
  const written = String(node.value);
  switch (kind) {
    case 'repository': {
      const needs = `A repository on GitHub has an owner and a name, such as \`ada/office\`, ${notInstalled}. Write both`;
      return { range, message: needs };
    }
    case 'address':
      return {
        range,
        message: `This is not the address of a Git repository that Claude Code can fetch, ${notInstalled}. Write an address such as \`https://example.com/office.git\``,
      };
    case 'above':
      return {
        range,
        message: `A source must not contain \`..\`, ${notInstalled}: it is relative to the folder that contains \`.claude-plugin\`. Write the path from there`,
      };
    default: {
      const path = written.replaceAll('\\', '/').replace(/^\/+/, '');
      return {
        range,
        message:
          kind === 'plugin-root'
            ? `\`metadata.pluginRoot\`, which this source is relative to, points outside the marketplace, ${notInstalled}. Set it to a folder such as \`./plugins\``
            : `A source must begin with \`./\`, ${notInstalled}. Write the path from the folder that contains \`.claude-plugin\`${isBareSource(written) ? ', or set `metadata.pluginRoot`' : ''}`,
        fixes: /^[\w.-][\w ./-]*$/.test(path) ? [replaceString(node, path.startsWith('./') ? path : `./${path}`)] : [],
      };
    }
  }
}

/** A source of the right form that leads nowhere. */
function* checkFolder(entry: JsonNode, root: JsonNode, { file }: RuleContext): Generator<Report> {
  const node = jsonEntry(entry, 'source')!.value!;
  const marketplace = folderOf(folderOf(file.path));
  const folder = listedFolder(entry, root, marketplace);
  const found = folder === undefined ? undefined : file.namedPaths?.get(folder);
  if (!found || found.type === 'folder') return;
  if (found.linkText) {
    const text = areLinkTexts([relativeTo(found.linkText.path, marketplace)]);
    yield { range: jsonRange(node), severity: 'information', message: `${text}, ${notInstalled}. ${checkOutLinks}` };
    return;
  }
  const shown = showText(relativeTo(folder!, marketplace));
  yield {
    range: jsonRange(node),
    message:
      found.type === undefined
        ? `The marketplace has no folder ${shown}, ${notInstalled}. ${found.nearest ? `Did you mean ${showText(found.nearest)}?` : 'Write the path of the plugin’s folder'}`
        : `${shown} is a file, ${notInstalled}. Write the path of the plugin’s folder`,
    fixes: nearestFix(node, String(node.value), found),
  };
}

function nearestFix(node: JsonNode, written: string, { nearest }: NamedPath): Fix[] {
  if (nearest === undefined) return [];
  return [replaceString(node, written.replace(/[^/]+\/*$/, nearest))];
}

function* checkAgainstManifest(entry: JsonNode, root: JsonNode, { file }: RuleContext): Generator<Report> {
  const folder = listedFolder(entry, root, folderOf(folderOf(file.path)));
  const manifest = folder === undefined ? undefined : file.listedManifests?.get(folder);
  if (!manifest) return;
  const own = [entry, jsonEntry(entry, 'experimental')?.value];
  const part = own.flatMap((holder) => CONFLICTING_PARTS.flatMap((key) => jsonEntry(holder, key) ?? []))[0];
  if (jsonEntry(entry, 'strict')?.value?.value === false && part) {
    yield {
      range: part.keyRange,
      message:
        'With `"strict": false`, only this entry may list the parts of the plugin, but the plugin also has a manifest, so Claude Code loads nothing from it. Remove `strict`, or the parts listed here',
      fixes: [{ title: 'Write `"strict": true`', safe: false, edits: [strictEdit(entry)] }],
    };
  }
  const version = jsonEntry(entry, 'version')?.value;
  const counted = manifest.version;
  if (version && counted !== undefined && counted !== version.value) {
    yield {
      range: jsonRange(version),
      severity: 'warning',
      message: `Claude Code ignores this version, because the plugin’s manifest says ${showText(counted)}. Write the same version in both`,
      fixes: [replaceString(version, counted)],
    };
  }
}

function strictEdit(entry: JsonNode) {
  return { range: jsonRange(jsonEntry(entry, 'strict')!.value!), newText: 'true' };
}
