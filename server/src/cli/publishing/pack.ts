import { createHash } from 'node:crypto';
import { type Command, Option } from 'commander';
import { counted } from '../../document/text/numbers.ts';
import { memoisingFileSystem } from '../../platform/file-systems/memoising-file-system.ts';
import { blockingFileSystem } from '../../platform/node/blocking-file-system.ts';
import { folderOf, isWithin, join } from '../../platform/paths.ts';
import { type ExitCode, exitCode, UsageError } from '../exit-code.ts';
import {
  absolutePath,
  addSessionOptions,
  type FolderSession,
  readSession,
  type SessionOptions,
} from '../session-options.ts';
import { folderOfSkill } from '../skills/skill-folder.ts';
import { escapeControlCharacters } from '../terminal/escape-control-characters.ts';
import { type Colours, coloursFor, printJson, printLine } from '../terminal/terminal.ts';
import type { PackedSkill, PackProblem } from './packed-skill.ts';

interface PackOptions extends SessionOptions {
  readonly out?: string;
  readonly force?: true;
  readonly dryRun?: true;
  readonly format: 'text' | 'json';
}

/** Adds `skillwright pack`. */
export function addPackCommand(program: Command): void {
  const command = program
    .command('pack')
    .description('build the archive for an upload of a skill, and check the limits of its target')
    .argument('<skill>', 'folder of the skill, or its SKILL.md');
  addSessionOptions(command)
    .option('--out <file>', 'archive to write (default: the name of the skill with .zip, in the session directory)')
    .addOption(new Option('--force', 'replace an archive with other contents').conflicts('dryRun'))
    .option('--dry-run', 'check, and write nothing')
    .addOption(new Option('--format <format>', 'output format').choices(['text', 'json']).default('text'))
    .addHelpText(
      'after',
      [
        '',
        'The target is claude-api unless --target names others. The same files always give the same archive, byte for byte.',
        'The folders .git, node_modules and __pycache__ are left out.',
        'Exits with 0, with 1 if the target would reject the skill, with 2 for incorrect usage or unreadable input.',
      ].join('\n'),
    )
    .action(async (skill: string, options: PackOptions) => {
      process.exitCode = await pack(skill, options);
    });
}

async function pack(written: string, options: PackOptions): Promise<ExitCode> {
  const session = await readSession(options, memoisingFileSystem(blockingFileSystem));
  const folder = await folderOfSkill(written, session);
  // Loaded on use: only this command compresses.
  const { packSkill } = await import('./packed-skill.ts');
  const packed = await packSkill(folder, options.target ?? ['claude-api'], session);
  const isRejected = packed.problems.length > 0;
  const out = isRejected || options.dryRun ? undefined : await outPath(packed.name, folder, options, session);
  if (out !== undefined) {
    const { writeArchive } = await import('./packed-skill.ts');
    await writeArchive(out, packed.archive, options.force === true);
  }
  if (options.format === 'json') printJson(asJson(packed, out));
  else printText(packed, out);
  return isRejected ? exitCode.findings : exitCode.clean;
}

/** An archive inside of the skill would be part of the next one. */
async function outPath(
  name: string,
  skill: string,
  { out }: PackOptions,
  { folder, files }: FolderSession,
): Promise<string> {
  if (out === undefined) return join(isWithin(folder, skill) ? folderOf(skill) : folder, `${name}.zip`);
  const path = absolutePath(folder, out);
  const above = await files.realPath(folderOf(path));
  if (above === undefined) throw new UsageError(`No such folder: ${folderOf(path)} (--out)`);
  if (isWithin(above, skill)) throw new UsageError(`--out is inside of the skill, and would be packed: ${path}`);
  return path;
}

/** A line for each reason why a skill is not packed. */
export function problemLines(problems: readonly PackProblem[], { dim, underline }: Colours): string {
  const lines = problems.map(({ file, rule, message, range }) => {
    const place = range ? `:${range.start.line + 1}:${range.start.character + 1}` : '';
    const by = rule === null ? '' : `  ${dim(rule)}`;
    return `${underline(escapeControlCharacters(file))}${place}  ${escapeControlCharacters(message)}${by}\n`;
  });
  return lines.join('');
}

function printText({ archive, files, name, problems }: PackedSkill, out: string | undefined): void {
  const colours = coloursFor(process.stdout);
  const size = `${counted(files.length, 'file')}, ${counted(archive.length, 'byte')}`;
  if (problems.length > 0) {
    process.stdout.write(problemLines(problems, colours));
    printLine(`Not packed: ${counted(problems.length, 'problem')}`);
  } else if (out === undefined) process.stdout.write(`${escapeControlCharacters(name)} can be packed: ${size}\n`);
  else process.stdout.write(`Packed ${escapeControlCharacters(out)}: ${size}\n`);
}

function asJson({ archive, files, name, problems }: PackedSkill, out: string | undefined): object {
  const isPacked = problems.length === 0;
  return {
    name,
    archive: out ?? null,
    bytes: isPacked ? archive.length : null,
    sha256: isPacked ? createHash('sha256').update(archive).digest('hex') : null,
    files: files.map(({ path, bytes, isExecutable }) => ({ path, bytes: bytes.length, executable: isExecutable })),
    problems,
  };
}
