import type { Command } from 'commander';
import { nearestWord } from '../../dialect/text/edit-distance.ts';
import { documentedRules, isRuleId } from '../../features/check/documented-rules.ts';
import { inWords } from '../../rules/messages/in-words.ts';
import { UsageError } from '../exit-code.ts';
import { coloursFor } from '../terminal/terminal.ts';
import { renderMarkdown } from '../terminal/terminal-markdown.ts';

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

/** The source of the page for programs, and formatted if colours are enabled. */
async function rulePageText(rule: string): Promise<string> {
  if (!isRuleId(rule)) throw new UsageError(`Unknown rule ${rule}${suggestion(rule)}`);
  const page = await import(`../../../../docs/rules/${rule}.md`);
  const text = page.default.replace(marksOfGenerated, '');
  const colours = coloursFor(process.stdout);
  return colours.isColorSupported ? renderMarkdown(text, colours) : text;
}

/** Comments around the part of a page that `npm run generate` writes: they mean nothing to its readers. */
const marksOfGenerated = /^<!-- (?:begin|end) generated\b.*-->\n\n?/gm;

/** Names that are similar to a misspelled one, or contain it. */
function suggestion(rule: string): string {
  const ids = documentedRules.map(({ id }) => id);
  const slip = nearestWord(rule, ids);
  const near = slip ? [slip] : ids.filter((id) => sharesWord(id, rule));
  if (near.length === 0) return '; `skillwright explain` lists all rules';
  return `; did you mean ${inWords(near, 'or')}?`;
}

function sharesWord(a: string, b: string): boolean {
  const words = new Set(a.toLowerCase().split('-'));
  return b
    .toLowerCase()
    .split(/[^a-z]+/)
    .some((word) => word.length > 2 && words.has(word));
}
