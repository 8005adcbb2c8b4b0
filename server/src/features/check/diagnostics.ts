import { type Diagnostic, DiagnosticSeverity, DiagnosticTag } from 'vscode-languageserver-types';
import { URI } from 'vscode-uri';
import type { SkillDocument } from '../../document/skill-document.ts';
import type { DiagnosticData } from '../../protocol.ts';
import type { Finding, Severity } from '../../rules/rule.ts';
import { toLspRange } from '../text/lsp-range.ts';
import { rulePage } from './documented-rules.ts';
import { sameMessageInVscode } from './vscode-findings.ts';

/** The name under which editors show findings. */
export const diagnosticSource = 'skillwright';

const severities: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};

/** The start of another file. */
const fileStart = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

const tags = { unnecessary: DiagnosticTag.Unnecessary, deprecated: DiagnosticTag.Deprecated } as const;

/** Findings as the editor shows them. */
export function toDiagnostics(findings: readonly Finding[], document: SkillDocument, uri: string): Diagnostic[] {
  return findings.map((finding) => toDiagnostic(finding, document, uri));
}

/**
 * Further places of findings that an open document fades. They are hints, which no list shows, and no findings of their
 * own, so whatever counts findings leaves them out.
 */
export function fadedPlaces(findings: readonly Finding[], document: SkillDocument, uri: string): Diagnostic[] {
  return findings.flatMap((finding) =>
    (finding.alsoUnnecessary ?? []).map((range) =>
      toDiagnostic({ ...finding, range, severity: 'hint' }, document, uri),
    ),
  );
}

/** One finding as the editor shows it. */
export function toDiagnostic(finding: Finding, { lines }: SkillDocument, uri: string): Diagnostic {
  const diagnostic: Diagnostic = {
    range: toLspRange(lines, finding.range),
    severity: severities[finding.severity],
    source: diagnosticSource,
    code: finding.rule,
    codeDescription: { href: rulePage(finding.rule) },
    message: finding.message,
    data: dataOf(finding),
  };
  if (finding.tag) diagnostic.tags = [tags[finding.tag]];
  if (finding.related && finding.related.length > 0) {
    diagnostic.relatedInformation = finding.related.map(({ path, range, message }) => ({
      location:
        path === undefined
          ? { uri, range: toLspRange(lines, range) }
          : { uri: URI.file(path).toString(), range: fileStart },
      message,
    }));
  }
  return diagnostic;
}

function dataOf(finding: Finding): DiagnosticData {
  const { rule } = finding;
  const sameAsInVscode = sameMessageInVscode(finding);
  return sameAsInVscode === undefined ? { rule } : { rule, sameAsInVscode };
}
