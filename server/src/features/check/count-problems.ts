import { type Diagnostic, DiagnosticSeverity } from 'vscode-languageserver-types';
import type { ProblemCount } from '../../protocol.ts';

/** How many findings are errors, warnings and information; hints are no problems. */
export function countProblems(findings: readonly Diagnostic[]): ProblemCount {
  const count = (severity: DiagnosticSeverity) => findings.filter((it) => it.severity === severity).length;
  return {
    errors: count(DiagnosticSeverity.Error),
    warnings: count(DiagnosticSeverity.Warning),
    information: count(DiagnosticSeverity.Information),
  };
}
