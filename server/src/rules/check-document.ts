import type { Finding, Level, Rule, RuleContext, Severity } from './rule.ts';
import { applySuppressions } from './suppressions.ts';

/** Levels the user set, by rule id. */
export type RuleLevels = Readonly<Record<string, Level>>;

/** Called when a rule throws; the other rules still run. */
export type RuleCrash = (rule: Rule, error: unknown) => void;

/**
 * Runs the rules over one document. Findings come in source order. A rule that throws loses its own findings only.
 */
export function checkDocument(
  rules: readonly Rule[],
  context: RuleContext,
  levels: RuleLevels,
  onCrash: RuleCrash,
): Finding[] {
  const findings: Finding[] = [];
  for (const rule of rules) {
    const chosen = levels[rule.id];
    if ((chosen ?? rule.level) === 'off' || !rule.kinds.includes(context.file.kind)) continue;
    const own: Finding[] = [];
    try {
      rule.check(context, (report) => {
        own.push({ ...report, rule: rule.id, severity: severityOf(chosen, report.severity, rule.level) });
      });
      findings.push(...own);
    } catch (error) {
      onCrash(rule, error);
    }
  }
  return applySuppressions(context.document, findings, levels).sort(
    (a, b) => a.range.start - b.range.start || a.range.end - b.range.end,
  );
}

/** What the user chose wins; then what the rule says of this very finding. */
function severityOf(chosen: Level | undefined, reported: Severity | undefined, own: Level): Severity {
  if (chosen && chosen !== 'off') return chosen;
  return reported ?? (own === 'off' ? 'information' : own);
}
