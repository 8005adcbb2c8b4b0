import { CompletionItemKind } from 'vscode-languageserver-types';
import { rangeHolds, textRange } from '../../../document/text/text-range.ts';
import type { OpenFile } from '../../check/open-file.ts';
import type { CompletionQuestion } from '../completion-question.ts';
import type { Proposals } from '../proposal.ts';
import { spaceBefore } from './complete-value.ts';
import type { FrontmatterPosition } from './frontmatter-position.ts';

/** A glob in `paths: a, b` and `paths: [a, b]`. */
const globInList = /[^\s,[\]"']+/g;

/** Globs for files of the project. */
export function completeGlobs(
  { document: { text } }: OpenFile,
  { typed }: FrontmatterPosition,
  offset: number,
  { globs }: CompletionQuestion,
): Proposals | undefined {
  if (!globs || globs.length === 0) return undefined;
  const written = [...text.slice(typed.start, typed.end).matchAll(globInList)].map(({ 0: glob, index }) =>
    textRange(typed.start + index, typed.start + index + glob.length),
  );
  const replace = written.find((range) => rangeHolds(range, offset)) ?? textRange(offset, offset);
  const space = spaceBefore(text, replace.start);
  // YAML reads a star at the beginning as an alias.
  const isQuoted = /["'][^"',]*$/.test(text.slice(typed.start, replace.start));
  const beginsScalar = replace.start === typed.start || /\[[^\]]*$/.test(text.slice(typed.start, replace.start));
  const quote = isQuoted || !beginsScalar ? '' : '"';
  const items = globs.map((glob) => {
    const marks = glob.startsWith('*') ? quote : '';
    return { label: glob, kind: CompletionItemKind.Value, text: `${space}${marks}${glob}${marks}` };
  });
  return { replace, items };
}
