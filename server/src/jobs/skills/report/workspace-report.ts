import { type Diagnostic, DiagnosticSeverity } from 'vscode-languageserver-types';
import type { Catalog } from '../../../catalog/catalog.ts';
import { shownPath } from '../../../catalog/shown-path.ts';
import { counted, inThousands } from '../../../document/text/numbers.ts';
import { countProblems } from '../../../features/check/count-problems.ts';
import { inPercent } from '../../../features/text/amounts.ts';
import {
  codeCell,
  codeSpan,
  joinMarkdown,
  type Markdown,
  markdown,
  ownMarkdown,
} from '../../../features/text/markdown-text.ts';
import { isNotInFull, shownState, stateLabels } from '../../budget/shown-state.ts';

/** A session, and what was found in its files. */
interface ReportedSession {
  /** As users name it. */
  readonly name: string;
  readonly catalog: Catalog;
  /** The findings of each file in the tree, by path. */
  readonly findings: ReadonlyMap<string, readonly Diagnostic[]>;
}

/** Rows of a table. */
const maxRows = 200;

/** The problems and the budget of a workspace as a markdown document. */
export function workspaceReport(sessions: readonly ReportedSession[]): Markdown {
  const parts = sessions.flatMap((session) => [
    ...(sessions.length > 1 ? [markdown`# ${codeSpan(session.name)}`] : [ownMarkdown('# Skills')]),
    summary(session),
    ...ruleTable(session),
    ...fileTable(session),
    ...budgetPart(session),
  ]);
  return `${joinMarkdown(parts, '\n\n')}\n` as Markdown;
}

function summary({ findings }: ReportedSession): Markdown {
  const all = [...findings.values()].flat();
  const { errors, warnings } = countProblems(all);
  const files = findings.size === 1 ? 'one file' : `${inThousands(findings.size)} files`;
  return ownMarkdown(
    `${counted(errors, 'error')}, ${counted(warnings, 'warning')} and ${counted(all.length - errors - warnings, 'other finding')} in ${files}.`,
  );
}

function ruleTable({ findings }: ReportedSession): Markdown[] {
  const byRule = new Map<string, { findings: number; files: number; severity: number }>();
  for (const ofFile of findings.values()) {
    const seen = new Set<string>();
    for (const { code, severity = DiagnosticSeverity.Hint } of ofFile) {
      const rule = String(code);
      const row = byRule.get(rule) ?? { findings: 0, files: 0, severity };
      row.findings++;
      if (!seen.has(rule)) row.files++;
      row.severity = Math.min(row.severity, severity);
      seen.add(rule);
      byRule.set(rule, row);
    }
  }
  if (byRule.size === 0) return [];
  const rows = [...byRule]
    .sort(([, a], [, b]) => a.severity - b.severity || b.findings - a.findings)
    .map(
      ([rule, row]) =>
        markdown`| ${codeCell(rule)} | ${severityLabel(row.severity)} | ${row.findings} | ${row.files} |`,
    );
  return [ownMarkdown('## By rule'), table('| Rule | Level | Findings | Files |\n|---|---|---:|---:|', rows)];
}

function severityLabel(severity: number): Markdown {
  return ownMarkdown(['', 'error', 'warning', 'information', 'hint'][severity] ?? 'hint');
}

function fileTable({ catalog, findings }: ReportedSession): Markdown[] {
  const withProblems = [...findings]
    .map(([path, all]) => ({ path, total: all.length, ...countProblems(all) }))
    .filter(({ total }) => total > 0)
    .sort((a, b) => b.errors - a.errors || b.warnings - a.warnings || b.total - a.total || (a.path < b.path ? -1 : 1));
  if (withProblems.length === 0) return [];
  const rows = withProblems.map(({ path, errors, warnings, total }) => {
    const name = catalog.at(path)?.name;
    const shown = codeCell(shownPath(path, catalog.session));
    // A file without a skill has nothing but its path.
    const first = name === undefined ? ownMarkdown('') : codeCell(name);
    return markdown`| ${first} | ${errors} | ${warnings} | ${total - errors - warnings} | ${shown} |`;
  });
  return [
    ownMarkdown('## By skill'),
    // The longest column comes last: in a narrow window, the numbers must be in sight.
    table('| Skill | Errors | Warnings | Others | File |\n|---|---:|---:|---:|---|', rows),
  ];
}

function budgetPart({ catalog }: ReportedSession): Markdown[] {
  const { budget, used, wanted, entries } = catalog.listing();
  const short = entries.filter(isNotInFull);
  return [
    ownMarkdown('## Listing'),
    ownMarkdown(
      `The listing takes ${inThousands(used)} of ${inThousands(budget.budget)} (${inPercent(used, budget.budget)}); in full it would take ${inThousands(wanted)}.`,
    ),
    ...(short.length === 0
      ? [ownMarkdown('The model sees every text in full.')]
      : [
          table(
            '| Skill | The model sees |\n|---|---|',
            short.map(
              (entry) => markdown`| ${codeCell(entry.name)} | ${ownMarkdown(stateLabels[shownState(entry)])} |`,
            ),
          ),
        ]),
  ];
}

function table(head: string, rows: readonly Markdown[]): Markdown {
  const more = rows.length - maxRows;
  const shown = joinMarkdown([ownMarkdown(head), ...rows.slice(0, maxRows)], '\n');
  return more > 0 ? joinMarkdown([shown, ownMarkdown(`${inThousands(more)} more`)], '\n\n') : shown;
}
