import type { FileKind } from '../../../document/runtime-id.ts';
import type { SkillDocument } from '../../../document/skill-document.ts';
import type { LinePosition } from '../../../document/text/line-index.ts';
import { rulePage } from '../../../features/check/documented-rules.ts';
import { type Finding, type Severity, severities } from '../../../rules/rule.ts';
import type { RuleId } from '../../../rules/rule-id.ts';
import type { CheckStatistics } from './check-statistics.ts';

/** A finding as it is reported; part of the command line's contract. */
export interface ReportedFinding {
  /** Absolute path of the file. */
  readonly file: string;
  readonly rule: RuleId;
  readonly severity: Severity;
  readonly message: string;
  /** Zero-based, in UTF-16 units. */
  readonly range: { readonly start: LinePosition; readonly end: LinePosition };
  /** Whether the preferred fix is part of `--fix`, needs review, or does not exist. */
  readonly fix: 'safe' | 'unsafe' | 'none';
  /** The address of the rule's page. */
  readonly docs: string;
  /** Absolute paths of the other files that have it; only if most files of a folder do, where it is reported once. */
  readonly alsoIn?: readonly string[];
  /** Tells it apart from others of the same rule in the same file; only if something asks for it. */
  readonly fingerprint?: string;
  /** The replacements of its safe fix, in the text that was checked; only if something asks for them. */
  readonly replacements?: readonly Replacement[];
}

/** A finding that a comment suppresses. */
export interface SuppressedReport extends ReportedFinding {
  /** The author's reason; empty if they gave none. */
  readonly suppressedBecause: string;
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
  readonly findings: PackedFindings;
  /** Findings that the author's comments suppress; only if something asks for them. */
  readonly suppressed?: readonly SuppressedReport[];
  /** Whether fixes were written, or would be. */
  readonly fixed: boolean;
  /** The changes that fixes would make, for a dry run; empty for none. */
  readonly diff: string;
  /** How long reading and checking its text took, in milliseconds. */
  readonly ms: number;
}

/** The findings of one file in packed form, as plain data. */
export interface StoredFindings {
  readonly counts: Readonly<Record<Severity, number>>;
  /** Undefined without findings. */
  readonly bytes: Uint8Array | undefined;
}

/**
 * The findings of one file in little memory: as one text, without what all of them share. A run over ten thousand skills
 * keeps them until it prints them, and a message with a part of a file would keep the whole file.
 */
export class PackedFindings {
  readonly #file: string;
  readonly #stored: StoredFindings;

  private constructor(file: string, stored: StoredFindings) {
    this.#file = file;
    this.#stored = stored;
  }

  static pack(file: string, findings: readonly ReportedFinding[]): PackedFindings {
    const counts = { error: 0, warning: 0, information: 0, hint: 0 };
    for (const { severity } of findings) counts[severity]++;
    const values = findings.map(packed);
    // Half as large as a string with a character outside of Latin-1, and outside of what is searched for garbage.
    const bytes = values.length === 0 ? undefined : Buffer.from(JSON.stringify(values));
    return new PackedFindings(file, { counts, bytes });
  }

  /** The findings of a file that another thread has packed. */
  static of(file: string, stored: StoredFindings): PackedFindings {
    return new PackedFindings(file, stored);
  }

  get counts(): StoredFindings['counts'] {
    return this.#stored.counts;
  }

  /** A copy whose bytes have memory of their own, and can be given to another thread. */
  stored(): StoredFindings {
    const { bytes } = this.#stored;
    return { ...this.#stored, bytes: bytes && new Uint8Array(bytes) };
  }

  all(): readonly ReportedFinding[] {
    const { bytes } = this.#stored;
    if (!bytes) return [];
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    return (JSON.parse(buffer.toString()) as PackedFinding[]).map((values) => unpacked(this.#file, values));
  }
}

type PackedFinding = [
  rule: RuleId,
  severity: Severity,
  message: string,
  fix: ReportedFinding['fix'],
  startLine: number,
  startCharacter: number,
  endLine: number,
  endCharacter: number,
  details?: Pick<ReportedFinding, 'alsoIn' | 'fingerprint' | 'replacements'>,
];

function packed(finding: ReportedFinding): PackedFinding {
  const { rule, severity, message, range, fix, alsoIn, fingerprint, replacements } = finding;
  const { start, end } = range;
  const values: PackedFinding = [rule, severity, message, fix, start.line, start.character, end.line, end.character];
  if (alsoIn || fingerprint !== undefined || replacements) {
    values.push({
      ...(alsoIn && { alsoIn }),
      ...(fingerprint !== undefined && { fingerprint }),
      ...(replacements && { replacements }),
    });
  }
  return values;
}

/** By index: taken apart as a list, each value would be asked of an iterator. */
function unpacked(file: string, values: PackedFinding): ReportedFinding {
  const finding: ReportedFinding = {
    file,
    rule: values[0],
    severity: values[1],
    message: values[2],
    range: {
      start: { line: values[4], character: values[5] },
      end: { line: values[6], character: values[7] },
    },
    fix: values[3],
    docs: rulePage(values[0]),
  };
  return values[8] ? { ...finding, ...values[8] } : finding;
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
export interface FileReports {
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
  /** Findings below it are not shown. */
  readonly shownFrom: Severity;
}

export function shownFindings({ findings }: FileReport, { shownFrom }: CheckReport): readonly ReportedFinding[] {
  const shown = severities.slice(0, severities.indexOf(shownFrom) + 1);
  if (!shown.some((severity) => findings.counts[severity] > 0)) return [];
  const all = findings.all();
  return shown.length === severities.length ? all : all.filter(({ severity }) => shown.includes(severity));
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
  const count = (severity: Severity): number => files.reduce((sum, { findings }) => sum + findings.counts[severity], 0);
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
