import { parentPort, workerData } from 'node:worker_threads';
import { Command, CommanderError } from 'commander';
import { version } from '../platform/release.ts';
import type { StartedProgram } from './check/check.ts';
import { addCommands } from './commands.ts';
import { exitCode, UsageError } from './exit-code.ts';
import { addHelpExamples } from './help-examples.ts';
import { printLine, tolerateClosedOutput } from './terminal/terminal.ts';
import { wrappedHelp } from './terminal/wrapped-help.ts';

/** Runs the command that the arguments name, or the work of a thread in which the program was started again. */
export async function runProgram(started: StartedProgram): Promise<void> {
  if (parentPort) {
    const { serveThread } = await import('./threads/check-thread.ts');
    return serveThread(parentPort, workerData);
  }
  const program = new Command('skillwright')
    .description('See Claude Code skills exactly as Claude Code will')
    .version(version)
    .exitOverride()
    // Usage errors are thrown, too; they are printed below, in one line.
    .configureOutput({
      writeErr() {},
      writeOut: (text) => process.stdout.write(wrappedHelp(text, process.stdout.columns ?? 80)),
    });
  await addCommands(program, process.argv[2], started);
  addHelpExamples(program);

  tolerateClosedOutput();
  // A signal alone would leave the commands of a skill running; a normal exit ends them.
  process.once('SIGINT', () => process.exit(exitCode.interrupted));
  process.once('SIGTERM', () => process.exit(exitCode.terminated));
  process.once('SIGHUP', () => process.exit(exitCode.hangUp));
  try {
    await program.parseAsync();
  } catch (error) {
    complain(error);
  }
}

/** Ends the run with one line; a crash also shows its stack. */
function complain(error: unknown): void {
  if (error instanceof CommanderError) {
    // Help and version are thrown as errors, too.
    if (error.exitCode === 0) return;
    const missing = error.code === 'commander.help';
    printLine(
      missing ? 'Specify a command; --help lists them' : error.message.replace(/^error: /, '').replaceAll('\n', ' '),
    );
  } else if (error instanceof UsageError) {
    printLine(error.message);
  } else {
    printLine(`This is a bug in Skillwright: ${error instanceof Error ? error.stack : String(error)}`);
  }
  process.exitCode = exitCode.trouble;
}
