import { CompletionItemKind } from 'vscode-languageserver-types';
import type { FieldFacts } from '../../dialect/fields.ts';
import { BUILT_IN_AGENTS, FRONTMATTER_MODEL_ALIASES } from '../../dialect/models.ts';
import type { SkillDocument } from '../../document/skill-document.ts';
import { type TextRange, textRange } from '../../document/text-range.ts';
import type { OpenFile } from '../check/open-file.ts';
import { ownMarkdown } from '../text/markdown-text.ts';
import type { FrontmatterPosition } from './frontmatter-position.ts';
import type { Proposal, Proposals } from './proposal.ts';

/** A value and its meaning. */
interface Word {
  readonly word: string;
  /** From `schemas/`. */
  readonly description?: string | undefined;
  /** Shown after the word, such as the model of an alias. */
  readonly detail?: string | undefined;
}

/** The values that a field may have. */
export function completeValue(
  open: OpenFile,
  place: FrontmatterPosition,
  field: FieldFacts,
  isItem: boolean,
): Proposals | undefined {
  const takesItems = field.form === 'skills';
  if (isItem !== takesItems) return undefined;
  const words = wordsFor(field, open);
  return words.length === 0 ? undefined : proposeWords(words, open.document, place.typed);
}

/** Completions that replace a value, inside its quotes if it has any. */
export function proposeWords(words: readonly Word[], document: SkillDocument, typed: TextRange): Proposals {
  const { text } = document;
  const quote = /^["']/.exec(text.slice(typed.start, typed.end))?.[0];
  const start = quote ? typed.start + 1 : typed.start;
  const end = quote && typed.end > start && text[typed.end - 1] === quote ? typed.end - 1 : typed.end;
  return { replace: textRange(start, end), items: words.map((word) => proposeWord(word, spaceBefore(text, start))) };
}

/** A space if the text would otherwise directly follow a colon or a comma. */
export function spaceBefore(text: string, offset: number): string {
  return /[:,]/.test(text[offset - 1] ?? '') ? ' ' : '';
}

function proposeWord({ word, description, detail }: Word, space: string): Proposal {
  return {
    label: word,
    kind: CompletionItemKind.Value,
    text: space + word,
    detail,
    documentation: description === undefined ? undefined : ownMarkdown(description),
  };
}

/** Skills that an agent can begin with. */
export function preloadedNames({ inCatalog }: OpenFile['file']): string[] {
  const names = (inCatalog?.names ?? [])
    .filter(({ notPreloaded }) => notPreloaded === undefined)
    .map(({ name }) => name);
  return [...new Set(names)].sort();
}

function wordsFor(field: FieldFacts, { file }: OpenFile): Word[] {
  switch (field.form) {
    case 'model':
      return FRONTMATTER_MODEL_ALIASES.map(({ alias, model, description }) => ({
        word: alias,
        detail: model,
        description,
      }));
    case 'agent':
      return [
        ...BUILT_IN_AGENTS.map(({ name, description }) => ({ word: name, description })),
        ...[...(file.agentNames ?? [])].sort().map((word) => ({ word, detail: 'custom agent' })),
      ];
    case 'skills':
      return preloadedNames(file).map((word) => ({ word }));
    default:
      return field.values
        .filter(({ hasNoEffect }) => !hasNoEffect)
        .map(({ value, description, since }) => ({
          word: value,
          description: since ? `${description} Since ${since}` : description,
        }));
  }
}
