import { readFlag, readLooseText, readText } from '../../dialect/coercion.ts';
import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import { isReservedName, readsSkillField } from '../../dialect/targets.ts';
import { estimateTokens } from '../../dialect/token-estimate.ts';
import { splitToolRules } from '../../dialect/tool-rules.ts';
import type { FileKind, RuntimeId } from '../../document/runtime-id.ts';
import type { SkillDocument } from '../../document/skill-document.ts';
import type { YamlValue } from '../../document/yaml/yaml-value.ts';
import { bytesAbove } from './bytes-above.ts';
import { fallbackDescription } from './fallback-description.ts';
import { isLoadableName } from './loadable-name.ts';
import { namedSkills } from './named-skills.ts';
import { pathConditions } from './path-conditions.ts';

/**
 * What the catalog keeps of a skill's file: everything that depends on no other file. The text itself is not kept, so
 * that ten thousand skills stay small.
 */
export interface SkillFacts {
  /** The description that the author wrote; undefined if the body's first line replaces it. */
  readonly description: string | undefined;
  /** What replaces a missing description. */
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
  /** The globs that keep the skill away until a file matches; empty if there are none. */
  readonly paths: readonly string[];
  /** The skills that the body names, as something to start. */
  readonly named: readonly string[];
  /** Estimated tokens of the body. */
  readonly bodyTokens: number;
  /** Lines of the whole file. */
  readonly lines: number;
  /** Why Claude Code does not load the file in any location; undefined if it does. */
  readonly refusal: string | undefined;
}

/** Whether the author says what a skill does or when to use it. */
export function isDescribed({ description, whenToUse }: Pick<SkillFacts, 'description' | 'whenToUse'>): boolean {
  return description !== undefined || whenToUse !== undefined;
}

/**
 * Reads the facts of a file. In a plugin, commands may have a `name` too, and every name is available; some releases
 * ignore there who may invoke it, and `context`.
 */
export function skillFacts(document: SkillDocument, kind: FileKind, baseName: string, inPlugin: boolean): SkillFacts {
  const { fields } = document.frontmatter;
  const { runtime, text } = document;
  const body = text.slice(document.bodyStart);
  const value = (name: string) => fields.get(name)?.value;
  const { nameIgnoredAbove, readsInvocationFieldsInPlugins, readsFallbackField } = capabilities(runtime);
  const isAsked = readsInvocationFieldsInPlugins || !inPlugin;
  const name = kind === 'command' && !inPlugin ? undefined : nameOf(value('name'), runtime);
  return {
    description: readText(value('description'), runtime),
    fallback: fallbackDescription(document, kind),
    whenToUse: readLooseText(value('when_to_use'), runtime),
    name: name !== undefined && name.length > (nameIgnoredAbove ?? Infinity) ? undefined : name,
    argumentHint: readLooseText(value('argument-hint'), runtime),
    allowedTools: toolsOf(value('allowed-tools')),
    // Claude Code accepts this one field in another spelling, too.
    disallowedTools: readsSkillField(runtime, 'disallowed-tools')
      ? toolsOf(value('disallowed-tools') ?? value('disallowedTools'))
      : [],
    model: readText(value('model'), runtime),
    fork: isAsked && isWord(value('context'), 'fork'),
    hiddenFromModel: readFlag(value('disable-model-invocation'), runtime)?.value === true,
    hiddenFromUser: isAsked && readFlag(value('user-invocable'), runtime)?.value === false,
    ...(readsFallbackField && readFlag(value('fallback'), runtime)?.value === true && { givesWay: true }),
    paths: kind === 'skill' && readsSkillField(runtime, 'paths') ? pathConditions(value('paths')) : [],
    named: namedSkills(body),
    bodyTokens: estimateTokens(body),
    lines: document.lines.count,
    refusal: refusalOf(document, kind, { baseName, name, inPlugin }),
  };
}

function nameOf(value: YamlValue | undefined, runtime: RuntimeId): string | undefined {
  const isNumber = value?.kind === 'scalar' && typeof value.value === 'number';
  return isNumber && !capabilities(runtime).readsNumbersAsNames ? undefined : readLooseText(value, runtime);
}

/** Recorded in test/conformance/own-frontmatter.*.jsonl. */
function refusalOf(
  { text, runtime }: SkillDocument,
  kind: FileKind,
  {
    baseName,
    name,
    inPlugin,
  }: { readonly baseName: string; readonly name: string | undefined; readonly inPlugin: boolean },
): string | undefined {
  const { reservesNames, rejectsUnprintableNames, ...limits } = capabilities(runtime);
  const limit = kind === 'skill' ? limits.skillNotLoadedAbove : limits.commandNotLoadedAbove;
  if (bytesAbove(limit, text) !== undefined) return `Claude Code does not load files larger than ${limit} bytes`;
  // Names of a plugin's skills are cleaned first.
  if (kind === 'skill' && inPlugin) return undefined;
  if (rejectsUnprintableNames && !isLoadableName(baseName))
    return 'Claude Code does not load names with `<`, `>` or invisible characters';
  if (kind !== 'skill' || !reservesNames) return undefined;
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
