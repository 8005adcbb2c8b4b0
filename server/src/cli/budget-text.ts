import type { BudgetEntry, BudgetReport } from '../protocol.ts';
import { escapeControlCharacters } from './escape-control-characters.ts';
import type { Colours } from './terminal.ts';

const barWidth = 40;

/** How many of the largest skills are named. */
const maxShown = 10;

/** The budget as text: a bar, what is not shown in full, the largest skills. */
export function budgetText(report: BudgetReport, colours: Colours): string {
  const { budget, used, wanted, unit, exact, reasons, entries, tiers } = report;
  const about = exact ? '' : '≈ ';
  const share = budget > 0 ? Math.round((used / budget) * 100) : 100;
  const filled = Math.min(barWidth, Math.round((share / 100) * barWidth));
  const lines = [
    `${escapeControlCharacters(report.model)}, budget ${budget} ${unit} (${escapeControlCharacters(report.sourceDetail)})`,
    `${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)} ${about}${used} used, ${share} %`,
    tiers.map(({ label, chars }) => `${escapeControlCharacters(label)} ${chars}`).join(', '),
  ];
  if (wanted > used) lines.push(`The full listing would take ${wanted} ${unit}`);
  const cut = entries.filter(({ state }) => state !== 'full');
  if (cut.length > 0) lines.push('', colours.underline('Not shown in full'), ...cut.map(entryLine));
  const largest = [...entries].sort((a, b) => b.chars - a.chars).slice(0, maxShown);
  if (largest.length > 0) lines.push('', colours.underline('Largest'), ...largest.map(entryLine));
  if (reasons.length > 0)
    lines.push('', ...reasons.map((reason) => colours.dim(`≈ ${escapeControlCharacters(reason)}`)));
  return `${lines.join('\n')}\n`;
}

function entryLine({ name, chars, full, state, missing }: BudgetEntry): string {
  const size = chars === full ? `${chars}` : `${chars} of ${full}`;
  const need = missing === undefined ? '' : `, needs ${missing} more`;
  return `  ${size.padStart(12)}  ${escapeControlCharacters(name)}${state === 'full' ? '' : `  ${state}${need}`}`;
}
