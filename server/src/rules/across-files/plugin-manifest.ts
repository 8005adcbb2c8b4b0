import { manifestProblems } from '../../catalog/discover/plugin-layout.ts';
import { findJsonPart } from '../../dialect/json-parts.ts';
import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import type { ShapeProblem } from '../../dialect/validate.ts';
import { type JsonNode, jsonEntries, jsonEntry, jsonRange, jsonValue } from '../../document/json-document.ts';
import { textRange } from '../../document/text/text-range.ts';
import { lastPart } from '../../platform/paths.ts';
import { lookUpJson } from '../edits/json-lookup.ts';
import { faultInWords, rangeOfFault } from '../messages/json-fault.ts';
import { showText } from '../messages/show-value.ts';
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
    const told = new Set<string>();
    for (const problem of manifestProblems(jsonValue(root), document.runtime)) {
      yield;
      const key = problem.kind === 'missing' ? problem.detail : (problem.path[0] ?? '');
      // Another rule reports the paths of skills. One value may be wrong in several ways.
      if (key === 'skills' || told.has(key)) continue;
      told.add(key);
      report(key === 'name' ? wrongName(context, root) : wrongValue(problem, key, root));
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
  return {
    range,
    message: `The \`name\` ${needed}, ${lost}. ${meant ? `Write ${showText(meant)}` : 'Write the name of the plugin'}`,
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

function wrongValue({ path, kind, detail }: ShapeProblem, key: string, root: JsonNode): Report {
  const node = lookUpJson(root, path) ?? jsonEntry(root, key)?.value ?? root;
  const paths = key === 'commands' || key === 'agents';
  const needed =
    kind === 'type'
      ? `must be ${detail
          .split(',')
          .map((type) => types[type] ?? type)
          .join(' or ')}`
      : paths
        ? `needs a path that begins with \`./\`${key === 'agents' ? ' and ends with `.md`' : ''}`
        : 'has a value that Claude Code rejects';
  const example = findJsonPart('plugin', key)?.example;
  return {
    range: jsonRange(node),
    message: `\`${key}\` ${needed}, ${lost}. ${example ? `Write, for example, \`${example}\`` : 'Fix or remove it'}`,
  };
}

const types: Readonly<Record<string, string>> = { array: 'a list', object: 'an object', string: 'a string' };
