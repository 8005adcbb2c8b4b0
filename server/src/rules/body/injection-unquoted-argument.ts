import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import { CODE_RUNNERS } from '../../dialect/tools/tools.ts';
import type { Placeholder, SkillDocument } from '../../document/skill-document.ts';
import { LookupInOrder } from '../../document/text/lookup-in-order.ts';
import { textRange } from '../../document/text/text-range.ts';
import { QuotingOfCommands, type ShellQuoting } from '../commands/shell-quoting.ts';
import { shownCommands } from '../commands/shown-commands.ts';
import { runsOn } from '../commands/unclosed-injections.ts';
import { announcedArguments } from '../readings/arguments/announced-arguments.ts';
import { LiteralPositions } from '../readings/arguments/literal-position.ts';
import { readInvocation } from '../readings/fields/invocation-flags.ts';
import { toolLists } from '../readings/tools/written-tool-rules.ts';
import type { Report, Rule, RuleContext } from '../rule.ts';

export const injectionUnquotedArgument: Rule = {
  id: 'injection-unquoted-argument',
  level: 'warning',
  kinds: ['skill', 'command'],
  needs: ['placeholder'],
  summary: 'A placeholder in a command that runs when the skill loads, so that arguments reach the shell',
  source: 'https://code.claude.com/docs/en/skills#inject-dynamic-context',
  *check(context, report) {
    const { document, file } = context;
    const { injections, placeholders, code } = document.body;
    const takesArguments = placeholders.filter(({ kind, escaped }) => kind !== 'variable' && !escaped);
    if (takesArguments.length === 0 || file.inCatalog?.own?.commands.disabled) return;
    const invocation = readInvocation(context);
    if (!invocation.byModel && !invocation.byUsers) return;
    const count = announcedArguments(document)?.count;
    const literals = new LiteralPositions(document);
    const codeAround = new LookupInOrder(code);
    // A command that is not meant to run, or not this far, is not fixed by leaving out an argument alone.
    const shown = shownCommands(document);
    const around = new LookupInOrder(injections);
    const quoting = new QuotingOfCommands(document.text);
    for (const placeholder of takesArguments) {
      yield;
      const injection = around.at(placeholder.range.start);
      const literal =
        placeholder.kind === 'position' && literals.has(placeholder, codeAround.at(placeholder.range.start));
      if (!isFilled(placeholder, count, literal)) continue;
      if (injection && (shown.has(injection) || runsOn(document, injection))) continue;
      if (injection)
        report(inCommand(context, placeholder, literal, quoting.at(placeholder.range.start, injection.commandRange)));
      else if (followsMark(document, placeholder)) report(afterMark(document, placeholder));
    }
  },
};

/** Whether an argument may be inserted there; if none is announced, literal-dollar reports what is text. */
function isFilled({ kind, index }: Placeholder, announced: number | undefined, literal: boolean): boolean {
  if (kind === 'named' || index === undefined) return true;
  return index <= 9 && (announced === undefined ? !literal : index < announced);
}

function inCommand(context: RuleContext, placeholder: Placeholder, literal: boolean, quoting: ShellQuoting): Report {
  const { range } = placeholder;
  const written = context.document.text.slice(range.start, range.end);
  if (literal) {
    const beforeIt = textRange(range.start, range.start);
    return {
      range,
      message: `Claude Code replaces \`${written}\` with an argument before the shell sees the command. Write \`\\${written}\` to pass \`${written}\` to the program`,
      fixes: [{ title: `Escape \`${written}\``, safe: false, edits: [{ range: beforeIt, newText: '\\' }] }],
    };
  }
  // All that runs besides is what would run without asking anyway.
  const isHarmless = quoting.kind === 'double' && allowsOnlyPrograms(context);
  const advice = isHarmless ? 'If people may type these, let' : 'Remove it and let';
  return {
    range,
    ...(isHarmless && { severity: 'hint' }),
    message: `The argument for \`${written}\` becomes part of the command before the shell reads it: ${waysOut(quoting, isHarmless)}. ${advice} Claude run the command with the argument`,
  };
}

function waysOut(quoting: ShellQuoting, isHarmless: boolean): string {
  switch (quoting.kind) {
    case 'none':
      return '`;`, `|` or `$(…)` in it run as separate commands';
    case 'double':
      return isHarmless
        ? 'a `"` in it ends the quotes, and with `$(…)`, which the rules of this skill do not allow, the skill does not load'
        : 'inside double quotes `$(…)` in it still runs, and a `"` ends the quotes';
    case 'single':
      return "a `'` in it ends the quotes, and what follows runs";
    case 'here-document': {
      const ends = `a line \`${quoting.word}\` in it ends the here-document, and what follows runs`;
      return quoting.expands ? `\`$(…)\` in it runs, and ${ends}` : ends;
    }
  }
}

/** Whether each rule for commands names a program that runs no code: then Claude Code rejects a nested command. */
function allowsOnlyPrograms(context: RuleContext): boolean {
  if (capabilities(context.document.runtime).commandCheck === 'by-appearance') return false;
  const rules = toolLists(context)
    .filter(({ purpose }) => purpose === 'grant')
    .flatMap((list) => list.rules.filter(({ name }) => name === 'Bash'));
  return (
    rules.length > 0 &&
    rules.every(({ text }) => {
      const program = /^Bash\(\s*([^\s:*)]+)/.exec(text)?.[1];
      return program !== undefined && !CODE_RUNNERS.has(program);
    })
  );
}

const endsWithMark = { whitespace: /(^|\s)!$/, 'non-word': /(^|\W)!$/ } as const;

/** Whether `!` is directly before the placeholder, where a command may begin. */
function followsMark({ text, body, runtime }: SkillDocument, { range }: Placeholder): boolean {
  if (text[range.start - 1] !== '!') return false;
  const before = text.slice(Math.max(body.range.start, range.start - 2), range.start);
  return endsWithMark[capabilities(runtime).inlineCommandFollows].test(before);
}

function afterMark({ text }: SkillDocument, { range }: Placeholder): Report {
  const written = text.slice(range.start, range.end);
  return {
    range: textRange(range.start - 1, range.end),
    message: `An argument in backticks becomes a command here, because \`!\` precedes \`${written}\`. Separate the two`,
  };
}
