import { type Diagnostic, DiagnosticSeverity } from 'vscode-languageserver-types';
import { joinMarkdown, type Markdown, markdown, messageMarkdown } from '../../../features/text/markdown-text.ts';

/** Number of findings in a tooltip: it should fit on the screen. */
const maxFindings = 4;

/** The most severe findings of a file with their severity in words, as a list of markdown; nothing without any. */
export function findingsText(findings: readonly Diagnostic[]): Markdown[] {
  // Hints are suggestions in the editor, and in no list of problems.
  const shown = findings.filter(({ severity }) => severity !== DiagnosticSeverity.Hint);
  if (shown.length === 0) return [];
  const sorted = shown.toSorted((a, b) => a.severity! - b.severity!);
  const items = sorted.slice(0, maxFindings).map((finding) => {
    return markdown`- ${severityInWords(finding)}: ${messageMarkdown(messageOf(finding))}`;
  });
  const more = sorted.length - items.length;
  return [joinMarkdown([...items, more > 0 && markdown`- and ${more} more`], '\n')];
}

function messageOf({ message }: Diagnostic): string {
  return typeof message === 'string' ? message : message.value;
}

function severityInWords({ severity }: Diagnostic): Markdown {
  switch (severity) {
    case DiagnosticSeverity.Error:
      return markdown`**Error**`;
    case DiagnosticSeverity.Warning:
      return markdown`**Warning**`;
    default:
      return markdown`**Information**`;
  }
}
