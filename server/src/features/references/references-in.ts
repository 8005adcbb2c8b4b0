import { type FileKind, isEvaluationKind } from '../../document/runtime-id.ts';
import type { SkillDocument } from '../../document/skill-document.ts';
import { agentsInSettings, agentsInText } from './agent-references.ts';
import { referencesInEvaluation } from './evaluation-references.ts';
import { filesInText, type PathBases } from './file-references.ts';
import { pathsInManifest, pathsInMarketplace } from './manifest-references.ts';
import type { Reference } from './reference.ts';
import { skillsInSettings, skillsInText } from './skill-references.ts';

/*
 * References are found when they are asked for. `references-in` reads every name in a text with its range, and
 * `meantSkills` decides by Claude Code's own rules which skill is meant. Only texts that contain the word are read
 * that way, and no index is kept, so that typing costs nothing. A rename changes what certainly means one skill:
 * `/name`, never a word in prose. The name of a plugin (`plugin-names`) is in its manifest and in marketplaces, where
 * it changes together.
 */

/** A file whose references are read. */
export interface NamingFile {
  /** Undefined for other Markdown files: those that a skill bundles, and what Claude Code reads at the start. */
  readonly kind: FileKind | undefined;
  readonly bases: PathBases;
}

/** Every reference in a text, in source order. */
export function referencesIn(document: SkillDocument, { kind, bases }: NamingFile): Reference[] {
  const { text, runtime } = document;
  if (kind === 'settings') return inOrder([...skillsInSettings(text, runtime), ...agentsInSettings(text)]);
  if (kind !== undefined && isEvaluationKind(kind)) return inOrder(referencesInEvaluation(document, kind, bases));
  if (kind === 'plugin') return bases.plugin === undefined ? [] : pathsInManifest(text, bases.plugin);
  if (kind === 'marketplace') return bases.plugin === undefined ? [] : pathsInMarketplace(text, bases.plugin);
  // Their commands are not followed.
  if (kind === 'hooks' || kind === 'mcp-servers' || kind === 'lsp-servers') return [];
  return inOrder([
    ...skillsInText(document, kind === 'agent'),
    ...agentsInText(document),
    ...filesInText(document, bases),
    ...(kind === 'agent' || kind === undefined ? [] : argumentsInText(document)),
  ]);
}

/** The placeholders of declared arguments. */
function argumentsInText({ body, argumentNames }: SkillDocument): Reference[] {
  return body.placeholders.flatMap(({ index, range, escaped }) =>
    index === undefined || escaped || index >= argumentNames.length
      ? []
      : [{ target: { kind: 'argument' as const, index }, range }],
  );
}

function inOrder(references: Reference[]): Reference[] {
  return references.sort((a, b) => a.range.start - b.range.start);
}
