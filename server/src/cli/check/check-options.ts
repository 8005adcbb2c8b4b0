import { type Command, InvalidArgumentError, Option } from 'commander';
import { isLevel, unknownRule } from '../../features/check/configuration-values.ts';
import { isRuleId } from '../../features/check/documented-rules.ts';
import { levels as allLevels, type RuleLevels, type Severity, severities } from '../../rules/rule.ts';
import { UsageError } from '../exit-code.ts';
import { ciFormats } from '../reports/checks/ci-report.ts';
import { addSessionOptions, type SessionOptions } from '../session-options.ts';

/** The formats in which a check can be reported. */
const formats = ['text', 'json', ...ciFormats] as const;

/** A part of the files: `index` is from 1 to `count`. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/** The options of `check`, as commander passes them. */
export interface CheckOptions extends SessionOptions {
  readonly format: (typeof formats)[number];
  readonly fix?: true;
  readonly fixDryRun?: true;
  readonly rule?: RuleLevels;
  readonly maxWarnings?: number;
  readonly failOn: Severity;
  readonly baseline?: string;
  readonly writeBaseline?: true;
  readonly shard?: Shard;
  readonly concurrency?: number;
  readonly watch?: true;
  readonly stdin?: true;
  readonly stdinFilename?: string;
  readonly suppressed?: true;
  readonly quiet?: true;
  readonly printConfig?: string;
  readonly stats?: true;
  readonly cache: boolean;
}

/** Adds the options of `check` to its command. */
export function addCheckOptions(command: Command): Command {
  return addSessionOptions(command)
    .addOption(
      new Option(
        '--format <format>',
        'output format; sarif is for code scanning, github for the log of a workflow, junit for test reports',
      )
        .choices(formats)
        .default('text'),
    )
    .option('--fix', 'apply safe fixes and report what remains')
    .addOption(new Option('--fix-dry-run', 'show what --fix would change as a diff').conflicts('fix'))
    .option('--rule <id=level>', `level of a rule, repeatable: ${allLevels.join(', ')}`, collectLevel)
    .option('--max-warnings <n>', 'fail if there are more warnings than this', parseCount)
    .addOption(new Option('--fail-on <level>', 'lowest severity that fails').choices(severities).default('error'))
    .option('--baseline <file>', 'leave out the findings that this file accepts')
    .option('--write-baseline', 'accept all current findings in the file of --baseline')
    .option('--shard <i/n>', 'check only the i-th of n parts of the files', parseShard)
    .option(
      '--concurrency <n>',
      'threads that check files (default: one per core where there are many files)',
      parseThreads,
    )
    .option('--watch', 'check again whenever a file has changed, until Ctrl+C')
    .option('--stdin', 'check the text on standard input')
    .option('--stdin-filename <path>', 'path of that text')
    .option('--suppressed', 'with --format sarif, also report suppressed findings, marked with `suppressions`')
    .option('--quiet', 'hide findings below the failing severity, and notes')
    .addOption(
      new Option(
        '--print-config <file>',
        'show the settings of a file and where each comes from, and check nothing',
      ).conflicts(['fix', 'fixDryRun', 'watch', 'stdin', 'baseline']),
    )
    .option('--stats', 'show timing and how often each rule reported')
    .option('--no-cache', 'check again even if nothing has changed since the last run');
}

/** Rejects options that cannot be combined. */
export function validateCheckOptions(paths: readonly string[], options: CheckOptions): void {
  const { format, fixDryRun } = options;
  if (format !== 'text' && format !== 'json' && (fixDryRun || (options.stdin && options.fix))) {
    const option = fixDryRun ? '--fix-dry-run' : '--stdin with --fix';
    throw new UsageError(`--format ${format} cannot show what ${option} would print; use text or json`);
  }
  if (options.printConfig !== undefined) {
    if (format !== 'text' && format !== 'json') throw new UsageError('--print-config needs --format text or json');
    if (paths.length > 0) throw new UsageError('--print-config takes no paths besides its own');
  }
  if (options.suppressed && format !== 'sarif') throw new UsageError('--suppressed needs --format sarif');
  if (options.watch) rejectWhatCannotBeWatched(options);
  if (options.writeBaseline && !options.baseline) throw new UsageError('--write-baseline needs --baseline FILE');
  if (!options.stdin && options.stdinFilename === undefined) return;
  if (options.writeBaseline) throw new UsageError('--write-baseline needs files, and cannot be used with --stdin');
  if (!options.stdin) throw new UsageError('--stdin-filename needs --stdin');
  if (!options.stdinFilename) throw new UsageError('--stdin needs --stdin-filename PATH to determine the kind of file');
  if (paths.length > 0) throw new UsageError('--stdin takes no paths besides --stdin-filename');
}

/** Rejects options for something that is done once, and reports that are read when they are complete. */
function rejectWhatCannotBeWatched({ format, stdin, writeBaseline }: CheckOptions): void {
  const [option] = [
    stdin && '--stdin',
    writeBaseline && '--write-baseline',
    format !== 'text' && format !== 'json' && `--format ${format}`,
  ].filter(Boolean);
  if (option) throw new UsageError(`--watch cannot be used with ${option}`);
}

function collectLevel(value: string, previous: RuleLevels = {}): RuleLevels {
  const equals = value.indexOf('=');
  const rule = value.slice(0, equals);
  const level = value.slice(equals + 1);
  if (equals < 1) throw new InvalidArgumentError('Write it as id=level.');
  if (!isRuleId(rule)) throw new InvalidArgumentError(unknownRule(rule));
  if (!isLevel(level)) throw new InvalidArgumentError(`Allowed levels are ${allLevels.join(', ')}.`);
  return { ...previous, [rule]: level };
}

function parseShard(value: string): Shard {
  const match = /^(\d{1,6})\/(\d{1,6})$/.exec(value);
  const [index, count] = [Number(match?.[1]), Number(match?.[2])];
  if (index >= 1 && index <= count) return { index, count };
  throw new InvalidArgumentError('Write it as I/N, with I from 1 to N.');
}

function parseThreads(value: string): number {
  if (/^[1-9]\d?$/.test(value)) return Number(value);
  throw new InvalidArgumentError('Write a whole number from 1 to 99.');
}

function parseCount(value: string): number {
  if (/^\d+$/.test(value)) return Number(value);
  throw new InvalidArgumentError('Write a whole number, zero or more.');
}
