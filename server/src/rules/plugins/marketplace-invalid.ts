import { type MarketplaceFault, marketplaceFaults } from '../../catalog/discover/marketplace-faults.ts';
import { marketplaceNameFault } from '../../dialect/names/reserved-names.ts';
import { findJsonPart } from '../../dialect/text/json-parts.ts';
import type { ShapeProblem } from '../../dialect/validate.ts';
import { type JsonNode, jsonEntry, jsonItems, jsonRange } from '../../document/json-document.ts';
import { textRange } from '../../document/text/text-range.ts';
import { replaceString } from '../edits/json-edits.ts';
import { faultInWords, rangeOfFault } from '../messages/json-fault.ts';
import { placeInWords, shapeInWords } from '../messages/shape-in-words.ts';
import { showText } from '../messages/show-value.ts';
import { rangeOfShapeProblem } from '../readings/fields/json-problem-range.ts';
import { toPluginName } from '../readings/plugins/plugin-names.ts';
import type { Fix, Report, Rule, RuleContext } from '../rule.ts';

export const marketplaceInvalid: Rule = {
  id: 'marketplace-invalid',
  level: 'error',
  kinds: ['marketplace'],
  summary: 'A marketplace that Claude Code cannot add: not JSON, without a valid name or owner, or with a wrong value',
  source: 'https://code.claude.com/docs/en/plugin-marketplaces#marketplace-schema',
  check(context, report) {
    const { document, file } = context;
    const { root, unread } = document.json!;
    if (unread || file.insideSkill) return;
    for (const fault of marketplaceFaults(document.json!)) report(refused(fault, context));
    if (root?.type !== 'object' || document.json!.faults.length > 0) return;
    const reserved = nameOfOthers(root);
    if (reserved) report(reserved);
    for (const found of idleParts(root)) report(found);
  },
};

const lost = 'so Claude Code cannot add the marketplace';

function refused(found: MarketplaceFault, context: RuleContext): Report {
  const { text, json } = context.document;
  switch (found.kind) {
    case 'json': {
      const range = found.fault ? rangeOfFault(found.fault, text) : textRange(0, 0);
      return notJson(context, range, found.fault && faultInWords(found.fault));
    }
    case 'object': {
      const message = `A marketplace must be an object, ${lost}. Write \`{ "name": … }\``;
      return { range: jsonRange(found.node), message };
    }
    case 'shape':
      return wrongValue(json!.root!, found.problem, found.key);
    default: {
      const name = showText(String(found.node.value));
      const what =
        found.fault === 'own'
          ? `Claude Code uses the name ${name} internally`
          : `The name ${name} looks like an official Anthropic marketplace`;
      return { range: jsonRange(found.node), message: `${what}, ${lost}. Choose another name` };
    }
  }
}

function notJson({ document: { text } }: RuleContext, range: Report['range'], fault: string | undefined): Report {
  const path = text.trim();
  // Git writes the target of a link as text where it cannot create links.
  if (/^\.{0,2}\/?[\w.-]+(?:\/[\w.-]+)+\.json$/.test(path)) {
    return {
      range: textRange(text.indexOf(path), text.indexOf(path) + path.length),
      message: `This is a path, not a marketplace, ${lost}: a link was saved as a text file. Replace it with the file that it leads to`,
    };
  }
  return { range, message: `${fault ?? 'The file is empty'}, ${lost}. Write strict JSON` };
}

function wrongValue(root: JsonNode, problem: ShapeProblem, key: string): Report {
  const range = rangeOfShapeProblem(root, problem);
  const part = findJsonPart('marketplace', key);
  const fixes = key === 'name' && problem.kind === 'value' ? writeName(root) : ownerAsObject(root, key, problem);
  const advice = fixes[0]
    ? fixes[0].title
    : part
      ? `Write, for example, \`"${key}": ${part.example}\``
      : 'Fix or remove it';
  return { range, message: `${shapeInWords(problem)}, ${lost}. ${advice}`, fixes };
}

function writeName(root: JsonNode): Fix[] {
  const node = jsonEntry(root, 'name')?.value;
  const meant = typeof node?.value === 'string' ? toPluginName(node.value) : '';
  return meant === '' ? [] : [replaceString(node!, meant)];
}

/** `"owner": "Ada"` means `{ "name": "Ada" }`. */
function ownerAsObject(root: JsonNode, key: string, { kind, path }: ShapeProblem): Fix[] {
  const node = jsonEntry(root, 'owner')?.value;
  if (key !== 'owner' || kind !== 'type' || path.length > 1 || node?.type !== 'string' || node.value === '') return [];
  const newText = `{ "name": ${JSON.stringify(node.value)} }`;
  return [{ title: `Write ${showText(newText)}`, safe: false, edits: [{ range: jsonRange(node), newText }] }];
}

/** Whether a marketplace says that it is Anthropic's own. Claude Code does not believe it, but looks at the repository. */
function isOfAnthropic(root: JsonNode): boolean {
  const email: unknown = jsonEntry(jsonEntry(root, 'owner')?.value, 'email')?.value?.value;
  return typeof email === 'string' && /@anthropic\.com$/i.test(email);
}

/** A name with which the marketplace can be added, but not by everyone. */
function nameOfOthers(root: JsonNode): Report | undefined {
  const node = jsonEntry(root, 'name')?.value;
  if (node?.type !== 'string') return undefined;
  const name = showText(node.value);
  const range = jsonRange(node);
  switch (marketplaceNameFault(node.value)) {
    case 'reserved':
      if (isOfAnthropic(root)) return undefined;
      return {
        range,
        severity: 'warning',
        message: `The name ${name} is reserved for Anthropic: Claude Code only adds a marketplace of this name from Anthropic’s repositories on GitHub. Choose another name`,
      };
    case 'desktop':
      return {
        range,
        severity: 'warning',
        message: `Claude Desktop rejects a marketplace with the name ${name}; Claude Code accepts it. Choose another name`,
      };
    default:
      return undefined;
  }
}

/** Parts that do no harm to Claude Code, but have no effect. */
function* idleParts(root: JsonNode): Generator<Report> {
  const plugins = jsonEntry(root, 'plugins');
  if (plugins?.value?.type === 'array' && jsonItems(plugins.value).length === 0) {
    yield {
      range: plugins.keyRange,
      severity: 'information',
      message: 'The marketplace offers no plugins. Add an entry for each plugin',
    };
  }
  const renames = jsonEntry(root, 'renames')?.value;
  if (!renames) return;
  const wrong =
    renames.type === 'object'
      ? (renames.children ?? []).find(({ children }) => !['string', 'null'].includes(children?.[1]?.type ?? 'null'))
      : renames;
  if (!wrong) return;
  const path = wrong === renames ? ['renames'] : ['renames', String(wrong.children![0]!.value)];
  yield {
    range: jsonRange(wrong === renames ? renames : wrong.children![1]!),
    severity: 'warning',
    message: `\`claude plugin validate\` rejects this value of ${placeInWords(path)}: it must ${wrong === renames ? 'be an object of old and new names' : 'be a new name, or `null`'}. Claude Code ignores it`,
  };
}
