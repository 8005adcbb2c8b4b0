import { Command, CommanderError } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import { addBudgetCommand } from './cli/budget.ts';
import { addCheckCommand } from './cli/check.ts';
import { addDiffCommand } from './cli/diff.ts';
import { exitCode, UsageError } from './cli/exit-code.ts';
import { addExplainCommand } from './cli/explain.ts';
import { addInvokeCommand } from './cli/invoke.ts';
import { addListCommand } from './cli/list.ts';
import { addLspCommand } from './cli/lsp.ts';
import { addNewCommand } from './cli/new.ts';
import { addProveCommand } from './cli/prove.ts';
import { addRenderCommand } from './cli/render.ts';
import { printLine, tolerateClosedOutput } from './cli/terminal/terminal.ts';
import { addTrustCommand } from './cli/trust.ts';
import { ConfigurationError } from './features/check/configuration-values.ts';

const program = new Command('skillwright')
  .description('See Claude Code skills exactly as Claude Code will')
  .version(packageJson.version)
  .exitOverride()
  // Usage errors are thrown, too; they are printed below, in one line.
  .configureOutput({ writeErr() {} });
addCheckCommand(program);
addListCommand(program);
addBudgetCommand(program);
addRenderCommand(program);
addInvokeCommand(program);
addProveCommand(program);
addDiffCommand(program);
addNewCommand(program);
addTrustCommand(program);
addExplainCommand(program);
addLspCommand(program);

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

/** Ends the run with one line; a crash also shows its stack. */
function complain(error: unknown): void {
  if (error instanceof CommanderError) {
    // Help and version are thrown as errors, too.
    if (error.exitCode === 0) return;
    const missing = error.code === 'commander.help';
    printLine(
      missing ? 'Specify a command; --help lists them' : error.message.replace(/^error: /, '').replaceAll('\n', ' '),
    );
  } else if (error instanceof UsageError || error instanceof ConfigurationError) {
    printLine(error.message);
  } else {
    printLine(`This is a bug in Skillwright: ${error instanceof Error ? error.stack : String(error)}`);
  }
  process.exitCode = exitCode.trouble;
}
