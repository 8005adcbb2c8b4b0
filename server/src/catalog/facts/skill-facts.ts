import { readFlag, readLooseText, readText } from '../../dialect/coercion.ts';
import { COMMAND_NOT_LOADED_ABOVE, NAME_IGNORED_ABOVE, NOT_LOADED_ABOVE } from '../../dialect/limits.ts';
import { isReservedName } from '../../dialect/targets.ts';
import { estimateTokens } from '../../dialect/token-estimate.ts';
import { splitToolRules } from '../../dialect/tool-rules.ts';
import type { FileKind, RuntimeId } from '../../document/runtime-id.ts';
import type { SkillDocument } from '../../document/skill-document.ts';
import type { YamlValue } from '../../document/yaml-value.ts';
import { bytesAbove } from './bytes-above.ts';
import { fallbackDescription } from './fallback-description.ts';
import { isLoadableName } from './loadable-name.ts';
import { pathConditions } from './path-conditions.ts';

/**
 * What the catalog keeps of a skill's file: all that can be said of it without looking at other files. The text itself
 * is not kept, so that ten thousand skills stay small.
 */
export interface SkillFacts {
  /** The description that the author wrote; undefined where the body's first line stands in. */
  readonly description: string | undefined;
  /** What stands in for a missing description. */
  readonly fallback: string;
  readonly whenToUse: string | undefined;
  /** The field `name` as text, usable or not. */
  readonly name: string | undefined;
  readonly argumentHint: string | undefined;
  readonly allowedTools: readonly string[];
  readonly disallowedTools: readonly string[];
  readonly model: string | undefined;
  readonly fork: boolean;
  /** `disable-model-invocation` */
  readonly hiddenFromModel: boolean;
  /** `user-invocable: false` */
  readonly hiddenFromUser: boolean;
  /** `fallback: true`: a plugin's skill of the same name takes its place. */
  readonly givesWay?: boolean;
  /** The globs that keep the skill away until a file matches; empty where nothing does. */
  readonly paths: readonly string[];
  /** Estimated tokens of the body. */
  readonly bodyTokens: number;
  /** Lines of the whole file. */
  readonly lines: number;
  /** Why the client does not load the file, wherever it stands; undefined where it does. */
  readonly refusal: string | undefined;
}

/**
 * Reads the facts of a file. In a plugin commands may have another name, too, and no name is kept from anyone; 2.1.7
 * does not look at who may invoke it there, nor at `context`.
 */
export function skillFacts(document: SkillDocument, kind: FileKind, baseName: string, inPlugin: boolean): SkillFacts {
  const { fields } = document.frontmatter;
  const { runtime, text } = document;
  const value = (name: string) => fields.get(name)?.value;
  const isAsked = runtime === 'claude-code' || !inPlugin;
  const name = kind === 'command' && !inPlugin ? undefined : nameOf(value('name'), runtime);
  return {
    description: readText(value('description'), runtime),
    fallback: fallbackDescription(document),
    whenToUse: readLooseText(value('when_to_use'), runtime),
    name: name !== undefined && runtime === 'claude-code' && name.length > NAME_IGNORED_ABOVE ? undefined : name,
    argumentHint: readLooseText(value('argument-hint'), runtime),
    allowedTools: toolsOf(value('allowed-tools')),
    // The client knows this one field in another spelling, too.
    disallowedTools: runtime === 'claude-code' ? toolsOf(value('disallowed-tools') ?? value('disallowedTools')) : [],
    model: readText(value('model'), runtime),
    fork: isAsked && isWord(value('context'), 'fork'),
    hiddenFromModel: readFlag(value('disable-model-invocation'), runtime)?.value === true,
    hiddenFromUser: isAsked && readFlag(value('user-invocable'), runtime)?.value === false,
    ...(runtime === 'claude-code' && readFlag(value('fallback'), runtime)?.value === true && { givesWay: true }),
    paths: kind === 'skill' && runtime === 'claude-code' ? pathConditions(value('paths')) : [],
    bodyTokens: estimateTokens(text.slice(document.body.range.start)),
    lines: document.lines.count,
    refusal: runtime === 'claude-code' ? refusalOf(text, kind, { baseName, name, inPlugin }) : undefined,
  };
}

/** In 2.1.7 a number is no name. */
function nameOf(value: YamlValue | undefined, runtime: RuntimeId): string | undefined {
  const isNumber = value?.kind === 'scalar' && typeof value.value === 'number';
  return runtime !== 'claude-code' && isNumber ? undefined : readLooseText(value, runtime);
}

/** Seen with 2.1.329, see test/conformance/own-frontmatter.2.1.329.jsonl. */
function refusalOf(
  text: string,
  kind: FileKind,
  {
    baseName,
    name,
    inPlugin,
  }: { readonly baseName: string; readonly name: string | undefined; readonly inPlugin: boolean },
): string | undefined {
  const limit = kind === 'skill' ? NOT_LOADED_ABOVE : COMMAND_NOT_LOADED_ABOVE;
  if (bytesAbove(limit, text) !== undefined) return `Claude Code does not load files larger than ${limit} bytes`;
  // Names of a plugin's skills are cleaned before they are looked at.
  if (kind === 'skill' && inPlugin) return undefined;
  if (!isLoadableName(baseName)) return 'Claude Code does not load names with `<`, `>` or invisible characters';
  if (kind !== 'skill') return undefined;
  if (isReservedName(baseName, 'folder')) return `Claude Code reserves the folder name \`${baseName}\``;
  if (name && isReservedName(name, 'alias')) return `Claude Code reserves the name \`${name}\``;
  return undefined;
}

function toolsOf(value: YamlValue | undefined): string[] {
  if (!value) return [];
  const texts = value.kind === 'list' ? value.items : [value];
  return texts.flatMap((item) =>
    item.kind === 'scalar' && typeof item.value === 'string' ? splitToolRules(item.value) : [],
  );
}

function isWord(value: YamlValue | undefined, word: string): boolean {
  return value?.kind === 'scalar' && value.value === word;
}
