import { droppedValues, manifestProblems } from '../../catalog/discover/plugin-layout.ts';
import { pluginNameFault } from '../../dialect/names/reserved-names.ts';
import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import { findJsonPart } from '../../dialect/text/json-parts.ts';
import type { JsonValue } from '../../dialect/text/to-json.ts';
import type { ShapeProblem } from '../../dialect/validate.ts';
import { type JsonNode, jsonEntries, jsonEntry, jsonRange, jsonValue } from '../../document/json-document.ts';
import { textRange } from '../../document/text/text-range.ts';
import { lastPart } from '../../platform/paths.ts';
import { replaceString } from '../edits/json-edits.ts';
import { lookUpJson } from '../edits/json-lookup.ts';
import { faultInWords, rangeOfFault } from '../messages/json-fault.ts';
import { shapeInWords } from '../messages/shape-in-words.ts';
import { showText } from '../messages/show-value.ts';
import { rangeOfShapeProblem } from '../readings/fields/json-problem-range.ts';
import type { Fix, Report, Rule, RuleContext } from '../rule.ts';

export const pluginManifest: Rule = {
  id: 'plugin-manifest',
  level: 'error',
  kinds: ['plugin'],
  summary:
    'A plugin manifest that prevents the plugin from loading: not JSON, without a valid name, or with an invalid value',
  source: 'https://code.claude.com/docs/en/plugins-reference#required-fields',
  *check(context, report) {
    const { document } = context;
    const { root, faults, unread } = document.json!;
    if (unread) return;
    const hasMark = document.text.startsWith('\uFEFF');
    if (hasMark && !capabilities(document.runtime).acceptsManifestByteOrderMark) {
      report({ range: textRange(0, 1), message: `The file begins with a byte order mark, ${lost}. Remove it` });
      return;
    }
    const [fault] = faults;
    if (fault || !root) {
      const range = fault ? rangeOfFault(fault, document.text) : textRange(0, 0);
      report({ range, message: `${fault ? faultInWords(fault) : 'The file is empty'}, ${lost}. Write strict JSON` });
      return;
    }
    if (root.type !== 'object') {
      report({ range: jsonRange(root), message: `A manifest must be an object, ${lost}. Write \`{ "name": … }\`` });
      return;
    }
    const manifest = jsonValue(root);
    const told = new Set<string>();
    for (const problem of manifestProblems(manifest, document.runtime)) {
      yield;
      const place = problem.kind === 'missing' && problem.path.length === 0 ? [problem.detail] : problem.path;
      const [key = ''] = place;
      const subject = /^\d/.test(place[1] ?? '') ? key : place.slice(0, 2).join('/');
      // Another rule reports the paths of skills. One value may be wrong in several ways.
      if (key === 'skills' || told.has(subject)) continue;
      told.add(subject);
      report(key === 'name' ? wrongName(context, root) : wrongValue(problem, key, root));
    }
    for (const problem of droppedValues(manifest)) {
      const key = problem.path[0]!;
      if (told.has(key)) continue;
      told.add(key);
      report(droppedValue(problem, key, root));
    }
    const name = jsonEntry(root, 'name')?.value;
    // The entry of a marketplace has the name, too, and is where it is reported.
    if (name?.type === 'string' && !told.has('name') && !context.file.isBelowMarketplace) {
      const found = reservedName(name);
      if (found) report(found);
    }
  },
};

const lost = 'so Claude Code does not load the plugin';

function wrongName(context: RuleContext, root: JsonNode): Report {
  const entry = jsonEntry(root, 'name');
  if (!entry?.value) {
    const other = jsonEntries(root).find(({ key }) => key.toLowerCase() === 'name' && key !== 'name');
    const range = other?.keyRange ?? textRange(root.offset, root.offset + 1);
    return {
      range,
      message: `The manifest has no \`name\`, ${lost}. ${other ? `Rename ${showText(other.key)}` : 'Add one'}`,
      fixes: other
        ? [{ title: 'Rename the key to `name`', safe: true, edits: [{ range, newText: '"name"' }] }]
        : insertName(context, root),
    };
  }
  const range = jsonRange(entry.value);
  const written: unknown = entry.value.value;
  const meant = typeof written === 'string' ? toName(written) : '';
  const needed =
    typeof written !== 'string'
      ? 'must be a string'
      : written === ''
        ? 'is empty'
        : 'must not contain spaces, slashes, `:` or `@`';
  const isByPath = typeof written === 'string' && written !== '' && !/[\s\p{Cc}]/u.test(written);
  const effect = isByPath
    ? 'so Claude Code does not load the plugin by its path, and no marketplace can offer it under this name'
    : lost;
  return {
    range,
    ...(isByPath && { severity: 'warning' as const }),
    message: `The \`name\` ${needed}, ${effect}. ${meant ? `Write ${showText(meant)}` : 'Write the name of the plugin'}`,
    fixes: meant
      ? [{ title: `Write ${showText(meant)}`, safe: false, edits: [{ range, newText: JSON.stringify(meant) }] }]
      : [],
  };
}

function insertName({ document, file }: RuleContext, root: JsonNode): Fix[] {
  const name = toName(lastPart(file.pluginRoot ?? file.path.split('/').slice(0, -2).join('/')));
  if (name === '') return [];
  const at = root.offset + 1;
  const rest = document.text.slice(at);
  const space = /^\s*/.exec(rest)![0];
  const isEmpty = rest.startsWith('}', space.length);
  const newText = `${isEmpty ? ' ' : space}"name": ${JSON.stringify(name)}${isEmpty ? (space === '' ? ' ' : '') : ','}`;
  return [
    {
      title: `Insert \`"name": ${JSON.stringify(name)}\``,
      safe: false,
      edits: [{ range: textRange(at, at), newText: isEmpty || space !== '' ? newText : `${newText} ` }],
    },
  ];
}

function toName(text: string): string {
  return text
    .trim()
    .replace(/[\s/\\:@]+/g, '-')
    .replace(/^-+|-+$/g, '');
}

function wrongValue(problem: ShapeProblem, key: string, root: JsonNode): Report {
  return {
    range: rangeOfShapeProblem(root, problem),
    message: `${shapeInWords(problem)}, ${lost}. ${adviceFor(key)}`,
    fixes: addDot(problem, root),
  };
}

function adviceFor(key: string): string {
  const example = findJsonPart('plugin', key)?.example;
  return example ? `Write, for example, \`"${key}": ${example}\`` : 'Fix or remove it';
}

/** A path without `./`. */
function addDot({ path, form }: ShapeProblem, root: JsonNode): Fix[] {
  const node = lookUpJson(root, path);
  const isPath = form?.includes('`./`') && node?.type === 'string' && /^[\w-][\w ./-]*$/.test(node.value);
  const meant = isPath ? `./${node!.value}` : undefined;
  const isWhole = meant !== undefined && (!form!.includes('`.json`') || /\.(json|mcpb|dxt)$/.test(meant));
  return isWhole ? [replaceString(node!, meant)] : [];
}

/** A value that is only shown to people: the plugin loads without it. */
function droppedValue(problem: ShapeProblem, key: string, root: JsonNode): Report {
  const node = jsonEntry(root, key)!.value!;
  const meant = meantValue(key, jsonValue(node));
  return {
    range: rangeOfShapeProblem(root, problem),
    severity: 'warning',
    message: `${shapeInWords(problem)}: \`claude plugin validate\` rejects this, and Claude Code loads the plugin without it. ${adviceFor(key)}`,
    fixes:
      meant === undefined
        ? []
        : [{ title: `Write ${showText(meant)}`, safe: false, edits: [{ range: jsonRange(node), newText: meant }] }],
  };
}

/** The value that the author meant by one of the wrong kind, as JSON; undefined if that is not clear. */
function meantValue(key: string, written: JsonValue): string | undefined {
  if (key === 'author' && typeof written === 'string' && written.trim() !== '') {
    const [, name = written, email] = /^\s*(.*?)\s*<([^<>\s]+@[^<>\s]+)>\s*$/.exec(written) ?? [];
    const person = [['name', name.trim()] as const, ...(email === undefined ? [] : [['email', email] as const])];
    return `{ ${person.map((pair) => pair.map((it) => JSON.stringify(it)).join(': ')).join(', ')} }`;
  }
  if (key === 'repository' && written !== null && typeof written === 'object' && !Array.isArray(written)) {
    const { url } = written as { readonly url?: JsonValue };
    return typeof url === 'string' ? JSON.stringify(url.replace(/^git\+/, '')) : undefined;
  }
  if (key === 'keywords' && typeof written === 'string') {
    const words = written.split(/[,\s]+/).filter((word) => word !== '');
    return words.length === 0 ? undefined : `[${words.map((word) => JSON.stringify(word)).join(', ')}]`;
  }
  return undefined;
}

function reservedName(node: JsonNode): Report | undefined {
  const name = String(node.value);
  const fault = pluginNameFault(name);
  if (!fault) return undefined;
  return {
    range: jsonRange(node),
    severity: 'warning',
    message:
      fault === 'reserved'
        ? `\`claude plugin validate\` rejects the name ${showText(name)}, which looks like an official Anthropic plugin, although Claude Code installs it. Choose another name`
        : `The name ${showText(name)} looks like an official Anthropic plugin. Choose another name`,
  };
}
