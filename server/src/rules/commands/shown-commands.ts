import { LookupInOrder } from '../../document/lookup-in-order.ts';
import type { CodeRange, Injection, SkillDocument } from '../../document/skill-document.ts';
import { oncePer } from '../../platform/once-per.ts';

/** Where a command stands that runs although it is shown rather than meant to run. */
export type ShownPlace =
  | 'fence'
  | 'span'
  | 'comment'
  /** A code span ends in `!`, and an old release takes its last back-tick for the first one of a command. */
  | 'end-of-span';

/** The commands that stand in ordinary code or in a comment, and run all the same. */
export const shownCommands = oncePer((document: SkillDocument): ReadonlyMap<Injection, ShownPlace> => {
  const { injections, code, comments } = document.body;
  const codeAround = new LookupInOrder(code);
  const commentAround = new LookupInOrder(comments.map((range) => ({ range })));
  const shown = new Map<Injection, ShownPlace>();
  const inFences = new Map<CodeRange, Injection[]>();
  for (const injection of injections) {
    const code = codeAround.at(injection.range.start);
    const comment = commentAround.at(injection.range.start);
    if (comment) shown.set(injection, 'comment');
    else if (code?.kind === 'span' && !isOwn(document, code, injection)) {
      shown.set(injection, injection.range.end > code.range.end ? 'end-of-span' : 'span');
    } else if (code?.kind === 'fence' && !isOwn(document, code, injection)) {
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
  return shown;
});

/** Whether the code is the fence or the back-ticks of the command itself. */
function isOwn({ text }: SkillDocument, { range }: CodeRange, injection: Injection): boolean {
  const before = text.slice(range.start, injection.range.start);
  return injection.kind === 'fenced' && /^[ \t>`]*$/.test(before);
}

/** Fences in these languages show how to write skills, or what to type. */
const languagesOfExamples = /^(?:markdown|mdx?|ya?ml|bash|sh|shell|zsh|console|powershell|pwsh)\b/i;

/** Whether a fence is there to hold what its commands say: there is nothing else in it. */
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
