import { expect, test, vi } from 'vitest';
import type { LogOutputChannel } from 'vscode';
import type { RenderedPreview } from '../../../client/src/views/preview/page/preview-messages.ts';
import { RenderedMarkdown } from '../../../client/src/views/preview/page/rendered-markdown.ts';

const executeCommand = vi.hoisted(() => vi.fn(async (_command: string, text: string) => `<p>${text}</p>`));
vi.mock('vscode', () => ({ commands: { executeCommand } }));

function rendered(text: string): Promise<RenderedPreview> {
  const output = { warn: () => {} } as unknown as LogOutputChannel;
  return new Promise((resolve) => new RenderedMarkdown(output, resolve).render(text));
}

test('a text is rendered by VS Code', async () => {
  expect(await rendered('a')).toEqual({ html: '<p>a</p>' });
});

test('a text that would hold up the extensions is not', async () => {
  executeCommand.mockClear();
  expect(await rendered('a'.repeat(500_001))).toEqual({ html: null, why: 'too-long' });
  expect(executeCommand).not.toHaveBeenCalled();
});

test('a text is shown as it is if no renderer exists', async () => {
  executeCommand.mockRejectedValueOnce(new Error('command not found'));
  expect(await rendered('a')).toEqual({ html: null, why: 'no-renderer' });
});
