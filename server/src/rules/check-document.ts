import type { Finding, Level, Rule, RuleContext, Severity } from './rule.ts';
import { applySuppressions } from './suppressions.ts';

/** Levels the user set, by rule id. */
export type RuleLevels = Readonly<Record<string, Level>>;

/** The first ones make the point; a file that breaks a rule more often is data or made to hurt. */
const mostFindingsOfRule = 1000;

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
  // How it is encoded matters in any file; the rest is said of skills.
  const applicable = isNote(context) ? rules.filter(({ id }) => id === 'file-encoding') : rules;
  for (const rule of applicable) {
    const chosen = levels[rule.id];
    if ((chosen ?? rule.level) === 'off' || !rule.kinds.includes(context.file.kind)) continue;
    const own: Finding[] = [];
    try {
      rule.check(context, (report) => {
        if (own.length < mostFindingsOfRule)
          own.push({ ...report, rule: rule.id, severity: severityOf(chosen, report.severity, rule.level) });
      });
      for (const finding of own) findings.push(finding);
    } catch (error) {
      onCrash(rule, error);
    }
  }
  const shown = applySuppressions(context.document, findings, levels).sort(
    (a, b) => a.range.start - b.range.start || a.range.end - b.range.end,
  );
  const only = shown.find(({ alone }) => alone);
  const told = only ? [only] : shown;
  return context.file.insideSkill ? onlyHint(told) : told;
}

/** A markdown file beside skills, with neither name nor description, is nobody's skill. */
function isNote({ file, document }: RuleContext): boolean {
  if (file.misplaced?.reason !== 'loose-file' && file.misplaced?.reason !== 'other-name') return false;
  const has = (name: string) => document.frontmatter.entries.some(({ key }) => key === name);
  // Outside `.claude` there are other reasons to have a description.
  return file.place === 'plugin' ? !has('name') || !has('description') : !has('name') && !has('description');
}

/**
 * A SKILL.md inside another skill is a template or an example: that its frontmatter is broken deserves a hint, and so
 * does a BOM, which would be copied along; nothing else does.
 */
function onlyHint(findings: readonly Finding[]): Finding[] {
  const broken = findings.find(({ rule, severity }) => severity === 'error' || rule === 'yaml-lenient');
  const marked = findings.find(({ rule }) => rule === 'file-encoding');
  const kept = [broken, marked].filter((finding) => finding !== undefined);
  return [...new Set(kept)].map((finding) => ({ ...finding, severity: 'hint' }));
}

/** What the user chose wins; then what the rule says of this very finding. */
function severityOf(chosen: Level | undefined, reported: Severity | undefined, own: Level): Severity {
  if (chosen && chosen !== 'off') return chosen;
  return reported ?? (own === 'off' ? 'information' : own);
}
