import { capabilities, type RuntimeId } from '../../dialect/runtimes/capabilities.ts';
import { nestedInjections } from '../../document/injections.ts';
import type { Injection, SkillDocument } from '../../document/skill-document.ts';
import { type TextRange, textRange } from '../../document/text/text-range.ts';
import { type ShownIn, shownCommands } from '../commands/shown-commands.ts';
import { inAllPlaces } from '../messages/in-all-places.ts';
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
    const shown = shownCommands(document);
    const around = nestedInjections(document.body.injections);
    const all = [...shown].flatMap(([it, place]) => (place === 'command' ? [] : [keepAsText(document, it)]));
    let index = 0;
    for (const [injection, place] of shown) {
      if (place === 'command') {
        report(inCommand(document, injection, around.get(injection)!));
        continue;
      }
      const fixes: Fix[] = [{ title: titleOf(document), safe: false, edits: [all[index++]!] }];
      if (all.length > 1)
        fixes.push({ title: `${titleOf(document)} ${inAllPlaces(all.length)}`, safe: false, edits: all });
      report({ range: injection.range, message: describe(document, injection, place), fixes });
    }
  },
};

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

const places: Readonly<Record<Exclude<ShownIn, 'end-of-span' | 'command'>, string>> = {
  fence: 'in a code block',
  span: 'in a code span',
  comment: 'in a comment',
};

function describe(document: SkillDocument, { commandRange }: Injection, place: Exclude<ShownIn, 'command'>): string {
  if (place !== 'end-of-span') {
    return `This command runs when the skill loads, although it is ${places[place]}. ${titleOf(document)} to keep it as text`;
  }
  const command = document.text.slice(commandRange.start, commandRange.end).trim().replace(/\s+/g, ' ');
  const shown = command.length > 40 ? `${Array.from(command.slice(0, 40)).slice(0, -1).join('')}…` : command;
  return `The \`!\` at the end of the code span starts a command, so Claude Code runs \`${shown}\` when the skill loads. ${titleOf(document)}`;
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
