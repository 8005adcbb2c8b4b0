import { type Command, Option } from 'commander';
import { pluginsFolder } from '../../catalog/discover/installed-plugins.ts';
import { loadCatalog } from '../../catalog/load-catalog.ts';
import { configFolder } from '../../catalog/session.ts';
import { caseNameProblem, freeCaseName } from '../../jobs/evaluations/cases/case-name.ts';
import { type CaseSubject, caseSubject } from '../../jobs/evaluations/cases/case-subject.ts';
import { type NewCase, newCase } from '../../jobs/evaluations/cases/new-case.ts';
import { type ReadWork, readWork } from '../../jobs/evaluations/cases/read-work.ts';
import { findTranscripts } from '../../jobs/sessions/find-transcripts.ts';
import { memoisingFileSystem } from '../../platform/file-systems/memoising-file-system.ts';
import { blockingFileSystem } from '../../platform/node/blocking-file-system.ts';
import { nodePiecewiseFiles } from '../../platform/node/node-piecewise-files.ts';
import { folderOf, isWithin, join } from '../../platform/paths.ts';
import { UsageError } from '../exit-code.ts';
import { createFolder, requireFree } from '../files/create-files.ts';
import { findRenderable } from '../preview/find-renderable.ts';
import { chosenSession } from '../review/sessions.ts';
import { configuredSession } from '../run-settings.ts';
import {
  absolutePath,
  addCatalogOptions,
  collect,
  type FolderSession,
  readSession,
  type SessionOptions,
} from '../session-options.ts';
import { escapeControlCharacters } from '../terminal/escape-control-characters.ts';
import { shellWord } from '../terminal/shell-word.ts';
import { printJson, printLine } from '../terminal/terminal.ts';

interface NewEvalOptions extends SessionOptions {
  readonly name?: string;
  readonly prompt?: string;
  readonly expect?: readonly string[];
  readonly fromRun?: string;
  readonly fromSession?: string;
  readonly in?: string;
  readonly dryRun?: true;
  readonly format: 'text' | 'json';
}

/** Adds `skillwright new-eval`. */
export function addNewEvalCommand(program: Command): void {
  const command = program
    .command('new-eval')
    .description('create an evaluation case for a skill: a prompt, and graders for what should happen')
    .argument('<skill>', 'name, folder or file of a skill or command');
  addCatalogOptions(command)
    .option('--name <name>', 'name of the case, and of its folder (default: one that says what it is about)')
    .option('--prompt <text>', 'what the user asks (default: the prompt of the run or session)')
    .option('--expect <text>', 'what a model should judge, in your words; repeatable', collect)
    .addOption(
      new Option(
        '--from-run <file>',
        'what `claude -p --output-format stream-json` printed (its prompt only with --replay-user-messages), or a trace.jsonl: ask for what happened in it',
      ).conflicts('fromSession'),
    )
    .option('--from-session <id>', 'a past session of this project, or the beginning of its ID: the same')
    .option('--in <folder>', 'folder of cases (default: evals of its plugin, or in its own folder)')
    .option('--dry-run', 'print the files, and create nothing')
    .addOption(new Option('--format <format>', 'output format').choices(['text', 'json']).default('text'))
    .addHelpText(
      'after',
      [
        '',
        'Graders ask for the call of the skill, for files that were written, and for tools that were used. They are not',
        'made up: without a run or session, only the call is asked for. Never replaces a file.',
        'The prompt is that of the run or session. What `claude -p PROMPT` prints does not have it: give it with --prompt, or name',
        'the session with --from-session instead.',
        'Exits with 0, or with 2 if nothing was created.',
      ].join('\n'),
    )
    .action(async (skill: string, options: NewEvalOptions) => {
      await createCase(skill, options);
    });
}

async function createCase(written: string, options: NewEvalOptions): Promise<void> {
  const session = await configuredSession(options, await readSession(options, memoisingFileSystem(blockingFileSystem)));
  const loaded = await loadCatalog(session);
  const { skill, path } = await findRenderable(written, loaded, session);
  const subject = await caseSubject(
    { path, name: skill.name, kind: skill.kind, document: skill.document },
    session.files,
  );
  const folder = evaluationsFolder(subject, session, options);
  const read = await readRun(subject, session, options);
  const { prompt, expect: criteria = [] } = options;
  const made = newCase({ skill: subject.skill, prompt, criteria, work: read?.work });
  if ('problem' in made) throw new UsageError(whyNot(made.problem, skill.name, read));
  const name = await nameOf(folder, subject.skill.name, session, options.name);
  const at = join(folder, name);
  await requireFree(at, 'choose another name with --name');
  if (!options.dryRun) await createFolder(at, made.files);
  print(made, at, subject, options);
}

function evaluationsFolder(
  { place, skill }: CaseSubject,
  session: FolderSession,
  { in: chosen }: Pick<NewEvalOptions, 'in'>,
): string {
  if (chosen !== undefined) return absolutePath(session.folder, chosen);
  if (!place) {
    throw new UsageError(`\`${skill.name}\` is a single file outside of a plugin; name a folder of cases with --in`);
  }
  if (isWithin(place.target, pluginsFolder(session))) {
    throw new UsageError(`The next update replaces ${place.target}; name a folder of cases with --in`);
  }
  if (place.elsewhere !== undefined) throw new UsageError(`${place.elsewhere}; name a folder of cases with --in`);
  return place.evaluations;
}

/** The work in the run or session that a case is made from; undefined without one. */
async function readRun(
  subject: CaseSubject,
  session: FolderSession,
  { fromRun, fromSession }: NewEvalOptions,
): Promise<ReadWork | undefined> {
  const path =
    fromRun === undefined
      ? fromSession === undefined
        ? undefined
        : await transcriptOf(fromSession, session)
      : absolutePath(session.folder, fromRun);
  if (path === undefined) return undefined;
  const read = await readWork(path, subject.isCalled, nodePiecewiseFiles);
  if (read === undefined) throw new UsageError(`No such file: ${path}`);
  if ('problem' in read) throw new UsageError(`The file cannot be read: ${path} (${read.problem})`);
  if (!read.work) throw new UsageError(`\`${subject.skill.name}\` is not used in ${path}`);
  if (read.uses > 1) printLine(`The skill is used after ${read.uses} prompts; the case is made from the first of them`);
  return read;
}

async function transcriptOf(id: string, session: FolderSession): Promise<string> {
  const user = configFolder(session);
  if (user === undefined) throw new UsageError('There is no home folder; specify --home');
  const projects = `${user}/projects`;
  return chosenSession(await findTranscripts(projects, undefined, session.files), id, projects).files[0]!.path;
}

function whyNot(problem: 'no-prompt' | 'nothing-to-check', skill: string, read: ReadWork | undefined): string {
  if (problem === 'no-prompt') {
    if (!read) return 'Specify what the user asks with --prompt, or what happened with --from-run or --from-session';
    const id = read.sessionId === undefined || !/^[\w-]+$/.test(read.sessionId) ? 'ID' : read.sessionId;
    return `The output does not have the prompt; specify it with --prompt, or use --from-session ${id} instead of --from-run`;
  }
  return `Nothing here can be graded without a model: the model does not call \`${skill}\`, and no file was written. Say what to judge with --expect`;
}

async function nameOf(
  folder: string,
  skill: string,
  { files }: FolderSession,
  chosen: string | undefined,
): Promise<string> {
  const problem = chosen === undefined ? undefined : caseNameProblem(chosen);
  if (problem !== undefined) throw new UsageError(problem);
  if (chosen !== undefined) return chosen;
  const taken = (await files.readFolder(folder)) ?? [];
  return freeCaseName(skill, new Set(taken.map(({ name }) => name.toLowerCase())));
}

function print({ files, notes }: NewCase, folder: string, { place }: CaseSubject, options: NewEvalOptions): void {
  const { format, dryRun } = options;
  if (format === 'json') {
    printJson({
      folder,
      created: !dryRun,
      files: files.map(({ path, text }) => ({ path: join(folder, path), text })),
      notes,
    });
    return;
  }
  for (const note of notes) printLine(note);
  const shown = escapeControlCharacters;
  for (const { path, text } of files) {
    process.stdout.write(`${dryRun ? 'Would create' : 'Created'} ${shown(join(folder, path))}\n`);
    if (dryRun)
      process.stdout.write(
        `${text
          .split('\n')
          .map((line) => (line ? `    ${shown(line)}` : ''))
          .join('\n')}\n`,
      );
  }
  // The runner does not look elsewhere.
  if (dryRun || !place || folderOf(folder) !== place.evaluations) return;
  process.stdout.write(`Run it with \`skillwright eval ${shown(shellWord(folder))}\`\n`);
}
