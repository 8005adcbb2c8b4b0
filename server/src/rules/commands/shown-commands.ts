import { nestedInjections } from '../../document/injections.ts';
import type { CodeRange, Injection, SkillDocument } from '../../document/skill-document.ts';
import { LookupInOrder } from '../../document/text/lookup-in-order.ts';
import { oncePer } from '../../platform/once.ts';

/** The context of a command that runs although it is shown rather than meant to run. */
export type ShownIn =
  /** The block of another command, which runs as well. */
  | 'command'
  | 'fence'
  | 'span'
  | 'comment'
  /** A code span ends with `!`, and an old release reads its last backtick as the first one of a command. */
  | 'end-of-span';

/** The commands in ordinary code, in a comment or in another command that run anyway. */
export const shownCommands = oncePer((document: SkillDocument): ReadonlyMap<Injection, ShownIn> => {
  const { injections, code, comments } = document.body;
  const codeAround = new LookupInOrder(code);
  const commentAround = new LookupInOrder(comments.map((range) => ({ range })));
  const shown = new Map<Injection, ShownIn>();
  const inFences = new Map<CodeRange, Injection[]>();
  const nested = nestedInjections(injections);
  for (const injection of injections) {
    if (nested.has(injection)) continue;
    const code = codeAround.at(injection.range.start);
    const comment = commentAround.at(injection.range.start);
    if (comment) shown.set(injection, 'comment');
    else if (code?.kind === 'span' && !isOwn(document, code, injection)) {
      shown.set(injection, injection.range.end > code.range.end ? 'end-of-span' : 'span');
    } else if (code && code.kind !== 'span' && !isOwn(document, code, injection)) {
      const others = inFences.get(code);
      if (others) others.push(injection);
      else inFences.set(code, [injection]);
      shown.set(injection, 'fence');
    }
  }
  const takesBash = inFences.size > 0 && allowsBash(document);
  for (const [fence, inside] of inFences) {
    if (isForOutput(document, fence, inside, takesBash)) for (const injection of inside) shown.delete(injection);
  }
  for (const [injection, around] of nested) shown.set(injection, shown.get(around) ?? 'command');
  return shown;
});

/** Whether the code is the fence or the backticks of the command itself. */
function isOwn({ text }: SkillDocument, { range }: CodeRange, injection: Injection): boolean {
  const before = text.slice(range.start, injection.range.start);
  return injection.kind === 'fenced' && /^[ \t>`]*$/.test(before);
}

/** Fences in these languages show how to write skills, or what to type. */
const languagesOfExamples = /^(?:markdown|mdx?|ya?ml|bash|sh|shell|zsh|console|powershell|pwsh)\b/i;

/** Whether a fence exists to hold the output of its commands: it contains nothing else. */
function isForOutput(
  { text }: SkillDocument,
  { content, info }: CodeRange,
  inside: readonly Injection[],
  takesBash: boolean,
): boolean {
  if (languagesOfExamples.test(info)) return false;
  if (info === '' && !takesBash) return false;
  let rest = content.start;
  for (const { range } of inside) {
    if (text.slice(rest, range.start).trim() !== '') return false;
    rest = range.end;
  }
  return text.slice(rest, content.end).trim() === '';
}

function allowsBash({ text, frontmatter }: SkillDocument): boolean {
  const tools = frontmatter.fields.get('allowed-tools')?.value.range;
  return tools !== undefined && /\bBash\b/.test(text.slice(tools.start, tools.end));
}
