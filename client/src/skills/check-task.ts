import {
  CancellationTokenSource,
  CustomExecution,
  type Diagnostic,
  DiagnosticSeverity,
  type Disposable,
  EventEmitter,
  type LogOutputChannel,
  languages,
  type Pseudoterminal,
  Task,
  type TaskDefinition,
  TaskGroup,
  TaskScope,
  tasks,
  type Uri,
  workspace,
} from 'vscode';
import type { CheckedAll } from '../../../server/src/protocol.ts';
import type { LanguageServer } from '../language-server/language-server.ts';
import { counted } from '../text/counted.ts';
import { revealInvisible } from '../text/reveal-invisible.ts';

const type = 'skillwright';

/**
 * The task "skillwright: check all skills". It checks as "Check All Skills" does, so its findings are already in the list of
 * problems: it prints them, and fails if there are errors.
 */
export function registerCheckTask(server: LanguageServer, output: LogOutputChannel): Disposable {
  return tasks.registerTaskProvider(type, {
    provideTasks: () => [checkTask({ type, task: 'check' }, server, output)],
    resolveTask: (task) => checkTask(task.definition, server, output),
  });
}

function checkTask(definition: TaskDefinition, server: LanguageServer, output: LogOutputChannel): Task {
  const execution = new CustomExecution(async () => new CheckTerminal(server, output));
  const task = new Task(definition, TaskScope.Workspace, 'check all skills', type, execution);
  task.group = TaskGroup.Test;
  task.detail = 'Lists the problems of every skill, command and agent';
  return task;
}

/** The terminal of a running task. */
class CheckTerminal implements Pseudoterminal {
  readonly #server: LanguageServer;
  readonly #output: LogOutputChannel;
  readonly #cancellation = new CancellationTokenSource();
  readonly #written = new EventEmitter<string>();
  readonly #closed = new EventEmitter<number>();
  readonly onDidWrite = this.#written.event;
  readonly onDidClose = this.#closed.event;

  constructor(server: LanguageServer, output: LogOutputChannel) {
    this.#server = server;
    this.#output = output;
  }

  open(): void {
    void this.#run().then((code) => this.#closed.fire(code));
  }

  close(): void {
    this.#cancellation.cancel();
  }

  async #run(): Promise<number> {
    try {
      const found = await this.#server.request('skillwright/checkAll', {}, this.#cancellation.token);
      if (!found) return 130;
      for (const [uri, findings] of languages.getDiagnostics()) this.#print(uri, findings);
      this.#line(foundInWords(found));
      return found.errors > 0 ? 1 : 0;
    } catch (error) {
      if (this.#cancellation.token.isCancellationRequested) return 130;
      this.#output.error('Could not check the skills', String(error));
      this.#line('The skills could not be checked. See the Skillwright output for details.');
      return 2;
    }
  }

  /** As the command line prints it, so that one problem matcher reads both. */
  #print(uri: Uri, diagnostics: readonly Diagnostic[]): void {
    const ours = diagnostics.filter(({ source }) => source === 'skillwright');
    if (ours.length === 0) return;
    this.#line(workspace.asRelativePath(uri, false));
    for (const { range, severity, message, code } of ours) {
      const { line, character } = range.start;
      const rule = String(typeof code === 'object' ? code.value : code);
      this.#line(`  ${line + 1}:${character + 1}  ${severities[severity]}  ${message}  ${rule}`);
    }
    this.#line('');
  }

  #line(text: string): void {
    this.#written.fire(`${revealInvisible(text)}\r\n`);
  }
}

const severities: Readonly<Record<DiagnosticSeverity, string>> = {
  [DiagnosticSeverity.Error]: 'error',
  [DiagnosticSeverity.Warning]: 'warning',
  [DiagnosticSeverity.Information]: 'information',
  [DiagnosticSeverity.Hint]: 'hint',
};

function foundInWords({ errors, warnings, information, files }: CheckedAll): string {
  const others = counted(information, 'other finding');
  return `${counted(errors, 'error')}, ${counted(warnings, 'warning')}, ${others} in ${counted(files, 'file')}`;
}
