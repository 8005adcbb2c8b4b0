import { URI } from 'vscode-uri';
import type { WhyFix, WhyReport, WhyStep } from '../../protocol.ts';
import type { MeasuredQuery, TriggerReport } from './trigger-report.ts';
import type { TriggerSubject } from './trigger-subject.ts';
import { queryDetail, summaryTexts } from './trigger-text.ts';

/** How often each query has triggered a skill, as the answer to a question: first what it comes to, then each query. */
export function triggerAnswer(report: TriggerReport, { path, skill, listedAs, notes }: TriggerSubject): WhyReport {
  const edit: WhyFix = { kind: 'open', title: 'Edit Description', uri: URI.file(skill.path).toString() };
  const [verdict, ...numbers] = summaryTexts(report);
  const inOrder = [true, false].flatMap((should) =>
    report.queries.filter(({ shouldTrigger }) => shouldTrigger === should),
  );
  const firstMissed = inOrder.find(({ isAsExpected }) => isAsExpected === false);
  const notice =
    'Each run was a session of its own, with all skills and settings of yours. Calls of the Skill tool were counted, and every other call of a tool was denied. Such numbers vary from run to run: ask more often to be more certain';
  return {
    title: `Triggering of \`${skill.name}\``,
    verdict: verdict!,
    steps: [
      ...inOrder.map((query) => stepOf(query, query === firstMissed ? edit : undefined)),
      ...[`The skill is ${listedAs}`, ...numbers, ...notes, notice].map((text): WhyStep => ({ state: 'note', text })),
    ],
    next: { kind: 'measure', title: 'Measure Again', uri: URI.file(path).toString() },
  };
}

function stepOf(query: MeasuredQuery, fix: WhyFix | undefined): WhyStep {
  const { isAsExpected, shouldTrigger, triggered, runs } = query;
  // Code is marked by backticks, and a query is none.
  const asked = `“${query.query.replaceAll('`', "'")}”`;
  const detail = queryDetail(query);
  const text = `Called in ${triggered} of ${runs} runs${isAsExpected === false ? `, and should ${shouldTrigger ? '' : 'not '}be` : ''}: ${asked}${detail === undefined ? '' : `. ${capital(detail)}`}`;
  if (isAsExpected === undefined) return { state: 'note', text };
  return { state: isAsExpected ? 'good' : 'bad', text, ...(fix && { fix }) };
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
