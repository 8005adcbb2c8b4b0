import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import { MODEL_ALIASES } from '../../server/src/dialect/models.ts';
import { RUNTIMES, SELECTABLE_TARGETS } from '../../server/src/dialect/targets.ts';
import { levels, type RuleFacts } from '../../server/src/rules/rule.ts';
import { withLineEndingsOf } from './generated-section.ts';
import { commandContributions } from './package-contributions.ts';

/** A setting that package.json contributes; only what is read here. */
export interface Setting {
  readonly default: unknown;
  readonly markdownDescription: string;
  readonly enum?: readonly string[];
  readonly enumDescriptions?: readonly string[];
  readonly items?: { readonly enum?: readonly string[] };
}

/** A description for readers outside VS Code, where a link that runs one of its commands leads nowhere. */
export function withoutCommands(markdown: string): string {
  return markdown.replaceAll(/ ?\[[^\]]*\]\(command:[^)]*\)/g, '');
}

/** A category of settings, which has a title in the editor's settings. */
interface SettingCategory {
  readonly properties: Readonly<Record<string, Setting>>;
}

/** The text of package.json with its commands and menus, and what can be set. The rest stays as it is. */
export function generatedPackage(text: string, rules: readonly RuleFacts[]): string {
  const ids = (consumers: readonly { readonly id: string }[]) => consumers.map(({ id }) => id);
  const parts: readonly (readonly [path: readonly [setting: string, key: string], value: unknown])[] = [
    [['skillwright.runtime', 'enum'], ids(RUNTIMES)],
    [['skillwright.runtime', 'enumDescriptions'], RUNTIMES.map(runtimeDescription)],
    [['skillwright.model', 'anyOf'], modelSuggestions()],
    [
      ['skillwright.targets', 'items'],
      {
        type: 'string',
        enum: ids(SELECTABLE_TARGETS),
        enumDescriptions: SELECTABLE_TARGETS.map(({ title }) => `${title}.`),
      },
    ],
    [['skillwright.rules', 'properties'], Object.fromEntries(rules.map((rule) => [rule.id, ruleSetting(rule)]))],
    [['skillwright.ruleOptions', 'properties'], ruleOptionSettings(rules)],
  ];
  const withSettings = parts.reduce((changed, [path, value]) => replaceValue(changed, pathOf(text, path), value), text);
  return Object.entries(commandContributions()).reduce(
    (changed, [name, value]) => replaceValue(changed, ['contributes', name], value),
    withSettings,
  );
}

/** The path of a part of a setting, in whichever category it is. */
function pathOf(text: string, [setting, key]: readonly [setting: string, key: string]): (string | number)[] {
  const category = readCategories(text).findIndex(({ properties }) => setting in properties);
  return ['contributes', 'configuration', category, 'properties', setting, key];
}

/** The settings that package.json contributes, by name. */
export function readPackageSettings(text: string): ReadonlyMap<string, Setting> {
  return new Map(readCategories(text).flatMap(({ properties }) => Object.entries(properties)));
}

function readCategories(text: string): readonly SettingCategory[] {
  return JSON.parse(text).contributes.configuration;
}

/** The setting of one rule's level. */
export function ruleSetting({ summary, level }: RuleFacts) {
  return { type: 'string', enum: levels, description: summary, default: level };
}

/** The settings of the rules that have options. */
export function ruleOptionSettings(rules: readonly RuleFacts[]) {
  const ofRule = (options: NonNullable<RuleFacts['options']>) => ({
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(
      Object.entries(options).map(([name, option]) => [
        name,
        'minimum' in option ? { type: 'integer', ...option } : { type: 'array', items: { type: 'string' }, ...option },
      ]),
    ),
  });
  return Object.fromEntries(rules.flatMap(({ id, options }) => (options ? [[id, ofRule(options)]] : [])));
}

function runtimeDescription({ title, verified }: (typeof RUNTIMES)[number], index: number): string {
  return index === 0
    ? `The latest Claude Code release that Skillwright was verified with: ${verified}.`
    : `${title}, an earlier release.`;
}

/** Completion in settings.json offers the short names; any other text is valid too, such as a model's full id. */
function modelSuggestions() {
  const offered = MODEL_ALIASES.filter(({ alias }) => alias !== 'inherit');
  return [
    { enum: offered.map(({ alias }) => alias), enumDescriptions: offered.map(({ description }) => description) },
    { type: 'string' },
  ];
}

/** Replaces an existing value, as Biome formats package.json: every entry on its own line. */
function replaceValue(text: string, path: readonly (string | number)[], value: unknown): string {
  const tree = parseTree(text);
  const node = tree && findNodeAtLocation(tree, [...path]);
  if (!node) throw new Error(`has no ${path.join(' > ')}`);
  const indentation = /^ */.exec(text.slice(text.lastIndexOf('\n', node.offset) + 1))![0];
  const written = JSON.stringify(value, undefined, 2).replaceAll('\n', `\n${indentation}`);
  return text.slice(0, node.offset) + withLineEndingsOf(text, written) + text.slice(node.offset + node.length);
}
