import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import { RUNTIMES, TARGETS } from '../../server/src/dialect/targets.ts';
import { levels, type RuleFacts } from '../../server/src/rules/rule.ts';
import { withLineEndingsOf } from './generated-section.ts';

/** A setting that package.json contributes; only what is read here. */
export interface Setting {
  readonly default: unknown;
  readonly markdownDescription: string;
  readonly enum?: readonly string[];
  readonly enumDescriptions?: readonly string[];
  readonly items?: { readonly enum?: readonly string[] };
}

const settingsPath = ['contributes', 'configuration', 'properties'];

/** The text of package.json with the rules, runtimes and targets that can be set. The rest stays as it is. */
export function packageWithSettings(text: string, rules: readonly RuleFacts[]): string {
  const ids = (consumers: readonly { readonly id: string }[]) => consumers.map(({ id }) => id);
  const parts: readonly (readonly [path: readonly string[], value: unknown])[] = [
    [['skillwright.runtime', 'enum'], ids(RUNTIMES)],
    [['skillwright.runtime', 'enumDescriptions'], RUNTIMES.map(runtimeDescription)],
    [
      ['skillwright.targets', 'items'],
      { type: 'string', enum: ids(TARGETS), enumDescriptions: TARGETS.map(({ title }) => `${title}.`) },
    ],
    [['skillwright.rules', 'properties'], Object.fromEntries(rules.map((rule) => [rule.id, ruleSetting(rule)]))],
  ];
  return parts.reduce((changed, [path, value]) => replaceValue(changed, [...settingsPath, ...path], value), text);
}

/** The settings that package.json contributes, by name. */
export function readPackageSettings(text: string): ReadonlyMap<string, Setting> {
  const settings: Record<string, Setting> = JSON.parse(text).contributes.configuration.properties;
  return new Map(Object.entries(settings));
}

/** The setting of one rule's level. */
export function ruleSetting({ summary, level }: RuleFacts) {
  return { type: 'string', enum: levels, description: summary, default: level };
}

function runtimeDescription({ title, verified }: (typeof RUNTIMES)[number], index: number): string {
  return index === 0
    ? `The latest Claude Code release that Skillwright was verified with: ${verified}.`
    : `${title}, an earlier release.`;
}

/** Replaces an existing value, as Biome formats package.json: every entry on its own line. */
function replaceValue(text: string, path: readonly string[], value: unknown): string {
  const tree = parseTree(text);
  const node = tree && findNodeAtLocation(tree, [...path]);
  if (!node) throw new Error(`has no ${path.join(' > ')}`);
  const indentation = /^ */.exec(text.slice(text.lastIndexOf('\n', node.offset) + 1))![0];
  const written = JSON.stringify(value, undefined, 2).replaceAll('\n', `\n${indentation}`);
  return text.slice(0, node.offset) + withLineEndingsOf(text, written) + text.slice(node.offset + node.length);
}
