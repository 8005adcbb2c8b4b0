import type { Command } from 'commander';
import { nearestWord } from '../dialect/edit-distance.ts';
import { documentedRules, isRuleId } from '../features/check/documented-rules.ts';
import { WrongUse } from './exit-code.ts';
import { coloursFor } from './terminal.ts';
import { renderMarkdown } from './terminal-markdown.ts';

/** Adds `skillwright explain`. */
export function addExplainCommand(program: Command): void {
  program
    .command('explain')
    .description("print a rule's page, or all rules with their levels")
    .argument('[rule]', 'id of the rule')
    .action(async (rule: string | undefined) => {
      process.stdout.write(rule === undefined ? ruleList() : await rulePageText(rule));
    });
}

function ruleList(): string {
  const colours = coloursFor(process.stdout);
  const idWidth = Math.max(...documentedRules.map(({ id }) => id.length));
  const levelWidth = Math.max(...documentedRules.map(({ level }) => level.length));
  return documentedRules
    .map(
      ({ id, level, summary }) =>
        `${colours.bold(id.padEnd(idWidth))}  ${colours.dim(level.padEnd(levelWidth))}  ${summary}\n`,
    )
    .join('');
}

/** The page as it is written where a program reads it, and easier on the eye where colours are wanted. */
async function rulePageText(rule: string): Promise<string> {
  if (!isRuleId(rule)) throw new WrongUse(`Unknown rule ${rule}${suggestion(rule)}`);
  const page = await import(`../../../docs/rules/${rule}.md`);
  const colours = coloursFor(process.stdout);
  return colours.isColorSupported ? renderMarkdown(page.default, colours) : page.default;
}

/** Names that a slip or a part of a name may have meant. */
function suggestion(rule: string): string {
  const ids = documentedRules.map(({ id }) => id);
  const slip = nearestWord(rule, ids);
  const near = slip ? [slip] : ids.filter((id) => sharesWord(id, rule));
  if (near.length === 0) return '; `skillwright explain` lists all rules';
  return `; did you mean ${near.length > 1 ? `${near.slice(0, -1).join(', ')} or ${near.at(-1)}` : near[0]}?`;
}

function sharesWord(a: string, b: string): boolean {
  const words = new Set(a.toLowerCase().split('-'));
  return b
    .toLowerCase()
    .split(/[^a-z]+/)
    .some((word) => word.length > 2 && words.has(word));
}
