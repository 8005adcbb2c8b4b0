import { mkdir, writeFile } from 'node:fs/promises';
import { type Command, Option } from 'commander';
import { configFolder } from '../catalog/session.ts';
import { skillNameProblem } from '../features/edits/skill-name-problem.ts';
import { skillText, templatesFor } from '../features/templates/render-template.ts';
import { skillTemplates } from '../features/templates/skill-templates.ts';
import { nodeFileSystem } from '../platform/node/node-file-system.ts';
import { folderOf, join } from '../platform/paths.ts';
import { exitCode, UsageError } from './exit-code.ts';
import { configuredSession } from './run-settings.ts';
import {
  absolutePath,
  addSessionOptions,
  type FolderSession,
  readSession,
  type SessionOptions,
} from './session-options.ts';
import { escapeControlCharacters } from './terminal/escape-control-characters.ts';
import { printJson, printLine } from './terminal/terminal.ts';

interface NewOptions extends SessionOptions {
  readonly template: string;
  readonly user?: boolean;
  readonly in?: string;
  readonly stdout?: boolean;
  readonly format: 'text' | 'json';
}

/** Adds `skillwright new`. */
export function addNewCommand(program: Command): void {
  const command = program
    .command('new')
    .description('create a skill from a template')
    .argument('<name>', 'name of its folder, and what you type after /');
  addSessionOptions(command)
    .addOption(
      new Option('--template <id>', 'what to begin with')
        .choices(skillTemplates.map(({ id }) => id))
        .default(skillTemplates[0]!.id),
    )
    .addOption(new Option('--user', 'among your own skills instead of those of the session directory').conflicts('in'))
    .option('--in <folder>', 'in this folder of skills, such as that of a plugin')
    .addOption(new Option('--stdout', 'print the SKILL.md, and create nothing').conflicts('format'))
    .addOption(new Option('--format <format>', 'output format').choices(['text', 'json']).default('text'))
    .addHelpText('after', `\nTemplates:\n${templateList()}\n\nExits with 0, or with 2 if nothing was created.`)
    .action(async (name: string, options: NewOptions) => {
      process.exitCode = exitCode.clean;
      await createSkill(name, options);
    });
}

function templateList(): string {
  const width = Math.max(...skillTemplates.map(({ id }) => id.length));
  return skillTemplates.map(({ id, detail }) => `  ${id.padEnd(width)}  ${detail}`).join('\n');
}

async function createSkill(name: string, { template: id, stdout, format, ...options }: NewOptions): Promise<void> {
  const session = await configuredSession(options, await readSession(options, nodeFileSystem));
  const template = templatesFor(session.runtime).find((it) => it.id === id);
  if (!template) throw new UsageError(`${session.runtime} does not read the fields of the template ${id}`);
  const warning = checkName(name, session, skillsFolder(session, options));
  const text = skillText(template, name);
  if (stdout) {
    process.stdout.write(text);
    return;
  }
  const path = await write(join(skillsFolder(session, options), name), text);
  if (format === 'json') {
    const report = { name, template: id, path, warning: warning ?? null };
    printJson(report);
    return;
  }
  if (warning !== undefined) printLine(warning);
  process.stdout.write(`Created ${escapeControlCharacters(path)}\n`);
}

/** The folder that the folder of the skill is in. */
function skillsFolder(session: FolderSession, { user, in: folder }: Pick<NewOptions, 'user' | 'in'>): string {
  if (folder !== undefined) return absolutePath(session.folder, folder);
  if (!user) return join(session.folder, '.claude/skills');
  const own = configFolder(session);
  if (own === undefined) throw new UsageError('Your home is not known; name the folder with --in');
  return join(own, 'skills');
}

/** Names that are not those of one folder on every system. */
const notOneFolder =
  /^\.*$|[\\/<>:"|?*\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]|[. ]$|^\s|^(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?$/iu;

/** Rejects a name that cannot be used, and returns what is wrong with one that can. */
function checkName(name: string, { runtime }: FolderSession, folder: string): string | undefined {
  if (notOneFolder.test(name) || Buffer.byteLength(name) > 255)
    throw new UsageError(`The name must be that of a single folder on every system: ${name}`);
  const problem = skillNameProblem(name, runtime, folder);
  if (problem?.severity === 'error') throw new UsageError(problem.message);
  return problem?.message;
}

/** @returns the path of the file */
async function write(folder: string, text: string): Promise<string> {
  const path = join(folder, 'SKILL.md');
  try {
    await mkdir(folderOf(folder), { recursive: true });
    // Without `recursive`, so that it fails if anything is there, also a link.
    await mkdir(folder);
    await writeFile(path, text, { flag: 'wx' });
    return path;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new UsageError(code === 'EEXIST' ? `It already exists: ${folder}` : `It cannot be created: ${message}`);
  }
}
