import type { SkillDocument } from '../../document/skill-document.ts';
import { lineEnd } from '../../document/text/first-line.ts';
import { textRange } from '../../document/text/text-range.ts';
import type { Fix, Rule, RuleContext, TextEdit } from '../rule.ts';
import { type CutFrontmatter, findCutFrontmatter } from '../yaml/cut-frontmatter.ts';
import { isMarker, keyOfLine, listKeys } from '../yaml/frontmatter-lines.ts';
import { describeLoss } from '../yaml/yaml-loss.ts';

/** Frontmatter that is cut short by three dashes in a value, a comment or a longer line. */
export const frontmatterCut: Rule = {
  id: 'frontmatter-cut',
  level: 'error',
  kinds: ['skill', 'command', 'agent'],
  summary: 'Three dashes in a value or a longer line that end the frontmatter early, so that the rest becomes body',
  source:
    'test/conformance: own-close-same-line, own-close-in-quoted, own-close-in-comment, own-close-in-literal, own-close-four',
  check(context, report) {
    const { document, file } = context;
    const cut = findCutFrontmatter(document, file.kind);
    if (!cut) return;
    if (cut.cause === 'closing-line') {
      report({
        range: cut.range,
        message:
          'Claude Code ends the frontmatter at the first three dashes and reads the rest of the line as body; other tools find no end here. Write a line that is exactly `---`',
        severity: 'warning',
        fixes: [fixOf(cut, document)],
      });
      return;
    }
    report({
      range: cut.range,
      alone: true,
      message: `Claude Code ends the frontmatter at these dashes${consequenceOf(cut, context)}. Use fewer than three dashes; quoting does not help`,
      fixes: [fixOf(cut, document)].filter(({ edits }) => edits.length <= maxEdits),
    });
  },
};

/** More dashes than this are not a typo that could be fixed. */
const maxEdits = 1_000;

function consequenceOf({ lost }: CutFrontmatter, context: RuleContext): string {
  const keys = listKeys(lost);
  const becomes = `${new Set(lost).size > 1 ? 'become' : 'becomes'} body text`;
  if (context.document.frontmatter.reading !== 'lost')
    return `, so ${keys ? `${keys} below` : 'the rest of it'} ${becomes}`;
  const above = ` and cannot read what remains, so ${describeLoss(context)}`;
  return keys ? `${above}; ${keys} below ${becomes}` : above;
}

function fixOf({ cause, range, closeLine }: CutFrontmatter, { text, lines }: SkillDocument): Fix {
  if (cause === 'closing-line') {
    const line = lines.lineAt(range.start);
    const above = text.slice(lines.startOf(line), range.start).trim() === '' ? '' : lineEnd(text);
    const below = text.slice(range.end, lines.endOf(line)).trim() === '' ? '' : lineEnd(text);
    return { title: 'Write exactly `---`', safe: false, edits: [{ range, newText: `${above}---${below}` }] };
  }
  const first = lines.lineAt(range.start);
  const end = closeLine === undefined ? lines.endOf(first) : lines.startOf(closeLine);
  const edits: TextEdit[] = [];
  let judged = { line: -1, instead: insteadOf('') };
  for (const { index, 0: dashes } of text.slice(range.start, end).matchAll(/-{3,}/g)) {
    if (edits.length > maxEdits) break;
    const start = range.start + index;
    const line = lines.lineAt(start);
    if (line !== judged.line) judged = { line, instead: insteadOf(lines.textOf(line)) };
    edits.push({ range: textRange(start, start + dashes.length), newText: judged.instead(dashes) });
  }
  if (closeLine !== undefined) {
    const marker = textRange(lines.startOf(closeLine), lines.endOf(closeLine));
    if (!isMarker(text.slice(marker.start, marker.end))) edits.push({ range: marker, newText: '---' });
  }
  return { title: 'Replace the dashes', safe: false, edits };
}

/**
 * The replacement for dashes that keeps the frontmatter open: a comment for a line between fields, a dash in prose or a name.
 */
function insteadOf(line: string): (dashes: string) => string {
  if (line.startsWith('---')) return (dashes) => `# ${'='.repeat(dashes.length)}`;
  if (keyOfLine(line) === 'name') return () => '-';
  const sign = /^\s*(#|-+\s*$)/.test(line) ? (/^\s*#/.test(line) ? '=' : '*') : undefined;
  return sign === undefined ? () => '—' : (dashes) => sign.repeat(dashes.length);
}
