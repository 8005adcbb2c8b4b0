import { MAX_LISTED_FINDINGS } from '../dialect/limits.ts';
import { leftOut } from './messages/left-out.ts';
import { copyNotLoaded, isUnloadedCopy } from './readings/unloaded-copy.ts';
import type { Finding, Level, Report, Rule, RuleContext, RuleLevels, Severity } from './rule.ts';
import { applySuppressions } from './suppressions.ts';

/** Called when a rule throws; the other rules still run. */
export type RuleCrash = (rule: Rule, error: unknown) => void;

/** Lets others work in between. */
export interface CheckTurns {
  /** Called between pieces of work: what to wait for before the next one; undefined while there is no need to wait. */
  pause(): Promise<void> | undefined;
  /** Aborted when the findings are no longer needed. */
  readonly signal?: AbortSignal;
}

/**
 * Runs the rules over one document. Findings are in source order. A rule that throws loses only its own findings.
 */
export function checkDocument(
  rules: readonly Rule[],
  context: RuleContext,
  levels: RuleLevels,
  onCrash: RuleCrash,
): Finding[] {
  const steps = checkSteps(rules, context, levels, onCrash);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** The same, with pauses in between; undefined if it was aborted. */
export async function checkDocumentInTurns(
  rules: readonly Rule[],
  context: RuleContext,
  levels: RuleLevels,
  onCrash: RuleCrash,
  { pause, signal }: CheckTurns,
): Promise<Finding[] | undefined> {
  const steps = checkSteps(rules, context, levels, onCrash);
  while (!signal?.aborted) {
    const step = steps.next();
    if (step.done) return step.value;
    const wait = pause();
    if (wait) await wait;
  }
  return undefined;
}

/** Checks piece by piece: one rule, or a part of an expensive one, at a time. */
function* checkSteps(
  rules: readonly Rule[],
  context: RuleContext,
  levels: RuleLevels,
  onCrash: RuleCrash,
): Generator<void, Finding[]> {
  const { document, file } = context;
  yield* document.readBody();
  const findings: Finding[] = [];
  // The encoding matters in any file; everything else applies to skills.
  const applicable = isNote(context) ? rules.filter(({ id }) => id === 'file-encoding') : rules;
  for (const rule of applicable) {
    const chosen = levels[rule.id];
    if ((chosen ?? rule.level) === 'off' || !rule.kinds.includes(file.kind)) continue;
    for (const finding of yield* findingsOf(rule, context, chosen, onCrash)) findings.push(finding);
    yield;
  }
  const shown = applySuppressions(document, withoutConsequences(findings, applicable), levels).sort(
    (a, b) => a.range.start - b.range.start || a.range.end - b.range.end,
  );
  const only = shown.find(({ alone }) => alone);
  const told = only ? shown.filter((it) => it === only || it.rule === 'file-encoding') : shown;
  if (isUnloadedCopy(context) && levels[copyNotLoaded] !== 'off') return onlyErrors(told);
  return file.insideSkill ? onlyHint(told) : told;
}

/**
 * Leaves out what another finding explains, also one that is suppressed afterwards: who accepts the cause accepts its
 * consequences.
 */
function withoutConsequences(findings: readonly Finding[], rules: readonly Rule[]): Finding[] {
  const causes = new Map(rules.map(({ id, explainedBy }) => [id, explainedBy ?? []]));
  const reported = new Set(findings.map(({ rule, subject }) => topic(rule, subject)));
  return findings.filter(
    ({ rule, subject }) => !causes.get(rule)!.some((cause) => reported.has(topic(cause, subject))),
  );
}

function topic(rule: string, subject = ''): string {
  return `${rule} ${subject}`;
}

/** Thrown into a rule that never stops: further findings would not be listed. */
class EnoughFound extends Error {}

function* findingsOf(
  rule: Rule,
  context: RuleContext,
  chosen: Level | undefined,
  onCrash: RuleCrash,
): Generator<void, readonly Finding[]> {
  const found: Finding[] = [];
  const add = (report: Report) => {
    if (found.length === MAX_LISTED_FINDINGS) {
      found.push(leftOut(rule.id, report.range));
      throw new EnoughFound();
    }
    found.push({ ...report, rule: rule.id, severity: severityOf(chosen, report.severity, rule.level) });
  };
  try {
    const rest = rule.check(context, add);
    if (rest) yield* rest;
  } catch (error) {
    if (!(error instanceof EnoughFound)) {
      onCrash(rule, error);
      return [];
    }
  }
  return found;
}

/** A Markdown file next to skills, with neither name nor description, is not a skill. */
function isNote({ file, document }: RuleContext): boolean {
  if (file.misplaced?.reason !== 'loose-file' && file.misplaced?.reason !== 'other-name') return false;
  const has = (name: string) => document.frontmatter.entries.some(({ key }) => key === name);
  // Outside `.claude` there are other reasons to have a description.
  return file.place === 'plugin' ? !has('name') || !has('description') : !has('name') && !has('description');
}

/**
 * A SKILL.md inside another skill is a template or an example: broken frontmatter is reported as a hint, and so is a
 * BOM, which would be copied; nothing else is.
 */
function onlyHint(findings: readonly Finding[]): Finding[] {
  const broken = findings.find(({ rule, severity }) => severity === 'error' || rule === 'yaml-lenient');
  const marked = findings.find(({ rule }) => rule === 'file-encoding');
  const kept = [broken, marked].filter((finding) => finding !== undefined);
  return [...new Set(kept)].map((finding) => ({ ...finding, severity: 'hint' }));
}

/** What is said about the original is not repeated for its copies, but they cannot be read with an error either. */
function onlyErrors(findings: readonly Finding[]): Finding[] {
  return findings.filter(({ rule, severity }) => severity === 'error' || rule === copyNotLoaded);
}

/** The user's choice wins, then the finding's own severity. */
function severityOf(chosen: Level | undefined, reported: Severity | undefined, own: Level): Severity {
  if (chosen && chosen !== 'off') return chosen;
  return reported ?? (own === 'off' ? 'information' : own);
}
