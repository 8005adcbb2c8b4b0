import { EventEmitter } from 'node:events';
import { expect, test, vi } from 'vitest';
import { registerCheckTask } from '../../../client/src/skills/check-task.ts';

const scene: { provider?: { provideTasks(): readonly { readonly open: () => Promise<Terminal> }[] } } = {};

interface Terminal {
  onDidWrite(listener: (text: string) => void): void;
  onDidClose(listener: (code: number) => void): void;
  open(): void;
}

vi.mock('vscode', () => ({
  tasks: {
    registerTaskProvider: (_type: string, provider: typeof scene.provider) => Object.assign(scene, { provider }),
  },
  DiagnosticSeverity: {},
  languages: { getDiagnostics: () => [] },
  CancellationTokenSource: class {},
  CustomExecution: class {
    readonly open: unknown;
    constructor(open: unknown) {
      this.open = open;
    }
  },
  EventEmitter: class {
    readonly #emitter = new EventEmitter();
    readonly event = (listener: (value: unknown) => void) => void this.#emitter.on('fired', listener);
    fire = (value: unknown) => this.#emitter.emit('fired', value);
  },
  Task: class {
    readonly open: unknown;
    constructor(...[, , , , execution]: { readonly open: unknown }[]) {
      this.open = execution!.open;
    }
  },
  TaskGroup: {},
  TaskScope: {},
}));

test.each([
  [{ errors: 1, warnings: 0, information: 1, files: 1 }, '1 error, 0 warnings, 1 other finding in 1 file', 1],
  [
    { errors: 0, warnings: 2, information: 0, files: 1_200 },
    '0 errors, 2 warnings, 0 other findings in 1,200 files',
    0,
  ],
])('the task says what it found and ends accordingly: %j', async (found, line, code) => {
  registerCheckTask({ request: async () => found } as never, {} as never);
  const terminal = await scene.provider!.provideTasks()[0]!.open();
  let written = '';
  terminal.onDidWrite((text) => {
    written += text;
  });
  const ended = new Promise((resolve) => terminal.onDidClose(resolve));
  terminal.open();
  expect([await ended, written.trim()]).toEqual([code, line]);
});
