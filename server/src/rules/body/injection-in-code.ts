import { capabilities, type RuntimeId } from '../../dialect/runtimes/capabilities.ts';
import { nestedInjections } from '../../document/injections.ts';
import type { Injection, SkillDocument } from '../../document/skill-document.ts';
import { inThousands } from '../../document/text/numbers.ts';
import { type TextRange, textRange } from '../../document/text/text-range.ts';
import { type ShownIn, shownCommands } from '../commands/shown-commands.ts';
import { inAllPlaces, inWords } from '../messages/in-words.ts';
import type { Fix, Report, Rule, TextEdit } from '../rule.ts';

export const injectionInCode: Rule = {
  id: 'injection-in-code',
  level: 'warning',
  kinds: ['skill', 'command'],
  needs: ['injection'],
  summary:
    'A command in an ordinary code block, code span, comment or other command, which still runs when the skill loads',
  source: 'https://code.claude.com/docs/en/skills#inject-dynamic-context',
  check({ document }, report) {
    const around = nestedInjections(document.body.injections);
    const shown: Shown[] = [];
    const begun: Injection[] = [];
    for (const [injection, place] of shownCommands(document)) {
      if (place === 'command') report(inCommand(document, injection, around.get(injection)!));
      else if (place === 'end-of-span') begun.push(injection);
      else shown.push([injection, place]);
    }
    if (shown.length > 0) report(reportShown(document, shown));
    for (const injection of begun) report(begunBySpan(document, injection));
  },
};

type Shown = readonly [injection: Injection, place: keyof typeof places];

/** Of more places, the rest is only counted. */
const MAX_RELATED = 50;

/** All that are shown are one mistake: Claude Code looks for commands before it reads Markdown. */
function reportShown(document: SkillDocument, shown: readonly Shown[]): Report {
  const [[{ range }], ...others] = shown as readonly [Shown, ...Shown[]];
  const isOne = others.length === 0;
  const kinds = [...new Set(shown.map(([, place]) => place))];
  const where = isOne
    ? `it is in a ${places[kinds[0]!]}`
    : `they are in ${inWords(kinds.map((it) => `${places[it]}s`))}`;
  const what = isOne ? 'This command runs' : `${inThousands(shown.length)} commands run`;
  const anyOf = isOne ? 'it' : 'one of them';
  const title = titleOf(document);
  const edits = shown.map(([injection]) => keepAsText(document, injection));
  return {
    range,
    message: `${what} when the skill loads, although ${where}. If ${anyOf} fails or is not allowed, the skill does not load at all. ${title} to keep ${isOne ? 'it' : 'them'} as text`,
    related: others.slice(0, MAX_RELATED).map(([it]) => ({ range: it.range, message: 'This command runs as well' })),
    fixes: [...(isOne ? [] : [fixOf(`${title} ${inAllPlaces(shown.length)}`, edits)]), fixOf(title, edits.slice(0, 1))],
  };
}

function fixOf(title: string, edits: readonly TextEdit[]): Fix {
  return { title: `${title}; it stays in the text`, safe: false, edits };
}

/** A command inside the block of another: Claude Code runs it, and the shell reads it again as part of the block. */
function inCommand(document: SkillDocument, { range, commandRange }: Injection, around: Injection): Report {
  const { text } = document;
  const command = text.slice(commandRange.start, commandRange.end).trim();
  const isLine = isAlone(document, range, around.commandRange);
  const title = isLine ? 'Remove `!` and the backticks' : 'Write `$(…)` instead of `!` and the backticks';
  // The `!` may belong to the block's own fence, and a backslash means something else between backticks.
  const isFixable = range.start >= around.commandRange.start && !command.includes('\\');
  const edits = [{ range, newText: isLine ? command : `$(${command})` }];
  return {
    range,
    message: `Claude Code runs this command on its own, as well as in the block of commands around it. ${title}`,
    ...(isFixable && { fixes: [{ title, safe: false, edits }] }),
  };
}

/** Whether the lines of a part of a command contain nothing else. */
function isAlone({ text, lines }: SkillDocument, part: TextRange, whole: TextRange): boolean {
  const before = text.slice(Math.max(whole.start, lines.startOf(lines.lineAt(part.start))), part.start);
  const after = text.slice(part.end, Math.min(whole.end, lines.endOf(lines.lineAt(part.end))));
  return before.trim() === '' && after.trim() === '';
}

const places = { fence: 'code block', span: 'code span', comment: 'comment' } as const satisfies Partial<
  Record<ShownIn, string>
>;

function begunBySpan(document: SkillDocument, injection: Injection): Report {
  const { start, end } = injection.commandRange;
  const command = document.text.slice(start, end).trim().replace(/\s+/g, ' ');
  const shown = command.length > 40 ? `${Array.from(command.slice(0, 40)).slice(0, -1).join('')}…` : command;
  const title = titleOf(document);
  return {
    range: injection.range,
    message: `The \`!\` at the end of the code span starts a command, so Claude Code runs \`${shown}\` when the skill loads. ${title}`,
    fixes: [fixOf(title, [keepAsText(document, injection)])],
  };
}

function titleOf({ runtime }: SkillDocument): string {
  return stopsAtBackslash(runtime) ? 'Insert a backslash before `!`' : 'Insert a space after `!`';
}

function keepAsText({ runtime }: SkillDocument, { kind, range }: Injection): TextEdit {
  const mark = kind === 'inline' ? range.start : range.start + 3;
  const at = stopsAtBackslash(runtime) ? mark : mark + 1;
  // Between backticks and the `!` of a fence, any character keeps it from running.
  const place = kind === 'fenced' ? mark : at;
  return { range: textRange(place, place), newText: stopsAtBackslash(runtime) ? '\\' : ' ' };
}

/** Whether a backslash before `!` keeps a command from running: some releases run it anyway. */
function stopsAtBackslash(runtime: RuntimeId): boolean {
  return capabilities(runtime).inlineCommandFollows === 'whitespace';
}
