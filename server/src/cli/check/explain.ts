import type { Command } from 'commander';
import { nearestWord } from '../../dialect/text/edit-distance.ts';
import { documentedRules, isRuleId } from '../../features/check/documented-rules.ts';
import { inWords } from '../../rules/messages/in-words.ts';
import { UsageError } from '../exit-code.ts';
import { type Colours, coloursFor, noColours } from '../terminal/terminal.ts';
import { renderMarkdown } from '../terminal/terminal-markdown.ts';

/** Adds `skillwright explain`. */
export function addExplainCommand(program: Command): void {
  program
    .command('explain')
    .description("print a rule's page, or all rules with their levels")
    .argument('[rule]', 'id of the rule')
    .action(async (rule: string | undefined) => {
      const colours = coloursFor(process.stdout);
      if (rule === undefined) process.stdout.write(ruleList(colours));
      else {
        const page = await rulePageText(rule);
        process.stdout.write(colours.isColorSupported ? renderMarkdown(page, colours) : page);
      }
    });
}

/** All rules with their levels and summaries, one per line. */
export function ruleList(colours: Colours = noColours): string {
  const idWidth = Math.max(...documentedRules.map(({ id }) => id.length));
  const levelWidth = Math.max(...documentedRules.map(({ level }) => level.length));
  return documentedRules
    .map(
      ({ id, level, summary }) =>
        `${colours.bold(id.padEnd(idWidth))}  ${colours.dim(level.padEnd(levelWidth))}  ${summary}\n`,
    )
    .join('');
}

/**
 * The page of a rule, as Markdown.
 *
 * @throws {UsageError} if there is no such rule
 */
export async function rulePageText(rule: string): Promise<string> {
  if (!isRuleId(rule)) throw new UsageError(`Unknown rule ${rule}${suggestion(rule)}`);
  const page = await import(`../../../../docs/rules/${rule}.md`);
  return page.default.replace(marksOfGenerated, '');
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
