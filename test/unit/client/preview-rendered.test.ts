import { expect, test, vi } from 'vitest';
import type { LogOutputChannel } from 'vscode';
import type { RenderedPreview } from '../../../client/src/preview/page/preview-messages.ts';
import { RenderedMarkdown } from '../../../client/src/preview/page/rendered-markdown.ts';
import type { PreviewSpan } from '../../../server/src/protocol.ts';

const executeCommand = vi.hoisted(() => vi.fn(async (_command: string, text: string) => `<p>${text}</p>`));
vi.mock('vscode', () => ({ commands: { executeCommand } }));

function rendered(text: string, spans: readonly PreviewSpan[] = []): Promise<RenderedPreview> {
  const output = { warn: () => {} } as unknown as LogOutputChannel;
  return new Promise((resolve) => new RenderedMarkdown(output, resolve).render({ text, spans }));
}

test('a text is rendered by VS Code', async () => {
  expect(await rendered('a')).toEqual({ html: '<p>a</p>' });
});

test('spans are marked where that changes nothing else', async () => {
  const span: PreviewSpan = { start: 2, end: 6, kind: 'argument', source: { start: 0, end: 0 }, label: '' };
  expect(await rendered('a main', [span])).toEqual({ html: '<p>a \uFDD0main\uFDD4</p>' });
  executeCommand.mockImplementationOnce(async () => '<ul>a</ul>').mockImplementationOnce(async () => '<p>a</p>');
  expect(await rendered('a main', [span])).toEqual({ html: '<ul>a</ul>' });
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
