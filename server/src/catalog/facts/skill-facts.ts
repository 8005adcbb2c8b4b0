import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import { isReservedName } from '../../dialect/targets.ts';
import { estimateTokens } from '../../dialect/text/token-estimate.ts';
import type { FileKind } from '../../document/runtime-id.ts';
import type { SkillDocument } from '../../document/skill-document.ts';
import { bytesAbove } from './bytes-above.ts';
import { type DeclaredFacts, declaredFacts, declaredName } from './declared-facts.ts';
import { fallbackDescription } from './fallback-description.ts';
import { isLoadableName } from './loadable-name.ts';
import { namedSkills } from './named-skills.ts';

/**
 * The facts that the catalog keeps of a skill's file: everything that depends on no other file. The text itself is not kept, so
 * that ten thousand skills stay small.
 */
export interface SkillFacts extends DeclaredFacts {
  /** The text that replaces a missing description. */
  readonly fallback: string;
  /** The skills that the body names, as something to start. */
  readonly named: readonly string[];
  /** Estimated tokens of the body. */
  readonly bodyTokens: number;
  /** Lines of the whole file. */
  readonly lines: number;
  /** Why Claude Code does not load the file in any location; undefined if it does. */
  readonly refusal: string | undefined;
}

/** Reads the facts of a file, its whole body included. */
export function skillFacts(document: SkillDocument, kind: FileKind, baseName: string, inPlugin: boolean): SkillFacts {
  const body = document.text.slice(document.bodyStart);
  const name = declaredName(document, kind, inPlugin);
  return {
    ...declaredFacts(document, kind, inPlugin),
    fallback: fallbackDescription(document, kind, inPlugin),
    named: namedSkills(body),
    bodyTokens: estimateTokens(body),
    lines: document.lines.count,
    refusal: refusalOf(document, kind, { baseName, name, inPlugin }),
  };
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
  const { reservesNames, rejectsUnprintableNames, skillNotLoadedAbove, commandNotLoadedAbove } = capabilities(runtime);
  const limit = kind === 'skill' ? skillNotLoadedAbove : commandNotLoadedAbove;
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
