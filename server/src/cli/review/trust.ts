import { type Command, InvalidArgumentError, Option } from 'commander';
import { loadCatalog } from '../../catalog/load-catalog.ts';
import { loadRepository } from '../../catalog/repository.ts';
import { nearestWord } from '../../dialect/text/edit-distance.ts';
import { trustDocument } from '../../jobs/review/trust/trust-document.ts';
import { reviewTrust } from '../../jobs/review/trust/trust-review.ts';
import { sessionSubject, skillSubject, type TrustSubject, wholeFolder } from '../../jobs/review/trust/trust-subject.ts';
import { memoisingFileSystem } from '../../platform/file-systems/memoising-file-system.ts';
import { blockingFileSystem } from '../../platform/node/blocking-file-system.ts';
import { folderOf, lastPart } from '../../platform/paths.ts';
import { type ExitCode, exitCode, UsageError } from '../exit-code.ts';
import { configuredSession } from '../run-settings.ts';
import {
  absolutePath,
  addCatalogOptions,
  type FolderSession,
  readSession,
  type SessionOptions,
} from '../session-options.ts';
import { escapeLines } from '../terminal/escape-control-characters.ts';
import { coloursFor, printJson, printLine } from '../terminal/terminal.ts';
import { renderMarkdown } from '../terminal/terminal-markdown.ts';

interface TrustOptions extends SessionOptions {
  readonly format: 'text' | 'markdown' | 'json';
  readonly expect?: string;
}

/** Adds `skillwright trust`. */
export function addTrustCommand(program: Command): void {
  const command = program
    .command('trust')
    .description('list everything that a skill, plugin or folder is granted and could do')
    .argument('[skill|folder]', 'name of a skill, or a file or folder (default: what the session directory has)');
  addCatalogOptions(command)
    .option('--expect <hash>', 'fail if the hash differs, as it does after a change', parseHash)
    .addOption(new Option('--format <format>', 'output format').choices(['text', 'markdown', 'json']).default('text'))
    .addHelpText(
      'after',
      '\nReads files only: nothing runs. Exits with 0, with 1 if the hash is not the expected one, with 2 for incorrect usage.',
    )
    .action(async (written: string | undefined, options: TrustOptions) => {
      process.exitCode = await trust(written, options);
    });
}

async function trust(written: string | undefined, options: TrustOptions): Promise<ExitCode> {
  const session = await configuredSession(options, await readSession(options, memoisingFileSystem(blockingFileSystem)));
  const subject = await subjectOf(written, session);
  const review = await reviewTrust(subject, session);
  const document = () => escapeLines(trustDocument(subject, review));
  if (options.format === 'json') {
    const report = { subject: subject.title, folder: subject.folder, ...review };
    printJson(report);
  } else if (options.format === 'markdown') process.stdout.write(document());
  else process.stdout.write(renderMarkdown(document(), coloursFor(process.stdout)));
  if (options.expect === undefined || options.expect === review.hash) return exitCode.clean;
  printLine(`Something has changed: the hash is ${review.hash}, not ${options.expect}`);
  return exitCode.findings;
}

/** The subject that an argument names: a path if there is a file or folder, otherwise a skill of the session, or one in its folder. */
async function subjectOf(written: string | undefined, session: FolderSession): Promise<TrustSubject> {
  const { files } = session;
  if (written === undefined) return sessionIn(session.folder, session);
  const path = await files.realPath(absolutePath(session.folder, written));
  const type = path === undefined ? undefined : await files.typeOf(path);
  if (path !== undefined && type === 'folder') {
    const ofOne = [`${path}/SKILL.md`, `${path}/.claude-plugin/plugin.json`];
    const types = await Promise.all(ofOne.map((file) => files.typeOf(file)));
    return types.includes('file') ? wholeFolder(lastPart(path), path) : sessionIn(path, session);
  }
  if (path !== undefined && type === 'file') {
    const folder = folderOf(path);
    return lastPart(path) === 'SKILL.md'
      ? wholeFolder(lastPart(folder), folder)
      : { title: lastPart(path), roots: [path], folder };
  }
  const loaded = await loadCatalog(session);
  const { catalog } = loaded;
  const name = written.replace(/^\//, '');
  const skills = catalog.skills();
  const skill = catalog.named(name)[0] ?? skills.find(({ alias }) => alias === name);
  if (skill) return skillSubject(skill);
  const [offered, another] = (await loadRepository(loaded, session)).named(name).filter((it) => it.kind === 'skill');
  if (offered && !another) return wholeFolder(offered.name, offered.folder);
  const near = nearestWord(
    name,
    skills.map((it) => it.name),
  );
  throw new UsageError(
    `No such skill, file or folder: ${written}${near === undefined ? '; `skillwright list` shows all skills' : `; did you mean ${near}?`}`,
  );
}

async function sessionIn(folder: string, session: FolderSession): Promise<TrustSubject> {
  const inFolder = { ...session, folder };
  const loaded = await loadCatalog(inFolder);
  return sessionSubject(lastPart(folder), loaded, await loadRepository(loaded, inFolder));
}

function parseHash(value: string): string {
  const hash = value.toLowerCase().replace(/^sha256:/, '');
  if (/^[0-9a-f]{64}$/.test(hash)) return hash;
  throw new InvalidArgumentError('Enter the 64 digits of an earlier review.');
}
