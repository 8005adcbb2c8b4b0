import { bytesAbove } from '../catalog/bytes-above.ts';
import { COMMAND_NOT_LOADED_ABOVE, NOT_LOADED_ABOVE } from '../dialect/limits.ts';
import { longestScan } from '../document/read-document.ts';
import { firstLine } from './first-line.ts';
import type { Rule } from './rule.ts';

/** A file too large to be loaded, or to be checked to its end. */
export const fileTooLarge: Rule = {
  id: 'file-too-large',
  level: 'error',
  kinds: ['skill', 'command', 'agent'],
  summary: 'The file is so large that Claude Code does not load it, or that only its beginning is checked.',
  source: 'test/conformance: own-big-file, own-big-frontmatter',
  check({ document, file, runtime }, report) {
    const { text } = document;
    const limit = file.kind === 'skill' ? NOT_LOADED_ABOVE : COMMAND_NOT_LOADED_ABOVE;
    const bytes = runtime === 'claude-code' ? bytesAbove(limit, text, file.bytes) : undefined;
    if (bytes !== undefined) {
      report({
        range: firstLine(document),
        message: `The file has ${inWords(bytes)} bytes, and Claude Code does not load ${file.kind === 'agent' ? 'an' : 'a'} ${file.kind} of more than ${inWords(limit)}. Move parts of it to files beside it`,
        alone: true,
      });
    } else if (text.length > longestScan) {
      report({
        range: firstLine(document),
        message: `The file has ${inWords(text.length)} characters and is checked only up to ${inWords(longestScan)}. Move parts of it to files beside it`,
        severity: 'warning',
      });
    }
  },
};

function inWords(count: number): string {
  return count.toLocaleString('en-US');
}
