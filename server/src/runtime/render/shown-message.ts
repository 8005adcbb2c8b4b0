import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import type { RuntimeId } from '../../document/runtime-id.ts';

/**
 * Claude Code's message about a command as it shows it: with `\n` line endings, whatever the file has, and without what moves or
 * colors text in a terminal and other characters that nobody sees. Recorded in test/conformance/own-shown-messages.
 */
export function shownMessage(message: string, runtime: RuntimeId): string {
  const text = message.replaceAll('\r\n', '\n');
  return capabilities(runtime).hidesInvisibleInMessages ? text.replace(sequences, '').replace(invisible, '') : text;
}

/**
 * Those that Node's `stripVTControlCharacters` removes, which a browser does not have. The marks after the first character are
 * taken all at once, so that no text takes long.
 */
const sequences =
  /[\u001B\u009B](?=([[\]()#;?]*))\1(?:(?:[a-zA-Z\d]*(?:;[-a-zA-Z\d/#&.:=?%@~_]*)*)?(?:\u0007|\u001B\\|\u009C)|(?:\d{1,4}(?:;\d{0,4})*)?[\dA-PR-TZcf-nq-uy=><~])/g;

const invisible = /[^\n\t\P{Cc}]|[\p{Cf}\p{Zl}\p{Zp}]/gu;
