import { CompletionItemKind } from 'vscode-languageserver-types';
import { rangeHolds, textRange } from '../../../document/text/text-range.ts';
import type { OpenFile } from '../../check/open-file.ts';
import type { Proposals } from '../proposal.ts';
import { preloadedNames, spaceBefore } from './complete-value.ts';
import type { FrontmatterPosition } from './frontmatter-position.ts';

/** A name in `skills: a, b` and `skills: [a, b]`. */
const nameInList = /[^\s,[\]"']+/g;

/** The skills for one name of a field that lists them in one line, without those that it lists already. */
export function completeSkillList(
  { document: { text }, file }: OpenFile,
  { typed }: FrontmatterPosition,
  offset: number,
): Proposals | undefined {
  const names = [...text.slice(typed.start, typed.end).matchAll(nameInList)].map(({ 0: name, index }) => ({
    name,
    range: textRange(typed.start + index, typed.start + index + name.length),
  }));
  const replace = names.find(({ range }) => rangeHolds(range, offset))?.range ?? textRange(offset, offset);
  const listed = new Set(names.filter(({ range }) => range !== replace).map(({ name }) => name));
  // A name with other characters would have to be quoted, or would be several names.
  const offered = preloadedNames(file).filter((name) => !listed.has(name) && /^[\w:.\p{L}-]+$/u.test(name));
  if (offered.length === 0) return undefined;
  const space = spaceBefore(text, replace.start);
  const items = offered.map((name) => ({ label: name, kind: CompletionItemKind.Value, text: space + name }));
  return { replace, items };
}
