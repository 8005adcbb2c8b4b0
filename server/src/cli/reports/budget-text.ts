import { inThousands } from '../../document/text/numbers.ts';
import type { BudgetEntry, BudgetReport } from '../../protocol.ts';
import { escapeControlCharacters } from '../terminal/escape-control-characters.ts';
import type { Colours } from '../terminal/terminal.ts';

const barWidth = 40;

/** How many of the largest skills are named. */
const maxShown = 10;

/** The budget as text: a bar, what is not shown in full, the largest skills. */
export function budgetText(report: BudgetReport, colours: Colours): string {
  const { budget, used, usage, share, wanted, unit, reasons, entries, tiers } = report;
  const filled = budget > 0 ? Math.min(barWidth, Math.round((used / budget) * barWidth)) : barWidth;
  const lines = [
    `${escapeControlCharacters(report.model)}, budget ${inThousands(budget)} ${unit} (${escapeControlCharacters(report.sourceDetail)})`,
    `${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)} ${usage}, ${share}`,
    tiers.map(({ label, chars }) => `${escapeControlCharacters(label)} ${inThousands(chars)}`).join(', '),
  ];
  if (wanted > used) lines.push(`The full listing would take ${inThousands(wanted)} ${unit}`);
  const cut = entries.filter(({ notInFull }) => notInFull);
  if (cut.length > 0) {
    lines.push(
      '',
      colours.underline(`Not in full (${inThousands(cut.length)})`),
      ...cut.map((entry) => entryLine(entry, colours)),
    );
    if (report.advice) lines.push(escapeControlCharacters(report.advice.text));
  }
  const largest = [...entries].sort((a, b) => b.chars - a.chars).slice(0, maxShown);
  if (largest.length > 0)
    lines.push('', colours.underline('Largest'), ...largest.map((entry) => entryLine(entry, colours)));
  for (const target of report.targets) {
    lines.push('', escapeControlCharacters(target.summary));
    const cut = target.entries.filter(({ state }) => state !== 'full');
    lines.push(
      ...cut.map(({ name, state }) => `  ${targetStates[state].padStart(14)}  ${escapeControlCharacters(name)}`),
    );
    lines.push(colours.dim(`  ${target.source}`));
  }
  if (reasons.length > 0)
    lines.push('', ...reasons.map((reason) => colours.dim(`≈ ${escapeControlCharacters(reason)}`)));
  return `${lines.join('\n')}\n`;
}

const targetStates = { full: 'in full', shortened: 'shortened', 'name-only': 'by name only', hidden: 'not listed' };

/** Names may be alike, and nobody has seen those of Claude Code's own skills: each says whose it is. */
function entryLine({ name, tierLabel, chars, full, state, label, detail }: BudgetEntry, colours: Colours): string {
  const size = chars === full ? inThousands(chars) : `${inThousands(chars)} of ${inThousands(full)}`;
  const words = [label, ...(detail === undefined ? [] : [detail])].join(', ');
  const owner = colours.dim(escapeControlCharacters(tierLabel));
  return `  ${size.padStart(14)}  ${escapeControlCharacters(name)}${state === 'full' ? '' : `  ${words}`}  ${owner}`;
}
