import type { FileKind } from '../../document/runtime-id.ts';
import type { SkillDocument } from '../../document/skill-document.ts';
import type { LinePosition } from '../../document/text/line-index.ts';
import { rulePage } from '../../features/check/rule-page.ts';
import { type Finding, type Severity, severities } from '../../rules/rule.ts';
import type { CheckStatistics } from './check-statistics.ts';

/** A finding as it is reported; part of the command line's contract. */
export interface ReportedFinding {
  /** Absolute path of the file. */
  readonly file: string;
  readonly rule: string;
  readonly severity: Severity;
  readonly message: string;
  /** Zero-based, in UTF-16 units. */
  readonly range: { readonly start: LinePosition; readonly end: LinePosition };
  /** Whether the preferred fix is part of `--fix`, needs review, or does not exist. */
  readonly fix: 'safe' | 'unsafe' | 'none';
  /** The address of the rule's page. */
  readonly docs: string;
  /** What tells it apart from others of the same rule in the same file; only if something asks for it. */
  readonly fingerprint?: string;
  /** The replacements of its safe fix, in the text that was checked; only if something asks for them. */
  readonly replacements?: readonly Replacement[];
}

/** A replacement in the text of a file. */
export interface Replacement {
  readonly range: ReportedFinding['range'];
  readonly newText: string;
}

/** The result for one file. */
export interface FileReport {
  readonly path: string;
  readonly kind: FileKind;
  /** A SKILL.md inside another skill's folder, which is not a separate skill. */
  readonly insideSkill: boolean;
  readonly findings: readonly ReportedFinding[];
  /** Whether fixes were written, or would be. */
  readonly fixed: boolean;
  /** What fixes would change, for a dry run; empty for nothing. */
  readonly diff: string;
  /** How long reading and checking its text took, in milliseconds. */
  readonly ms: number;
}

/** Counts of a run; part of the command line's contract. */
export interface Summary {
  readonly skills: number;
  readonly files: number;
  readonly errors: number;
  readonly warnings: number;
  readonly informations: number;
  readonly hints: number;
  /** From the start of the search to the last file. */
  readonly ms: number;
}

/** The results for all files, before they are counted. */
export interface CheckedFiles {
  /** Sorted by path. */
  readonly files: readonly FileReport[];
  /** How long finding them took, in milliseconds. */
  readonly findMs: number;
  /** The text of standard input if that was checked, after its safe fixes if those are applied. */
  readonly text?: Buffer | string;
}

/** The report of a run. */
export interface CheckReport {
  /** Sorted by path. */
  readonly files: readonly FileReport[];
  readonly summary: Summary;
  /** How safe fixes were treated: ignored, written to the files or the output, or shown as a diff. */
  readonly fixes: 'none' | 'written' | 'shown';
  /** The fixed text of standard input, if requested. */
  readonly fixedText: Buffer | string | undefined;
  readonly stats: CheckStatistics | undefined;
}

/** A finding with positions instead of offsets. */
export function toReportedFinding(finding: Finding, { lines }: SkillDocument, file: string): ReportedFinding {
  const [preferred] = finding.fixes ?? [];
  return {
    file,
    rule: finding.rule,
    severity: finding.severity,
    message: finding.message,
    range: { start: lines.positionAt(finding.range.start), end: lines.positionAt(finding.range.end) },
    fix: preferred ? (preferred.safe ? 'safe' : 'unsafe') : 'none',
    docs: rulePage(finding.rule),
  };
}

/** Counts files and findings. */
export function summarise(files: readonly FileReport[], ms: number): Summary {
  const count = (severity: Severity): number =>
    files.reduce((sum, { findings }) => sum + findings.filter((finding) => finding.severity === severity).length, 0);
  return {
    skills: files.filter(({ kind, insideSkill }) => kind === 'skill' && !insideSkill).length,
    files: files.length,
    errors: count('error'),
    warnings: count('warning'),
    informations: count('information'),
    hints: count('hint'),
    ms: Math.round(ms),
  };
}

/** Whether a severity is at least `level`. */
export function isAtLeast(severity: Severity, level: Severity): boolean {
  return severities.indexOf(severity) <= severities.indexOf(level);
}
