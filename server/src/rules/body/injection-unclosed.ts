import type { SkillDocument } from '../../document/skill-document.ts';
import { textRange } from '../../document/text/text-range.ts';
import { type UnclosedInjection, unclosedInjections } from '../commands/unclosed-injections.ts';
import { offerEdit } from '../edits/field-edits.ts';
import type { Fix, Rule } from '../rule.ts';

export const injectionUnclosed: Rule = {
  id: 'injection-unclosed',
  level: 'warning',
  kinds: ['skill', 'command'],
  needs: ['exclamation-mark'],
  summary: 'A command to run when the skill loads whose backtick or code fence is never closed',
  source: 'https://code.claude.com/docs/en/skills#inject-dynamic-context',
  check({ document }, report) {
    for (const unclosed of unclosedInjections(document)) {
      report({ range: unclosed.mark, message: describe(unclosed), fixes: closeOnLine(unclosed, document) });
    }
  },
};

/** Where a block of commands was meant to end cannot be told. */
function closeOnLine({ kind, mark }: UnclosedInjection, { lines }: SkillDocument): Fix[] {
  if (kind === 'fenced') return [];
  const line = lines.lineAt(mark.start);
  const end = lines.startOf(line) + lines.textOf(line).trimEnd().length;
  return offerEdit('Close the command at the end of the line', false, { range: textRange(end, end), newText: '`' });
}

function describe({ kind, endLine }: UnclosedInjection): string {
  const fix =
    kind === 'fenced' ? 'Close it with a line of three backticks' : 'Close it with a backtick after the command';
  return endLine === undefined
    ? `The command is never closed, so Claude Code sends it as text instead of running it. ${fix}`
    : `The command continues to the next backtick${kind === 'fenced' ? 's' : ''} on line ${endLine + 1}, and Claude Code runs all the text up to there. ${fix}`;
}
