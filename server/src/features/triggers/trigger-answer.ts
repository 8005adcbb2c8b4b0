import {
  joinMarkdown,
  type Markdown,
  markdown,
  messageMarkdown,
  ownMarkdown,
  plainMarkdown,
} from '../text/markdown-text.ts';
import type { MeasuredQuery, TriggerReport } from './trigger-report.ts';
import type { TriggerSubject } from './trigger-subject.ts';
import { countText, queryDetail, summaryTexts } from './trigger-text.ts';

/** How often each query has triggered a skill, as markdown. */
export function triggerDocument(report: TriggerReport, { skill, listedAs, notes }: TriggerSubject): string {
  const table = (queries: readonly MeasuredQuery[]) => joinMarkdown([tableHead, ...queries.map(rowOf)], '\n');
  const section = (title: Markdown, should: boolean) => {
    const queries = report.queries.filter(({ shouldTrigger }) => shouldTrigger === should);
    return queries.length === 0 ? [] : [title, table(queries)];
  };
  return `${joinMarkdown(
    [
      markdown`# Triggering of ${plainMarkdown(skill.name)}`,
      markdown`The skill is ${plainMarkdown(listedAs)}.`,
      listOf(summaryTexts(report)),
      ...section(ownMarkdown('## Queries That Should Trigger It'), true),
      ...section(ownMarkdown('## Queries That Should Not'), false),
      ...(notes.length === 0 ? [] : [ownMarkdown('## Not Asked'), listOf(notes)]),
      ownMarkdown(
        'Each run was a session of its own, with all skills and settings of yours. The calls of the Skill tool were counted, and every other call of a tool was denied. Numbers of this kind vary from run to run: ask more often to be more certain.',
      ),
    ],
    '\n\n',
  )}\n`;
}

const tableHead = ownMarkdown('| | Triggered | Query | |\n|---|---:|---|---|');

function rowOf(query: MeasuredQuery): Markdown {
  const { isAsExpected } = query;
  const mark = ownMarkdown(isAsExpected === undefined ? '?' : isAsExpected ? '✓' : '✗ not as expected');
  const count = plainMarkdown(countText(query));
  return markdown`| ${mark} | ${count} | ${plainMarkdown(query.query)} | ${plainMarkdown(queryDetail(query) ?? '')} |`;
}

function listOf(texts: readonly string[]): Markdown {
  return joinMarkdown(
    texts.map((text) => markdown`- ${messageMarkdown(text)}`),
    '\n',
  );
}
