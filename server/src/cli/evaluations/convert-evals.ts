import { mkdir } from 'node:fs/promises';
import { type Command, Option } from 'commander';
import type { ConversionNote } from '../../jobs/evaluations/cases/conversion.ts';
import { type ConversionPlan, planConversion } from '../../jobs/evaluations/cases/plan-conversion.ts';
import { memoisingFileSystem } from '../../platform/file-systems/memoising-file-system.ts';
import { blockingFileSystem } from '../../platform/node/blocking-file-system.ts';
import { folderOf, join } from '../../platform/paths.ts';
import { UsageError } from '../exit-code.ts';
import { createFolder, requireFree } from '../files/create-files.ts';
import { createFile, NotReplaced } from '../files/replace-file.ts';
import { absolutePath, addSessionOptions, readSession, type SessionOptions } from '../session-options.ts';
import { escapeControlCharacters } from '../terminal/escape-control-characters.ts';
import { printJson, printLine } from '../terminal/terminal.ts';

interface ConvertOptions extends SessionOptions {
  readonly out?: string;
  readonly dryRun?: true;
  readonly format: 'text' | 'json';
}

/** Adds `skillwright convert-evals`. */
export function addConvertEvalsCommand(program: Command): void {
  const command = program
    .command('convert-evals')
    .description("convert skill-creator's evals.json into cases of `claude plugin eval`, or such cases into evals.json")
    .argument('<path>', 'an evals.json, a case or a file of it, or a folder of cases');
  addSessionOptions(command)
    .option('--out <path>', 'folder of the cases, or evals.json to write (default: where the runner finds it)')
    .option('--dry-run', 'list what would be written and what the other format does not have, and write nothing')
    .addOption(new Option('--format <format>', 'output format').choices(['text', 'json']).default('text'))
    .addHelpText(
      'after',
      [
        '',
        'What the other format cannot say is kept where its runner ignores it, so that converting back restores it:',
        'in files called converted.json, or under the key `claude_case`. The rest is listed first. Never replaces a file.',
        'Exits with 0, or with 2 if nothing was written.',
      ].join('\n'),
    )
    .action(async (path: string, options: ConvertOptions) => {
      await convert(path, options);
    });
}

async function convert(written: string, options: ConvertOptions): Promise<void> {
  const { folder, files } = await readSession(options, memoisingFileSystem(blockingFileSystem));
  const path = absolutePath(folder, written);
  const plan = await planConversion(path, files);
  if ('problem' in plan) {
    const set = join(path, 'evals/evals.json');
    const hint = (await files.typeOf(set)) === 'file' ? `; name ${set} to convert that` : '';
    throw new UsageError(`${plan.problem.includes(path) ? plan.problem : `${plan.problem} (${path})`}${hint}`);
  }
  const out = options.out === undefined ? undefined : absolutePath(folder, options.out);
  if (out === undefined && plan.elsewhere !== undefined)
    throw new UsageError(`${plan.elsewhere}; name another place with --out`);
  const paths = plan.files.map((file) => join(out ?? plan.folder, file.path));
  if (plan.to === 'evals.json' && out !== undefined) paths[0] = out;
  if (options.format === 'text') printNotes(plan.notes);
  if (plan.to === 'cases') await requireFree(out ?? plan.folder, 'name another folder with --out');
  else await requireFree(paths[0]!, 'name another file with --out');
  if (!options.dryRun) await write(plan, paths, out ?? plan.folder);
  if (options.format === 'json') {
    const notes = plan.notes.map(({ where, what, isKept }) => ({ where, what, kept: isKept }));
    printJson({ to: plan.to, converted: plan.count, written: !options.dryRun, files: paths, notes });
  } else {
    for (const it of paths)
      process.stdout.write(`${options.dryRun ? 'Would create' : 'Created'} ${escapeControlCharacters(it)}\n`);
  }
}

async function write({ to, files }: ConversionPlan, paths: readonly string[], folder: string): Promise<void> {
  if (to === 'cases') {
    await createFolder(folder, files);
    return;
  }
  const [path, text] = [paths[0]!, files[0]!.text];
  try {
    await mkdir(folderOf(path), { recursive: true });
    await createFile(path, text);
  } catch (error) {
    const reason = error instanceof NotReplaced ? `it ${error.message}` : (error as Error).message;
    throw new UsageError(`${path} cannot be written: ${reason}; name another file with --out`);
  }
}

/** Losses come first. */
function printNotes(notes: readonly ConversionNote[]): void {
  for (const { where, what, isKept } of [...notes].sort((a, b) => Number(a.isKept) - Number(b.isKept))) {
    printLine(`${isKept ? 'Kept' : 'Not converted'}: ${where}: ${what}`);
  }
}
