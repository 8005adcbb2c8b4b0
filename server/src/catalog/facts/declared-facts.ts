import { readFlag, readLooseText, readText } from '../../dialect/coercion.ts';
import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import { readsSkillField } from '../../dialect/targets.ts';
import { splitToolRules } from '../../dialect/tools/tool-rules.ts';
import type { FileKind, RuntimeId } from '../../document/runtime-id.ts';
import type { SkillDocument } from '../../document/skill-document.ts';
import type { YamlValue } from '../../document/yaml/yaml-value.ts';
import { pathConditions } from './path-conditions.ts';

/** The declarations in the frontmatter of a skill. They are read without the body, which may be a megabyte. */
export interface DeclaredFacts {
  /** The description that the author wrote; undefined if the body's first line replaces it. */
  readonly description: string | undefined;
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
  readonly givesWay?: boolean | undefined;
  /** The globs that keep the skill away until a file matches; empty if there are none. */
  readonly paths: readonly string[];
}

/** Whether the author says what a skill does or when to use it. */
export function isDescribed({ description, whenToUse }: Pick<DeclaredFacts, 'description' | 'whenToUse'>): boolean {
  return description !== undefined || whenToUse !== undefined;
}

/**
 * Reads what a file declares. In a plugin, commands may have a `name` too, and every name is available; some releases
 * ignore there who may invoke it, and `context`.
 */
export function declaredFacts(document: SkillDocument, kind: FileKind, inPlugin: boolean): DeclaredFacts {
  const { fields } = document.frontmatter;
  const { runtime } = document;
  const value = (name: string) => fields.get(name)?.value;
  const { nameIgnoredAbove, readsInvocationFieldsInPlugins, readsFallbackField } = capabilities(runtime);
  const isAsked = readsInvocationFieldsInPlugins || !inPlugin;
  const name = declaredName(document, kind, inPlugin);
  return {
    description: readText(value('description'), runtime),
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
    givesWay: (readsFallbackField && readFlag(value('fallback'), runtime)?.value === true) || undefined,
    paths: kind === 'skill' && readsSkillField(runtime, 'paths') ? pathConditions(value('paths')) : [],
  };
}

/** The name that a file declares, however long; undefined if names of such files are not read. */
export function declaredName(
  { frontmatter, runtime }: SkillDocument,
  kind: FileKind,
  inPlugin: boolean,
): string | undefined {
  return kind === 'command' && !inPlugin ? undefined : nameOf(frontmatter.fields.get('name')?.value, runtime);
}

function nameOf(value: YamlValue | undefined, runtime: RuntimeId): string | undefined {
  const isNumber = value?.kind === 'scalar' && typeof value.value === 'number';
  return isNumber && !capabilities(runtime).readsNumbersAsNames ? undefined : readLooseText(value, runtime);
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
