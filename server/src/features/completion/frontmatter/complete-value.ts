import { CompletionItemKind } from 'vscode-languageserver-types';
import type { FieldFacts } from '../../../dialect/fields.ts';
import { BUILT_IN_AGENTS, FRONTMATTER_MODEL_ALIASES } from '../../../dialect/models.ts';
import { namesOf } from '../../../document/arguments/argument-names.ts';
import type { SkillDocument } from '../../../document/skill-document.ts';
import { textRange } from '../../../document/text/text-range.ts';
import { argumentHintOf } from '../../../rules/readings/arguments/argument-hint-of.ts';
import type { OpenFile } from '../../check/open-file.ts';
import { ownMarkdown } from '../../text/markdown-text.ts';
import type { CompletionQuestion } from '../completion-question.ts';
import type { Proposal, Proposals } from '../proposal.ts';
import { agentNames } from './complete-specifier.ts';
import type { FrontmatterPosition } from './frontmatter-position.ts';

/** A value and its meaning. */
export interface Word {
  readonly word: string;
  /** From `schemas/`. */
  readonly description?: string | undefined;
  /** Shown after the word, such as the model of an alias. */
  readonly detail?: string | undefined;
  /** YAML would read it as something else without quotes. */
  readonly needsQuotes?: boolean;
}

/** The values that a field may have. */
export function completeValue(
  open: OpenFile,
  place: FrontmatterPosition,
  field: FieldFacts,
  isItem: boolean,
  question: CompletionQuestion,
): Proposals | undefined {
  const takesItems = field.form === 'skills' || field.name === 'mcpServers';
  if (isItem !== takesItems) return undefined;
  const words = wordsFor(field, open, question);
  return words.length === 0 ? undefined : proposeWords(words, open.document, place);
}

/** Completions that replace a value, inside its quotes if the cursor is there. */
export function proposeWords(
  words: readonly Word[],
  { text }: SkillDocument,
  { typed, cursor }: Pick<FrontmatterPosition, 'typed' | 'cursor'>,
): Proposals {
  const opening = cursor > typed.start ? /^["']/.exec(text.slice(typed.start, typed.end))?.[0] : undefined;
  const isClosed = opening !== undefined && typed.end > typed.start + 1 && text[typed.end - 1] === opening;
  const quote = isClosed && cursor === typed.end ? undefined : opening;
  const start = quote ? typed.start + 1 : typed.start;
  const end = quote && isClosed ? typed.end - 1 : typed.end;
  const items = words.map((word) => proposeWord(word, spaceBefore(text, start), quote !== undefined));
  return { replace: textRange(start, end), items };
}

/** A space if the text would otherwise directly follow a colon or a comma. */
export function spaceBefore(text: string, offset: number): string {
  return /[:,]/.test(text[offset - 1] ?? '') ? ' ' : '';
}

function proposeWord({ word, description, detail, needsQuotes }: Word, space: string, isQuoted: boolean): Proposal {
  const marks = needsQuotes && !isQuoted ? '"' : '';
  return {
    label: word,
    kind: CompletionItemKind.Value,
    text: `${space}${marks}${word}${marks}`,
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

function wordsFor(field: FieldFacts, open: OpenFile, { catalog, mcpServers = [] }: CompletionQuestion): Word[] {
  const { file } = open;
  if (field.name === 'mcpServers') return mcpServers.map((word) => ({ word }));
  if (field.name === 'name') return ownName(open);
  switch (field.form) {
    case 'model':
      return modelWords();
    case 'agent':
      return [
        ...BUILT_IN_AGENTS.map(({ name, description }) => ({ word: name, description })),
        ...agentNames(open, catalog)
          .filter((word) => !BUILT_IN_AGENTS.some(({ name }) => name === word))
          .map((word) => ({ word, detail: 'custom agent' })),
      ];
    case 'skills':
      return preloadedNames(file).map((word) => ({ word }));
    case 'names':
      return announcedNames(open);
    default:
      if (field.name === 'argument-hint') return hintOfNames(open);
      return field.values
        .filter(({ hasNoEffect }) => !hasNoEffect)
        .map(({ value, description, since }) => ({
          word: value,
          description: since ? `${description} Since ${since}` : description,
        }));
  }
}

/** Short names of models, and then the full ids that they mean now, which stay the same in later releases. */
function modelWords(): Word[] {
  const aliases = FRONTMATTER_MODEL_ALIASES.map(({ alias, model, description }) => ({
    word: alias,
    detail: model,
    description,
  }));
  const ids = FRONTMATTER_MODEL_ALIASES.flatMap(({ model }) => model ?? []);
  return [...aliases, ...[...new Set(ids)].map((word) => ({ word, detail: 'always this model' }))];
}

/** A skill should have the name of its folder, and an agent that of its file. */
function ownName({ file }: OpenFile): Word[] {
  const name = file.kind === 'agent' ? file.fileName.replace(/\.md$/, '') : file.folderName;
  return /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name) ? [{ word: name }] : [];
}

/** The names in `argument-hint` for `arguments`, as a list. */
function announcedNames({ document }: OpenFile): Word[] {
  const names = argumentHintOf(document)?.names ?? [];
  const usable = names.map((name) => name.replaceAll(/[^\p{L}\p{N}_]+/gu, '_')).filter((name) => /^\p{L}/u.test(name));
  return usable.length === 0 ? [] : [{ word: `[${usable.join(', ')}]`, detail: 'as in argument-hint' }];
}

/** The names in `arguments` for `argument-hint`. */
function hintOfNames({ document: { argumentNames } }: OpenFile): Word[] {
  const hint = namesOf(argumentNames)
    .filter((name) => /^[\p{L}\p{N}_-]+$/u.test(name))
    .map((name) => `[${name}]`)
    .join(' ');
  return hint === '' ? [] : [{ word: hint, detail: 'as in arguments', needsQuotes: true }];
}
