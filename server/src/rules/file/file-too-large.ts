import { bytesAbove } from '../../catalog/facts/bytes-above.ts';
import { LIMITS } from '../../dialect/limits.ts';
import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import type { UnreadJson } from '../../document/json-document.ts';
import { maxScanLength } from '../../document/read-document.ts';
import type { SkillDocument } from '../../document/skill-document.ts';
import { firstLine } from '../../document/text/first-line.ts';
import { inThousands } from '../../document/text/numbers.ts';
import { textRange } from '../../document/text/text-range.ts';
import type { Report, Rule } from '../rule.ts';

/** A file too large to be loaded, or to be checked in full. */
export const fileTooLarge: Rule = {
  id: 'file-too-large',
  level: 'error',
  kinds: ['skill', 'command', 'agent', 'settings', 'plugin'],
  summary: 'A file too large for Claude Code to load, or for Skillwright to check completely',
  source: 'test/conformance: own-big-file, own-big-frontmatter',
  check({ document, file }, report) {
    if (document.json) {
      if (document.json.unread) report(unreadJson(document.json.unread));
      return;
    }
    const { skillNotLoadedAbove, commandNotLoadedAbove } = capabilities(document.runtime);
    const limit = file.kind === 'skill' ? skillNotLoadedAbove : commandNotLoadedAbove;
    const bytes = bytesAbove(limit, document.text, file.bytes);
    if (limit !== null && bytes !== undefined) {
      report({
        range: firstLine(document),
        message: `The file has ${inThousands(bytes)} bytes, and Claude Code does not load ${file.kind === 'agent' ? 'an' : 'a'} ${file.kind} of more than ${inThousands(limit)}. Move parts of it to files next to it`,
        alone: true,
      });
      return;
    }
    const unchecked = unreadFrontmatter(document) ?? uncheckedLength(document) ?? uncheckedBody(document);
    if (unchecked) report({ ...unchecked, severity: 'warning' });
  },
};

/** Without its fields, no other finding about a file is reliable. */
function unreadFrontmatter({ frontmatter }: SkillDocument): Report | undefined {
  if (frontmatter.reading !== 'unread') return undefined;
  const max = inThousands(LIMITS['frontmatter-parts'].value);
  return {
    range: frontmatter.problems[0]?.range ?? frontmatter.block!.open,
    message: `The frontmatter has more than ${max} keys, values and punctuation marks, so Skillwright cannot read it and does not check this file. Move the data to files next to it`,
    alone: true,
  };
}

function uncheckedLength(document: SkillDocument): Report | undefined {
  const { length } = document.text;
  if (length <= maxScanLength) return undefined;
  return {
    range: firstLine(document),
    message: `The file has ${inThousands(length)} characters and is checked only up to ${inThousands(maxScanLength)}. Move parts of it to files next to it`,
  };
}

function uncheckedBody({ body, lines }: SkillDocument): Report | undefined {
  const { end } = body.scanned;
  if (end >= body.range.end) return undefined;
  const max = inThousands(LIMITS['body-parts'].value);
  const line = lines.lineAt(end);
  return {
    range: textRange(end, Math.max(end, lines.endOf(line))),
    message: `The body is checked only up to line ${inThousands(line + 1)}, because it has more than ${max} parts such as paragraphs, links, placeholders or commands. Move the rest to files next to it`,
  };
}

function unreadJson({ excess, range }: UnreadJson): Report {
  return {
    range,
    message: `Skillwright does not check this file, because it ${excessInWords(excess)}. Split it or remove what is not needed`,
    severity: 'warning',
    alone: true,
  };
}

function excessInWords(excess: UnreadJson['excess']): string {
  switch (excess) {
    case 'length':
      return `has more than ${inThousands(maxScanLength)} characters`;
    case 'nesting':
      return `nests objects and lists more than ${LIMITS['json-nesting'].value} levels deep`;
    case 'tokens':
      return `has more than ${inThousands(LIMITS['json-parts'].value)} keys, values and punctuation marks`;
  }
}
