import { slashedPath } from '../../../platform/slashed-path.ts';
import { repositoryOf } from '../../files/discover-files.ts';
import type { CheckReport } from './check-report.ts';
import type { CheckedRun } from './checked-run.ts';

/** The formats that other programs read: code scanning, the log of a workflow, and reports of tests. */
export const ciFormats = ['sarif', 'github', 'junit'] as const;
type CiFormat = (typeof ciFormats)[number];

/** Prints a report for another program on standard output. Only the format that was asked for is loaded. */
export async function printCiReport(report: CheckReport, format: CiFormat, run: CheckedRun): Promise<void> {
  for (const piece of await ciReport(report, format, run)) process.stdout.write(piece);
}

async function ciReport(report: CheckReport, format: CiFormat, run: CheckedRun): Promise<Iterable<string>> {
  const repository = await repositoryOf(run.folder, run.files);
  if (format === 'junit') {
    const { junitReport } = await import('./junit-report.ts');
    return junitReport(report, repository);
  }
  if (format === 'github') {
    const { githubReport } = await import('./github-report.ts');
    return githubReport(report, [await workspaceOf(run), repository]);
  }
  const { ruleTexts, sarifReport } = await import('./sarif-report.ts');
  return sarifReport(report, repository, run, await ruleTexts(report));
}

/** The folder to which GitHub Actions takes paths to be relative, without links. */
async function workspaceOf({ environment, files }: CheckedRun): Promise<string | undefined> {
  const workspace = environment.variable('GITHUB_WORKSPACE');
  return workspace ? files.realPath(slashedPath(workspace).replace(/(?<=[^/])\/+$/, '')) : undefined;
}
