import { readDocument } from '../../document/read-document.ts';
import type { FileKind } from '../../document/runtime-id.ts';
import type { SkillDocument } from '../../document/skill-document.ts';
import { escapeRegExp } from '../../document/text/escape-reg-exp.ts';
import { type TextRange, textRange } from '../../document/text/text-range.ts';
import type { Refusal } from '../../platform/refusal.ts';
import type { TextEdit } from '../../rules/rule.ts';

/** Renames a declared argument with all its placeholders, or says why that would change what the text means. */
export function renameArgument(
  document: SkillDocument,
  kind: FileKind,
  index: number,
  newName: string,
): readonly TextEdit[] | Refusal {
  const { text, argumentNames, runtime } = document;
  const { name, range } = argumentNames[index]!;
  if (newName === name) return [];
  if (!/^[\p{L}_][\p{L}\p{N}_-]*$/u.test(newName))
    return {
      problem: 'The name of an argument is a word of letters, digits, `-` and `_`, and does not begin with a digit',
    };
  if (argumentNames.some((other) => other.name === newName))
    return { problem: `There is already an argument \`${newName}\`` };
  const start = text.indexOf(name, range.start);
  const placeholders = document.body.placeholders.filter((it) => it.kind === 'named' && it.name === name);
  const edits = [
    { range: textRange(start, start + name.length), newText: newName },
    ...placeholders.map((it) => ({ range: textRange(it.range.start + 1, it.range.end), newText: newName })),
    ...inHint(document, name).map((place) => ({ range: place, newText: newName })),
  ];
  // Another text may already have a dollar sign before the new name, or the name may end in the middle of a word.
  const after = readDocument(withEdits(text, edits), runtime, kind);
  if (shapeOf(after) !== shapeOf(document))
    return {
      problem: `With the name \`${newName}\`, other parts of the text would be replaced too, or placeholders no longer`,
    };
  return edits;
}

/** The places where `argument-hint` means the argument: a word of its own, as in `[range] [focus]`. */
function inHint({ text, frontmatter }: SkillDocument, name: string): TextRange[] {
  const hint = frontmatter.fields.get('argument-hint')?.value.range;
  if (!hint) return [];
  const word = new RegExp(`(?<![\\p{L}\\p{N}_-])${escapeRegExp(name)}(?![\\p{L}\\p{N}_-])`, 'gu');
  return [...text.slice(hint.start, hint.end).matchAll(word)].map(({ index }) =>
    textRange(hint.start + index, hint.start + index + name.length),
  );
}

function withEdits(text: string, edits: readonly TextEdit[]): string {
  let result = '';
  let copied = 0;
  for (const { range, newText } of edits.toSorted((a, b) => a.range.start - b.range.start)) {
    result += text.slice(copied, range.start) + newText;
    copied = range.end;
  }
  return result + text.slice(copied);
}

/** The placeholders that Claude Code would replace, in order. */
function shapeOf({ body, argumentNames }: SkillDocument): string {
  const replaced = body.placeholders.map(({ kind, index, escaped }) => `${kind} ${index} ${escaped}`);
  return JSON.stringify([argumentNames.length, replaced]);
}
