import { existsSync } from 'node:fs';
import path from 'node:path';
import { sharedMessage } from '../../server/src/cli/reports/checks/fold-shared.ts';
import { findShared } from '../../server/src/features/check/shared-findings.ts';
import { severities } from '../../server/src/rules/rule.ts';
import { type Judgeable, reportVerdicts } from '../corpus-verdicts/report-verdicts.ts';
import { hashOf } from '../corpus-verdicts/verdict.ts';
import { repositoryRoot } from '../e2e/host/repository.ts';
import { catalogFaults, loadRepositories } from './corpus-catalog.ts';
import { falseAlarms } from './corpus-false-alarms.ts';
import { type CorpusFile, readCorpus } from './corpus-file.ts';
import { invariants } from './corpus-invariants.ts';

/*
 * `npm run corpus`: checks some hundred skills, commands and agents that people have published, if a copy of them is next
 * to the repository or where SKILLWRIGHT_CORPUS says. Their texts belong to their authors and are not part of it; what
 * was judged of their findings is, by places.
 */
const folder = path.resolve(repositoryRoot, process.env.SKILLWRIGHT_CORPUS ?? '../shared/corpus');

if (existsSync(folder)) await checkCorpus();
else console.log(`There are no public skills in ${folder}; nothing was checked.`);

async function checkCorpus(): Promise<void> {
  const failures: string[] = [];
  let passed = 0;
  const tell = (file: string, what: string, faults: readonly string[]): void => {
    if (faults.length === 0) passed++;
    for (const fault of faults) failures.push(`${path.relative(folder, file)}: ${what}\n    ${fault}`);
  };
  const repositories = await loadRepositories(folder);
  for (const repository of repositories) tell(repository.folder, 'the catalog is complete', catalogFaults(repository));
  const files = await readCorpus(folder, repositories, (file, rule, error) =>
    tell(file, 'no rule crashes', [`${rule}: ${error}`]),
  );
  if (files.length === 0) tell(folder, 'there is something to check', ['no skill, command or agent was found']);
  for (const file of files) {
    for (const [what, check] of Object.entries(invariants)) tell(file.context.path, what, check(file));
    for (const [what, isFalseAlarm] of Object.entries(falseAlarms)) {
      const alarms = file.findings.filter((it) =>
        isFalseAlarm(it, file, file.text.slice(it.range.start, it.range.end)),
      );
      tell(
        file.context.path,
        what,
        alarms.map(
          ({ rule, range, message }) => `line ${file.document.lines.lineAt(range.start) + 1}, ${rule}: ${message}`,
        ),
      );
    }
  }
  printCounts(files);
  const checked = new Set(files.map(({ context }) => placeOf(context.path)));
  failures.push(...reportVerdicts(checked, judgeables(files), process.argv.slice(2)));
  for (const failure of failures) console.log(failure);
  console.log(`${passed} passed, ${failures.length} failed`);
  if (failures.length > 0) process.exitCode = 1;
}

/** The findings as `check` lists them: what many files share is one. */
function judgeables(files: readonly CorpusFile[]): Judgeable[] {
  const reports = files.map((file) => ({ file, ...reportOf(file) }));
  const sharedBy = findShared(reports);
  return reports.flatMap(({ file: { text, document }, path: own, kind, findings }) =>
    findings.flatMap(({ rule, severity, message, range, fix }): Judgeable[] => {
      const shared = sharedBy?.({ path: own, kind }, { rule, severity, message, fix });
      if (shared && shared.files[0] !== own) return [];
      const said = shared ? sharedMessage({ message }, shared, folder) : message;
      const line = document.lines.lineAt(range.start) + 1;
      const mark = hashOf(text.slice(range.start, range.end));
      return [{ rule, file: placeOf(own), line, mark, said: hashOf(said), message: said }];
    }),
  );
}

function reportOf({ context: { path, kind, insideSkill }, findings }: CorpusFile) {
  return {
    path,
    kind,
    insideSkill,
    findings: findings.map((it) => {
      const [preferred] = it.fixes ?? [];
      const fix = preferred ? (preferred.safe ? ('safe' as const) : ('unsafe' as const)) : ('none' as const);
      return { ...it, fix };
    }),
  };
}

function placeOf(file: string): string {
  return path.relative(folder, file).replaceAll(path.sep, '/');
}

function printCounts(files: readonly CorpusFile[]): void {
  const counts = new Map<string, Map<string, number>>();
  for (const { rule, severity } of files.flatMap(({ findings }) => findings)) {
    const ofRule = counts.get(rule) ?? new Map<string, number>();
    counts.set(rule, ofRule.set(severity, (ofRule.get(severity) ?? 0) + 1));
  }
  const kinds = (kind: string) => files.filter(({ context }) => context.kind === kind).length;
  console.log(`${kinds('skill')} skills, ${kinds('command')} commands, ${kinds('agent')} agents\n`);
  console.log(['rule'.padEnd(24), ...severities.map((severity) => severity.padStart(11))].join(' '));
  for (const [rule, ofRule] of [...counts].sort()) {
    const cells = severities.map((severity) => String(ofRule.get(severity) ?? '').padStart(11));
    console.log([rule.padEnd(24), ...cells].join(' '));
  }
  console.log();
}
