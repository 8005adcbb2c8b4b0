import { armsOf, type EvaluationResult } from '../../../evaluation/results/evaluation-result.ts';
import { type ResultStatistics, resultStatistics } from '../../../evaluation/statistics/result-statistics.ts';
import {
  codeSpan,
  joinMarkdown,
  type Markdown,
  markdown,
  messageMarkdown,
  ownMarkdown,
  readableMarkdown,
} from '../../../features/text/markdown-text.ts';
import { caseEndings } from './case-endings.ts';
import { type CaseTable, caseTables, type GraderRow } from './case-table.ts';
import { caseAdvice, resultWarnings } from './result-warnings.ts';
import { armTitle, cellText, costText, deltaText, type ResultSubject, scoreText } from './result-words.ts';
import { caseCounts, countsText } from './summary/case-counts.ts';
import { armsTable, comparisonText, flakyListText } from './summary/statistics-words.ts';

/** A result as a markdown document, for a pull request. Every text of the result is shown literally. */
export function markdownExport(result: EvaluationResult): Markdown {
  const arms = armsOf(result);
  const titles = arms.map((arm) => readableMarkdown(armTitle(arm, result)));
  const tables = caseTables(result);
  const statistics = resultStatistics(result);
  const facts = [
    result.version === undefined ? undefined : markdown`version ${readableMarkdown(result.version)}`,
    result.startedAt === undefined ? undefined : readableMarkdown(result.startedAt),
    result.claudeVersion === undefined ? undefined : markdown`Claude Code ${readableMarkdown(result.claudeVersion)}`,
    result.costUsd === undefined ? undefined : readableMarkdown(costText(result.costUsd)!),
  ];
  const sections = [
    result.subject === undefined
      ? ownMarkdown('# Evaluation results')
      : markdown`# Evaluation results of ${readableMarkdown(result.subject)}`,
    joinMarkdown(facts, ' · '),
    ...resultWarnings(result).map((warning) => markdown`**${messageMarkdown(warning, readableMarkdown)}**`),
    tables.length === 0 ? ownMarkdown('No cases.') : ownMarkdown(`${countsText(caseCounts(tables))}.`),
    tables.length === 0 ? undefined : summary(tables, titles),
    statistics && statisticsMarkdown(statistics, result),
    ...tables.map((table) => section(table, titles, result)),
    result.notes.length === 0 ? undefined : markdown`## Notes\n\n${list(result.notes)}`,
  ];
  return markdown`${joinMarkdown(
    sections.map((it) => (it === '' ? undefined : it)),
    '\n\n',
  )}\n`;
}

function summary(tables: readonly CaseTable[], titles: readonly Markdown[]): Markdown {
  const rows = tables.map(({ case: { name }, state, arms, delta }) => [
    readableMarkdown(name),
    ownMarkdown(state),
    ...arms.map(({ score }) => ownMarkdown(scoreText(score))),
    ownMarkdown(deltaText(delta)),
  ]);
  return table([ownMarkdown('Case'), ownMarkdown('State'), ...titles, ownMarkdown('Difference')], rows);
}

/** The statistics of repeated runs. */
function statisticsMarkdown({ arms, comparisons, flaky }: ResultStatistics, about: ResultSubject): Markdown {
  const { columns, rows } = armsTable(arms, about);
  const said = [
    ...comparisons.map((it) => {
      const { verdict, why } = comparisonText(it, about);
      return markdown`- **${ownMarkdown(verdict)}**: ${ownMarkdown(why)}`;
    }),
    ...(flaky.length === 0 ? [] : [markdown`- Flaky graders: ${readableMarkdown(flakyListText(flaky))}`]),
  ];
  const parts = [
    ownMarkdown('## Repeated runs'),
    table(
      columns.map(({ name }) => ownMarkdown(name)),
      rows.map(([arm, ...cells]) => [readableMarkdown(arm!), ...cells.map((cell) => ownMarkdown(cell))]),
    ),
    said.length === 0 ? undefined : joinMarkdown(said, '\n'),
  ];
  return joinMarkdown(parts, '\n\n');
}

function section({ case: it, graders }: CaseTable, titles: readonly Markdown[], result: EvaluationResult): Markdown {
  const [endings, advice] = [caseEndings(it, result), caseAdvice(it, result)];
  const rows = graders.map((row) => [graderName(row), ...row.cells.map((cell) => cellMarkdown(cell))]);
  const parts = [
    markdown`## ${readableMarkdown(it.name)}`,
    it.expectedOutput === undefined ? undefined : markdown`Expected: ${readableMarkdown(it.expectedOutput)}`,
    endings.length === 0 ? undefined : list(endings),
    rows.length === 0 ? undefined : table([ownMarkdown('Grader'), ...titles], rows),
    advice.length === 0 ? undefined : list(advice, (text) => messageMarkdown(text, readableMarkdown)),
  ];
  return joinMarkdown(parts, '\n\n');
}

function graderName({ name, isScored, measuresNothing }: GraderRow): Markdown {
  const notes = [isScored ? undefined : 'not scored', measuresNothing ? 'measures nothing' : undefined];
  const note = notes.filter((it) => it !== undefined).join(', ');
  return note === '' ? cellSpan(name) : markdown`${cellSpan(name)} (${ownMarkdown(note)})`;
}

function cellMarkdown(cell: GraderRow['cells'][number]): Markdown {
  const reasons = cell.reasons.map((reason) => readableMarkdown(reason));
  const text = ownMarkdown(cellText(cell));
  return reasons.length === 0 ? text : markdown`${text}: ${joinMarkdown(reasons, '; ')}`;
}

/** A bar ends a cell even in code. */
function cellSpan(text: string): Markdown {
  return text.includes('|') ? readableMarkdown(text) : codeSpan(text);
}

function list(texts: readonly string[], literally = readableMarkdown): Markdown {
  return joinMarkdown(
    texts.map((text) => markdown`- ${literally(text)}`),
    '\n',
  );
}

function table(head: readonly Markdown[], rows: readonly (readonly Markdown[])[]): Markdown {
  const line = (cells: readonly Markdown[]) =>
    markdown`| ${joinMarkdown(
      cells.map((cell) => (cell === '' ? ownMarkdown('–') : cell)),
      ' | ',
    )} |`;
  return joinMarkdown([line(head), line(head.map(() => ownMarkdown('---'))), ...rows.map(line)], '\n');
}
