import { type Command, InvalidArgumentError, Option } from 'commander';
import { loadCatalog } from '../../catalog/load-catalog.ts';
import { configFolder } from '../../catalog/session.ts';
import { projectSlug } from '../../catalog/settings/claude-code-state.ts';
import { type FoundTranscripts, findTranscripts, type SessionFiles } from '../../jobs/sessions/find-transcripts.ts';
import type { Reading } from '../../jobs/sessions/read-session.ts';
import { readSessions } from '../../jobs/sessions/read-sessions.ts';
import { sessionTimeline } from '../../jobs/sessions/session-timeline.ts';
import { skillNames } from '../../jobs/sessions/skill-names.ts';
import { usageOfSkills } from '../../jobs/sessions/skill-usage.ts';
import { todaysSession } from '../../jobs/sessions/todays-session.ts';
import { memoisingFileSystem } from '../../platform/file-systems/memoising-file-system.ts';
import { blockingFileSystem } from '../../platform/node/blocking-file-system.ts';
import { nodePiecewiseFiles } from '../../platform/node/node-piecewise-files.ts';
import { findCalled } from '../../runtime/skill-tool/find-called.ts';
import { UsageError } from '../exit-code.ts';
import { sessionsJson, timelineJson } from '../reports/sessions-json.ts';
import { sessionsText, skillSessionsText } from '../reports/sessions-text.ts';
import { timelineText } from '../reports/timeline-text.ts';
import { configuredSession } from '../run-settings.ts';
import { addCatalogOptions, type FolderSession, readSession, type SessionOptions } from '../session-options.ts';
import { showProgress } from '../terminal/progress.ts';
import { coloursFor, printJson, printLine } from '../terminal/terminal.ts';

interface SessionsOptions extends SessionOptions {
  readonly session?: string;
  readonly allProjects?: boolean;
  readonly format: 'text' | 'json';
}

/** Adds `skillwright sessions`. */
export function addSessionsCommand(program: Command): void {
  const command = program
    .command('sessions')
    .description('show from past sessions which skills were used, listed, missing or denied, and what they cost')
    .argument('[skill]', 'name of one skill (default: all)');
  addCatalogOptions(command)
    .option('--session <id>', 'one session step by step; the beginning of its ID is enough', parseSessionId)
    .option('--all-projects', 'sessions of all projects (default: those that started in the session directory)')
    .addOption(new Option('--format <format>', 'output format').choices(['text', 'json']).default('text'))
    .addHelpText(
      'after',
      [
        '',
        "Reads the transcripts that Claude Code keeps in the user's configuration. They are private: nothing of them",
        'is sent, stored or changed. Exits with 0, or with 2 for incorrect usage.',
      ].join('\n'),
    )
    .action(async (skill: string | undefined, options: SessionsOptions) => {
      await sessions(skill?.trim().replace(/^\//, ''), options);
    });
}

async function sessions(skill: string | undefined, options: SessionsOptions): Promise<void> {
  if (skill !== undefined && options.session !== undefined) throw new UsageError('Specify a skill or --session');
  const session = await configuredSession(options, await readSession(options, memoisingFileSystem(blockingFileSystem)));
  const user = configFolder(session);
  if (user === undefined) throw new UsageError('There is no home folder; specify --home');
  const everywhere = options.allProjects === true || options.session !== undefined;
  const projects = `${user}/projects`;
  const found = await findTranscripts(projects, everywhere ? undefined : session.folder, session.files);
  if (found.hasMore)
    printLine(`Only ${found.sessions.length.toLocaleString('en')} sessions were read, and there are more`);
  if (options.session !== undefined)
    await showSession(chosenSession(found, options.session, projects), session, options);
  else await showUsage(found, skill, session, options);
}

async function showUsage(
  found: FoundTranscripts,
  skill: string | undefined,
  session: FolderSession,
  { format, allProjects }: SessionsOptions,
): Promise<void> {
  const { catalog } = await loadCatalog(session);
  const { names, identify } = skillNames(catalog);
  const read = await withProgress(found.sessions, (reading) => readSessions(found, reading, identify));
  const usages = usageOfSkills(read.index, names, projectSlug(session.folder));
  const asked = skill === undefined ? undefined : (findCalled(skill, catalog)?.name ?? skill);
  const shown = asked === undefined ? usages : usages.filter(({ name }) => name === asked);
  if (asked !== undefined && shown.length === 0) {
    throw new UsageError(`No skill of this name is loaded, or appears in the sessions that were read: ${asked}`);
  }
  const report = { ...read, usages: shown, folder: allProjects ? undefined : session.folder };
  if (format === 'json') printJson(sessionsJson(report));
  else {
    const colours = coloursFor(process.stdout);
    process.stdout.write(asked === undefined ? sessionsText(report, colours) : skillSessionsText(report, colours));
  }
}

async function showSession(files: SessionFiles, session: FolderSession, { format }: SessionsOptions): Promise<void> {
  const timeline = await withProgress([files], (reading) =>
    sessionTimeline(files, reading, (facts) => todaysSession(files.id, facts, session)),
  );
  if (format === 'json') printJson(timelineJson(timeline));
  else process.stdout.write(timelineText(timeline, coloursFor(process.stdout)));
}

/** The one session whose ID is this, or begins with it. */
export function chosenSession({ sessions }: FoundTranscripts, id: string, projects: string): SessionFiles {
  const exact = sessions.find((it) => it.id === id);
  const similar = exact ? [exact] : sessions.filter((it) => it.id.startsWith(id));
  if (similar.length === 1) return similar[0]!;
  if (similar.length === 0) throw new UsageError(`No session ${id} in ${projects}`);
  throw new UsageError(`${similar.length} sessions begin with ${id}; specify more of the ID`);
}

async function withProgress<Result>(
  sessions: readonly SessionFiles[],
  work: (reading: Reading) => Promise<Result>,
): Promise<Result> {
  const total = sessions.flatMap(({ files }) => files).reduce((sum, { size }) => sum + size, 0);
  const progress = showProgress(total, process.stderr, (done) => `${megabytes(done)} of ${megabytes(total)} MB`);
  // A signal ends the program at once; only the bar has to go.
  const end = () => progress.end();
  process.once('exit', end);
  const result = await work({ files: nodePiecewiseFiles, progress: (bytes) => progress.advance(bytes) });
  process.off('exit', end);
  end();
  return result;
}

function megabytes(bytes: number): string {
  return Math.ceil(bytes / 1_000_000).toLocaleString('en');
}

function parseSessionId(value: string): string {
  if (/^[\w-]{4,}$/.test(value)) return value;
  throw new InvalidArgumentError('Enter an ID, or at least four characters of its beginning.');
}
