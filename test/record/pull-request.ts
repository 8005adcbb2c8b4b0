import type { ReportSummary } from './report.ts';

/** What became of following a release. */
export interface FollowedRelease {
  readonly version: string;
  /** The release that was verified until now. */
  readonly verified: string;
  readonly summary: ReportSummary;
  /** The scripts that failed. */
  readonly failedTests: readonly string[];
  /** The report of the recordings, as Markdown. */
  readonly report: string;
}

/** The title and text of a pull request, and whether somebody must look at it before it is merged. */
export interface PullRequest {
  readonly title: string;
  readonly body: string;
  readonly needsPerson: boolean;
}

/** GitHub refuses texts of more than 65,536 characters. */
const longestReport = 50_000;

/** Longer than any in a report. */
const fence = '``````';

/** The pull request about a release. */
export function pullRequestFor({ version, verified, summary, failedTests, report }: FollowedRelease): PullRequest {
  const changes = summary.differences.filter(({ verdict }) => verdict === 'changed' || verdict === 'unconfirmed');
  const changed = new Set(changes.flatMap(({ cases }) => cases)).size;
  const { unanswered, newNames } = summary;
  const problems = [
    ...(changed > 0 ? [`answers ${counted(changed, 'recording')} differently`] : []),
    ...(unanswered.length > 0 ? [`gave no answer to ${counted(unanswered.length, 'recording')}`] : []),
    ...(failedTests.length > 0 ? [`fails ${failedTests.map((it) => `\`${it}\``).join(' and ')}`] : []),
  ];
  const title = `Claude Code ${version} ${problems.length > 0 ? problems.join(', ') : 'is verified'}`;
  const sections = [
    problems.length > 0
      ? `Every recording of ${verified} was asked of ${version}, which ${problems.join(', ')}. Make Skillwright follow before this is merged; CONTRIBUTING.md says how.`
      : `Every recording of ${verified} was asked of ${version}, and answered as before.`,
    ...changes.map(({ cause, cases }) => {
      const examples = cases.slice(0, 5).map((it) => `\`${it}\``);
      return `- ${asCode(cause)}: ${examples.join(', ')}`;
    }),
    ...namesSection(newNames),
  ];
  // As code, a word of an answer neither mentions anybody nor closes anything.
  const body = `${sections.join('\n\n')}\n\n${fence}markdown\n${bounded(report)}\n${fence}\n`;
  return { title, body, needsPerson: problems.length > 0 };
}

function namesSection(newNames: ReportSummary['newNames']): string[] {
  const lines = Object.entries(newNames).map(
    ([what, names]) => `- ${what}: ${names.map((it) => `\`${it}\``).join(', ')}`,
  );
  if (lines.length === 0) return [];
  return [`New names, to be judged in \`test/record/judged-names.json\`:\n\n${lines.join('\n')}`];
}

function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

function asCode(text: string): string {
  return `\`\` ${text.replaceAll(/`{2,}|\n/g, ' ')} \`\``;
}

function bounded(report: string): string {
  if (report.length <= longestReport) return report;
  return `${report.slice(0, longestReport)}\n\nThe rest is in the log of the workflow.`;
}
