import type { Injection, SkillDocument } from '../../document/skill-document.ts';
import { textRange } from '../../document/text-range.ts';
import { type ShownPlace, shownCommands } from '../commands/shown-commands.ts';
import type { Fix, Rule, TextEdit } from '../rule.ts';

export const injectionInCode: Rule = {
  id: 'injection-in-code',
  level: 'warning',
  kinds: ['skill', 'command'],
  summary: 'A command in an ordinary code block, code span or comment, which still runs when the skill loads',
  source: 'https://code.claude.com/docs/en/skills#inject-dynamic-context',
  check({ document }, report) {
    const shown = shownCommands(document);
    const all = [...shown.keys()].map((injection) => keepAsText(document, injection));
    let index = 0;
    for (const [injection, place] of shown) {
      const fixes: Fix[] = [{ title: titleOf(document), safe: false, edits: [all[index++]!] }];
      if (all.length > 1)
        fixes.push({ title: `${titleOf(document)} in all ${all.length} places`, safe: false, edits: all });
      report({ range: injection.range, message: describe(document, injection, place), fixes });
    }
  },
};

const places: Readonly<Record<Exclude<ShownPlace, 'end-of-span'>, string>> = {
  fence: 'in a code block',
  span: 'in a code span',
  comment: 'in a comment',
};

function describe(document: SkillDocument, { commandRange }: Injection, place: ShownPlace): string {
  if (place !== 'end-of-span') {
    return `This command runs when the skill loads, although it is ${places[place]}. ${titleOf(document)} to keep it as text`;
  }
  const command = document.text.slice(commandRange.start, commandRange.end).trim().replace(/\s+/g, ' ');
  const shown = command.length > 40 ? `${Array.from(command.slice(0, 40)).slice(0, -1).join('')}…` : command;
  return `The \`!\` at the end of the code span starts a command, so Claude Code runs \`${shown}\` when the skill loads. ${titleOf(document)}`;
}

function titleOf({ runtime }: SkillDocument): string {
  return runtime === 'claude-code' ? 'Insert a backslash before `!`' : 'Insert a space after `!`';
}

/** The first releases run what follows a backslash, too. */
function keepAsText({ runtime }: SkillDocument, { kind, range }: Injection): TextEdit {
  const mark = kind === 'inline' ? range.start : range.start + 3;
  const at = runtime === 'claude-code' ? mark : mark + 1;
  // Between back-ticks and `!` of a fence, anything keeps it from running.
  const place = kind === 'fenced' ? mark : at;
  return { range: textRange(place, place), newText: runtime === 'claude-code' ? '\\' : ' ' };
}
