import { CompletionItemKind } from 'vscode-languageserver-types';
import { type FieldFacts, type FieldForm, fieldsFor } from '../../../dialect/fields.ts';
import { accepts, consumerFacts } from '../../../dialect/targets.ts';
import { inWords } from '../../../rules/messages/in-words.ts';
import type { OpenFile } from '../../check/open-file.ts';
import { fieldSummary, readersLine, sourceLink } from '../../hover/field-text.ts';
import { markdown } from '../../text/markdown-text.ts';
import { type Proposal, type Proposals, snippetText } from '../proposal.ts';
import type { FrontmatterPosition } from './frontmatter-position.ts';

/** The fields that the file does not have yet, in the order in which it should have them. */
export function completeFields(open: OpenFile, place: FrontmatterPosition): Proposals | undefined {
  const { text, runtime } = open.document;
  if (!/^[\w-]*$/.test(text.slice(place.typed.start, place.typed.end))) return undefined;
  const missing = fieldsFor(open.file.kind, runtime).filter(({ name }) => !place.siblings.has(name));
  return { replace: place.typed, items: missing.map((field) => proposeField(field, open, place)) };
}

function proposeField(field: FieldFacts, open: OpenFile, place: FrontmatterPosition): Proposal {
  const refusing = open.targets.filter((target) => !accepts(target, field));
  const idle = field.needs !== undefined && place.siblings.get(field.needs.field) !== field.needs.value;
  return {
    label: field.name,
    kind: CompletionItemKind.Field,
    text: place.hasColon ? field.name : `${field.name}: `,
    ...(place.hasColon ? {} : { snippet: fieldSnippet(field, open) }),
    detail:
      refusing.length > 0
        ? `not supported by ${inWords(refusing.map((id) => consumerFacts(id).title))}`
        : valueInWords(field),
    documentation: markdown`${fieldSummary(field)}\n\n${readersLine(field, open.file.kind, open.document.runtime)} · ${sourceLink(field)}`,
    last: idle || refusing.length > 0,
  };
}

/** Values that are named before the list has to be opened. */
const maxValues = 3;

const formsInWords: Readonly<Record<Exclude<FieldForm, 'word'>, string>> = {
  text: 'text',
  flag: 'true or false',
  tools: 'permission rules',
  names: 'names of arguments',
  globs: 'file globs',
  skills: 'names of skills',
  model: 'a model',
  agent: 'an agent',
  hooks: 'hooks',
  number: 'a number',
  list: 'a list',
  map: 'keys and values',
};

/** The values that a field accepts, in a few words. */
function valueInWords({ form, values }: FieldFacts): string {
  if (form !== 'word') return formsInWords[form];
  const words = values.filter(({ hasNoEffect }) => !hasNoEffect).map(({ value }) => value);
  return words.length > maxValues ? `${words.slice(0, maxValues).join(', ')} …` : words.join(', ');
}

/** The field with its tab stops; a skill should have the name of its folder. */
export function fieldSnippet(field: FieldFacts, { file }: OpenFile): string {
  if (field.name !== 'name' || file.kind !== 'skill' || file.folderName === '') return field.snippet;
  return `name: \${1:${snippetText(file.folderName)}}`;
}
