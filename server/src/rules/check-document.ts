import { MAX_LISTED_FINDINGS } from '../dialect/limits.ts';
import type { FileKind } from '../document/runtime-id.ts';
import { wholeCharacters } from '../document/text/whole-characters.ts';
import { oncePer } from '../platform/once.ts';
import { atOnce, type WorkTurns } from '../platform/work-turns.ts';
import { leftOut } from './messages/left-out.ts';
import { copyNotLoaded, isSetAside, isUnloadedCopy } from './readings/skills/unloaded-copy.ts';
import type { Finding, Level, Report, Rule, RuleContext, RuleLevels, Severity } from './rule.ts';
import type { RuleId } from './rule-id.ts';
import { applySuppressions, type OnSuppressed } from './suppressions.ts';
import { bitsOf, type TraitBits, traitsOf } from './traits-of.ts';

/** The rule that says which products read a file instead of Claude Code. */
const skillElsewhere: RuleId = 'skill-elsewhere';

/** The rule about credentials. */
const textSecret: RuleId = 'text-secret';

/** Called when a rule throws; the other rules still run. */
export type RuleCrash = (rule: Rule, error: unknown) => void;

/**
 * Runs the rules over one document. Findings are in source order. A rule that throws loses only its own findings.
 *
 * @param onSuppressed called with the findings that the author's comments leave out
 */
export function checkDocument(
  rules: readonly Rule[],
  context: RuleContext,
  levels: RuleLevels,
  onCrash: RuleCrash,
  onSuppressed?: OnSuppressed,
): Finding[] {
  return atOnce(checkSteps(rules, context, levels, onCrash, onSuppressed));
}

/** The same, with pauses in between; undefined if it was aborted. */
export async function checkDocumentInTurns(
  rules: readonly Rule[],
  context: RuleContext,
  levels: RuleLevels,
  onCrash: RuleCrash,
  { pause, signal }: WorkTurns,
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

/** Most rules take a few microseconds. */
const rulesOfOneStep = 8;

/** Checks piece by piece: a few rules, or a part of an expensive one, at a time. */
function* checkSteps(
  rules: readonly Rule[],
  context: RuleContext,
  levels: RuleLevels,
  onCrash: RuleCrash,
  onSuppressed?: OnSuppressed,
): Generator<void, Finding[]> {
  const { document, file } = context;
  yield* document.readBody();
  const findings: Finding[] = [];
  const ofKind = enabledRules(rules, levels).get(file.kind) ?? [];
  // The encoding matters in any file; everything else applies to skills.
  const applicable = isNote(context) ? ofKind.filter(({ rule }) => rule.id === 'file-encoding') : ofKind;
  const missing = ~traitsOf(context);
  const found = new FoundByRule(document.text);
  let count = 0;
  for (const { rule, needs, chosen } of applicable) {
    if ((needs & missing) !== 0) continue;
    found.startWith(rule, chosen);
    try {
      // Most rules are done at once.
      const rest = rule.check(context, found.report);
      if (rest) yield* rest;
    } catch (error) {
      if (!(error instanceof EnoughFound)) {
        onCrash(rule, error);
        continue;
      }
    }
    if (found.findings) findings.push(...found.findings);
    // A pause after each would take longer than most rules.
    if (++count % rulesOfOneStep === 0) yield;
  }
  const shown = applySuppressions(document, withoutConsequences(findings, rules), rules, levels, onSuppressed).sort(
    (a, b) => a.range.start - b.range.start || a.range.end - b.range.end,
  );
  const only = shown.find(({ alone }) => alone);
  const told = only ? shown.filter((it) => it === only || it.rule === 'file-encoding') : shown;
  if (levels[copyNotLoaded] !== 'off') {
    if (isSetAside(context)) return onlySecrets(shown);
    if (isUnloadedCopy(context)) return onlyErrors(told);
  }
  if (file.insideSkill) return onlyHint(told);
  return file.elsewhere ? told.map(conditional) : told;
}

/**
 * Leaves out what another finding explains, also one that is suppressed afterwards: who accepts the cause accepts its
 * consequences.
 */
function withoutConsequences(findings: Finding[], rules: readonly Rule[]): Finding[] {
  const causes = causesOf(rules);
  if (!findings.some(({ rule }) => causes.has(rule))) return findings;
  const reported = new Set(findings.map(({ rule, subject }) => topic(rule, subject)));
  return findings.filter(
    ({ rule, subject }) => !causes.get(rule)?.some((cause) => reported.has(topic(cause, subject))),
  );
}

/** A rule that is not off, and the traits of the files in which it is run. */
interface EnabledRule {
  readonly rule: Rule;
  readonly needs: TraitBits;
  /** The level that the user chose for it. */
  readonly chosen: Level | undefined;
}

type RulesByKind = ReadonlyMap<FileKind, readonly EnabledRule[]>;

/** The rules for each kind of file; those of the last levels are kept, because a run has the same for all of its files. */
function enabledRules(rules: readonly Rule[], levels: RuleLevels): RulesByKind {
  const last = lastEnabled(rules);
  if (!last.enabled || !hasEqualLevels(levels, last.levels)) {
    last.levels = { ...levels };
    last.enabled = findEnabled(rules, levels);
  }
  return last.enabled;
}

const lastEnabled = oncePer((_: readonly Rule[]): { levels: RuleLevels; enabled: RulesByKind | undefined } => ({
  levels: {},
  enabled: undefined,
}));

function hasEqualLevels(a: RuleLevels, b: RuleLevels): boolean {
  const ids = Object.keys(a) as RuleId[];
  return ids.length === Object.keys(b).length && ids.every((id) => a[id] === b[id]);
}

function findEnabled(rules: readonly Rule[], levels: RuleLevels): RulesByKind {
  const kinds = new Set(rules.flatMap((rule) => rule.kinds));
  const enabled = rules
    .map((rule) => ({ rule, needs: bitsOf(rule.needs ?? []), chosen: levels[rule.id] }))
    .filter(({ rule, chosen }) => (chosen ?? rule.level) !== 'off');
  return new Map([...kinds].map((kind) => [kind, enabled.filter(({ rule }) => rule.kinds.includes(kind))]));
}

const causesOf = oncePer(
  (rules: readonly Rule[]) =>
    new Map(rules.flatMap(({ id, explainedBy }) => (explainedBy ? [[id, explainedBy] as const] : []))),
);

function topic(rule: RuleId, subject = ''): string {
  return `${rule} ${subject}`;
}

/** Thrown into a rule that never stops: further findings would not be listed. */
class EnoughFound extends Error {}

/** The findings of one rule, in the order of its reports: a hundred rules report nothing about most files. */
class FoundByRule {
  #rule: Rule | undefined;
  #chosen: Level | undefined;
  findings: Finding[] | undefined;

  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  startWith(rule: Rule, chosen: Level | undefined): void {
    this.#rule = rule;
    this.#chosen = chosen;
    this.findings = undefined;
  }

  readonly report = (report: Report): void => {
    const { id, level } = this.#rule!;
    this.findings ??= [];
    if (this.findings.length === MAX_LISTED_FINDINGS) {
      this.findings.push(leftOut(id, report.range));
      throw new EnoughFound();
    }
    const { range, message, severity, fixes, related, tag, alsoUnnecessary, alone, subject } = report;
    this.findings.push({
      rule: id,
      severity: severityOf(this.#chosen, severity, level),
      // Half of a character cannot be marked: editors would mark another place, or nothing.
      range: wholeCharacters(this.#text, range.start, range.end),
      message,
      // Not copied by a spread, by which V8 would give each of thousands of findings a shape of its own.
      fixes,
      related,
      tag,
      alsoUnnecessary,
      alone,
      subject,
    });
  };
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

/** Claude Code does not read the file where it is, so that what it does with it is a matter of the future. */
function conditional(finding: Finding): Finding {
  if (finding.rule === skillElsewhere) return finding;
  const message = finding.message.replace(/\bClaude Code (?=[a-z])/, 'Claude Code, once it reads this file, ');
  return message === finding.message ? finding : { ...finding, message };
}

/** Findings about the original are not repeated for its copies, but a copy with an error cannot be read either. */
function onlyErrors(findings: readonly Finding[]): Finding[] {
  return findings.filter(({ rule, severity }) => severity === 'error' || rule === copyNotLoaded);
}

/** Backups and data of tests are not repaired, and may be broken on purpose; but what is in them can be read by others. */
function onlySecrets(findings: readonly Finding[]): Finding[] {
  return findings.filter(({ rule }) => rule === textSecret || rule === copyNotLoaded);
}

/** The user's choice wins, then the finding's own severity. */
function severityOf(chosen: Level | undefined, reported: Severity | undefined, own: Level): Severity {
  if (chosen && chosen !== 'off') return chosen;
  return reported ?? (own === 'off' ? 'information' : own);
}
