import { LIMITS } from '../../dialect/limits.ts';
import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import { MAX_SHELL_OUTPUT } from '../../dialect/shell/shell-commands.ts';
import type { RuntimeId } from '../../document/runtime-id.ts';

/**
 * How much output Claude Code inserts into the text, in bytes or characters depending on the release. Longer output is
 * saved in a file and partly shown.
 */
export function outputLimit(setting: string | undefined, runtime: RuntimeId): number {
  const usual = LIMITS['injection-output'].value;
  if (!capabilities(runtime).readsOutputLimitVariable) return usual;
  const asked = Number.parseInt(setting ?? '', 10);
  return asked > 0 ? Math.min(asked, MAX_SHELL_OUTPUT) : usual;
}

/**
 * The text that Claude Code inserts for a command with this output: without leading blank lines and trailing whitespace.
 *
 * @param limit bytes or characters, depending on the release
 * @param notice what Claude Code adds below the output
 */
export function shapeOutput(output: string, limit: number, notice: string | undefined, runtime: RuntimeId): string {
  const { outputUnit, remarksOnEmptyOutput } = capabilities(runtime);
  const countsBytes = outputUnit === 'bytes';
  const size = countsBytes ? new TextEncoder().encode(output).length : output.length;
  const shown = (countsBytes ? firstBytes(output, limit) : output).replace(/^(\s*\n)+/, '').trimEnd();
  const text = size > limit ? excerpt(shown, size) : shown;
  const lines = [text, notice].filter((it) => it !== undefined && it !== '').join('\n');
  return lines === '' && remarksOnEmptyOutput ? '(Bash completed with no output)' : lines;
}

/** The part of an output that Claude Code reads. */
export function firstBytes(output: string, limit: number): string {
  if (output.length * 3 <= limit) return output;
  const bytes = new TextEncoder().encode(output);
  return bytes.length <= limit ? output : new TextDecoder().decode(bytes.subarray(0, limit));
}

/** Characters of a too large output that are shown; fewer if there is a line break in their second half. */
const previewLength = 2_000;

/** Where Claude Code would save the output is not known: it makes up the name at that moment. */
const unknownFile = '(a file that Claude Code creates for the session)';

function excerpt(output: string, bytes: number): string {
  const line = output.slice(0, previewLength).lastIndexOf('\n');
  const end = line > previewLength / 2 ? line : previewLength;
  const preview = output.slice(0, end);
  const more = output.length > previewLength ? '\n...\n' : '\n';
  return `<persisted-output>\nOutput too large (${shownSize(bytes)}). Full output saved to: ${unknownFile}\n\nPreview (first 2KB):\n${preview}${more}</persisted-output>`;
}

function shownSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  const kilobytes = bytes / 1024;
  const [size, unit] = kilobytes < 1024 ? [kilobytes, 'KB'] : [kilobytes / 1024, 'MB'];
  return `${size.toFixed(1).replace(/\.0$/, '')}${unit}`;
}
