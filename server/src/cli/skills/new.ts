import { type Command, Option } from 'commander';
import { configFolder } from '../../catalog/session.ts';
import { type SkillTemplate, skillTemplates } from '../../dialect/skill-templates.ts';
import { skillNameProblem } from '../../features/edits/skill-name-problem.ts';
import { marketplaceFile } from '../../features/references/manifest-references.ts';
import { sharedNameProblem } from '../../jobs/publishing/sharing/shared-name-problem.ts';
import type { NewFile } from '../../jobs/skills/templates/new-file.ts';
import {
  marketplaceText,
  pluginDescription,
  pluginFiles,
  unnamedAuthors,
} from '../../jobs/skills/templates/plugin-template.ts';
import { skillText, templatesFor } from '../../jobs/skills/templates/render-template.ts';
import { nodeFileSystem } from '../../platform/node/node-file-system.ts';
import { join } from '../../platform/paths.ts';
import { exitCode, UsageError } from '../exit-code.ts';
import { createFolder } from '../files/create-files.ts';
import { configuredSession } from '../run-settings.ts';
import {
  absolutePath,
  addSessionOptions,
  type FolderSession,
  readSession,
  type SessionOptions,
} from '../session-options.ts';
import { escapeControlCharacters } from '../terminal/escape-control-characters.ts';
import { printJson, printLine } from '../terminal/terminal.ts';

interface NewOptions extends SessionOptions {
  readonly template: string;
  readonly user?: boolean;
  readonly in?: string;
  readonly plugin?: string;
  readonly marketplace?: string;
  readonly author?: string;
  readonly stdout?: boolean;
  readonly format: 'text' | 'json';
}

/** Adds `skillwright new`. */
export function addNewCommand(program: Command): void {
  const command = program
    .command('new')
    .description('create a skill from a template, or a plugin or marketplace with one')
    .argument('[name]', 'name of its folder, and what you type after / (default with --plugin: that of the plugin)');
  addSessionOptions(command)
    .addOption(
      new Option('--template <id>', 'what to begin with')
        .choices(skillTemplates.map(({ id }) => id))
        .default(skillTemplates[0]!.id),
    )
    .addOption(new Option('--user', 'among your own skills instead of those of the session directory').conflicts('in'))
    .option(
      '--in <folder>',
      'in this folder of skills, such as that of a plugin; of a new plugin or marketplace: the folder around it',
    )
    .addOption(new Option('--plugin <name>', 'in a new plugin of this name, to share').conflicts(['user', 'stdout']))
    .addOption(
      new Option('--marketplace <name>', 'in a new marketplace of this name, with the plugin').conflicts([
        'user',
        'stdout',
      ]),
    )
    .option('--author <name>', 'author of the plugin, and owner of the marketplace')
    .addOption(new Option('--stdout', 'print the SKILL.md, and create nothing').conflicts('format'))
    .addOption(new Option('--format <format>', 'output format').choices(['text', 'json']).default('text'))
    .addHelpText('after', `\nTemplates:\n${templateList()}\n\nExits with 0, or with 2 if nothing was created.`)
    .action(async (name: string | undefined, options: NewOptions) => {
      process.exitCode = exitCode.clean;
      if (options.plugin !== undefined || options.marketplace !== undefined) await createPlugin(name, options);
      else if (name === undefined) throw new UsageError('Specify the name of the skill');
      else await createSkill(name, options);
    });
}

function templateList(): string {
  const width = Math.max(...skillTemplates.map(({ id }) => id.length));
  return skillTemplates.map(({ id, detail }) => `  ${id.padEnd(width)}  ${detail}`).join('\n');
}

async function createSkill(name: string, { template: id, stdout, format, ...options }: NewOptions): Promise<void> {
  const session = await configuredSession(options, await readSession(options, nodeFileSystem));
  const template = templateOf(id, session);
  const warning = checkName(name, session, skillsFolder(session, options));
  const text = skillText(template, name);
  if (stdout) {
    process.stdout.write(text);
    return;
  }
  const folder = join(skillsFolder(session, options), name);
  await createFolder(folder, [{ path: 'SKILL.md', text }]);
  const path = join(folder, 'SKILL.md');
  if (format === 'json') {
    const report = { name, template: id, path, warning: warning ?? null };
    printJson(report);
    return;
  }
  if (warning !== undefined) printLine(warning);
  process.stdout.write(`Created ${escapeControlCharacters(path)}\n`);
}

function templateOf(id: string, { runtime }: FolderSession): SkillTemplate {
  const template = templatesFor(runtime).find((it) => it.id === id);
  if (!template) throw new UsageError(`${runtime} does not read the fields of the template ${id}`);
  return template;
}

/** A plugin with one skill, alone or in a marketplace that offers it. */
async function createPlugin(skill: string | undefined, { template, format, ...options }: NewOptions): Promise<void> {
  const session = await configuredSession(options, await readSession(options, nodeFileSystem));
  const { marketplace } = options;
  const plugin = options.plugin ?? marketplace!;
  for (const [name, kind] of [
    [marketplace, 'marketplace'],
    [plugin, 'plugin'],
  ] as const) {
    const problem = name === undefined ? undefined : sharedNameProblem(name, kind);
    if (problem !== undefined) throw new UsageError(problem);
  }
  const name = skill ?? plugin;
  const around = options.in === undefined ? session.folder : absolutePath(session.folder, options.in);
  const folder = join(around, marketplace ?? plugin);
  const warning = checkName(name, session, join(folder, 'skills'));
  const author = options.author ?? unnamedAuthors(marketplace ?? plugin);
  const files = [
    ...pluginFiles({ name: plugin, author, year: new Date().getFullYear(), skills: [name], marketplace }),
    { path: `skills/${name}/SKILL.md`, text: skillText(templateOf(template, session), name) },
  ];
  const created = marketplace === undefined ? files : marketplaceFiles({ marketplace, plugin, author }, files);
  await createFolder(folder, created);
  const paths = created.map(({ path }) => join(folder, path));
  if (format === 'json') {
    printJson({
      name,
      template,
      plugin,
      marketplace: marketplace ?? null,
      folder,
      files: paths,
      warning: warning ?? null,
    });
    return;
  }
  if (warning !== undefined) printLine(warning);
  for (const path of paths) process.stdout.write(`Created ${escapeControlCharacters(path)}\n`);
  process.stdout.write('The license is MIT; replace LICENSE and `license` in plugin.json for another one\n');
}

function marketplaceFiles(
  { marketplace, plugin, author }: Readonly<Record<'marketplace' | 'plugin' | 'author', string>>,
  files: readonly NewFile[],
): NewFile[] {
  const source = `./plugins/${plugin}`;
  const plugins = [{ name: plugin, source, description: pluginDescription(plugin) }];
  return [
    { path: marketplaceFile, text: marketplaceText({ name: marketplace, owner: author, plugins }) },
    ...files.map(({ path, text }) => ({ path: `plugins/${plugin}/${path}`, text })),
  ];
}

/** The folder that the folder of the skill is in. */
function skillsFolder(session: FolderSession, { user, in: folder }: Pick<NewOptions, 'user' | 'in'>): string {
  if (folder !== undefined) return absolutePath(session.folder, folder);
  if (!user) return join(session.folder, '.claude/skills');
  const own = configFolder(session);
  if (own === undefined) throw new UsageError('Your home folder cannot be found; specify a folder with --in');
  return join(own, 'skills');
}

/** Names that are not those of one folder on every system. */
const notOneFolder =
  /^\.*$|[\\/<>:"|?*\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]|[. ]$|^\s|^(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?$/iu;

/** Rejects a name that cannot be used, and returns what is wrong with one that can. */
function checkName(name: string, { runtime }: FolderSession, folder: string): string | undefined {
  if (notOneFolder.test(name) || Buffer.byteLength(name) > 255)
    throw new UsageError(`The name must be valid as a folder name on every system: ${name}`);
  const problem = skillNameProblem(name, runtime, folder);
  if (problem?.severity === 'error') throw new UsageError(problem.message);
  return problem?.message;
}
