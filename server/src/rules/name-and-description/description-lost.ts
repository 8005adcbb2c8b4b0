import { readFrontmatter } from '../../document/frontmatter/frontmatter.ts';
import type { Field, SkillDocument } from '../../document/skill-document.ts';
import { lineEnd } from '../../document/text/first-line.ts';
import { textRange } from '../../document/text/text-range.ts';
import { quoteYaml } from '../edits/quote-value.ts';
import { type DescriptionLoss, findDescriptionLosses } from '../readings/descriptions/description-loss.ts';
import type { Fix, Report, Rule, RuleContext, TextEdit } from '../rule.ts';

export const descriptionLost: Rule = {
  id: 'description-lost',
  level: 'warning',
  kinds: ['skill', 'command', 'agent'],
  summary: 'A description that YAML does not read as written',
  source: 'https://yaml.org/spec/1.2.2/#66-comments',
  check(context, report) {
    if (context.file.insideSkill) return;
    for (const loss of findDescriptionLosses(context)) {
      report({ ...reportOf(loss, context), subject: 'field' in loss ? loss.field.key : loss.key });
    }
  },
};

function reportOf(loss: DescriptionLoss, { document }: RuleContext): Report {
  const { text, lines } = document;
  switch (loss.kind) {
    case 'comment': {
      const { key } = loss.field;
      const kept = text.slice(loss.value.range.start, loss.value.range.end);
      const start = kept === '' ? loss.range.start : loss.value.range.start;
      const whole = textRange(start, loss.range.end);
      return {
        range: loss.range,
        message:
          kept === ''
            ? `YAML reads \`#\` as the start of a comment, so the \`${key}\` is empty. Quote it`
            : `YAML reads \` #\` as the start of a comment, so the \`${key}\` ends at “${ending(kept)}”. Quote it`,
        fixes: [
          {
            title: `Quote the \`${key}\``,
            safe: false,
            edits: [{ range: whole, newText: quoteYaml(text.slice(whole.start, whole.end)) }],
          },
        ],
      };
    }
    case 'sign': {
      const { key } = loss.field;
      const word = text.slice(loss.range.start, loss.range.end);
      const end = loss.value.style === 'plain' ? loss.value.range.end : loss.range.end;
      const whole = textRange(loss.range.start, end);
      const sort = word.startsWith('!') ? 'a tag' : 'an anchor';
      return {
        range: loss.range,
        message: `YAML reads \`${word}\` as ${sort}, not as a word, so the \`${key}\` begins after it. Quote the \`${key}\``,
        fixes: [
          {
            title: `Quote the \`${key}\``,
            safe: false,
            edits: [{ range: whole, newText: quoteYaml(text.slice(whole.start, whole.end)) }],
          },
        ],
      };
    }
    case 'prose-keys': {
      const { field, entries } = loss;
      return {
        range: loss.range,
        message: `YAML reads the text below the \`${field.key}\` as separate fields (${listKeys(entries)}), so the \`${field.key}\` ends before it. Write \`${field.key}: |\` and indent the whole text below it`,
        fixes: blockFix(loss, document),
      };
    }
    case 'glued-key':
      return {
        range: loss.range,
        message: `\`${loss.key}:\` is on the same line as the \`${loss.field.key}\` and is read as part of it, so the field is lost. Put it on its own line`,
        fixes: [
          {
            title: `Put \`${loss.key}\` on its own line`,
            safe: false,
            edits: [{ range: textRange(loss.range.start, loss.range.start), newText: lineEnd(text) }],
          },
        ],
      };
    case 'no-space':
      return {
        range: loss.range,
        message: `Without a space after \`${loss.key}:\` this is not a \`${loss.key}\` field, and its text is lost. Insert a space`,
        fixes: [
          {
            title: 'Insert a space',
            safe: false,
            edits: [{ range: textRange(loss.range.end, loss.range.end), newText: ' ' }],
          },
        ],
      };
    case 'keys': {
      const first = lines.lineAt(loss.range.start);
      const last = lines.lineAt(Math.max(loss.range.start, loss.range.end - 1));
      const starts = Array.from({ length: last - first + 1 }, (_, index) => lines.startOf(first + index));
      return {
        range: loss.range,
        message: `The lines after \`${loss.field.key}: ${text[loss.field.value.range.start]}\` are not indented, so the \`${loss.field.key}\` is empty and they are read as other fields. Indent them`,
        fixes: [
          {
            title: `Indent the \`${loss.field.key}\``,
            safe: false,
            edits: starts
              .filter((start) => !/[\r\n]/.test(text[start] ?? '\n'))
              .map((start) => ({ range: textRange(start, start), newText: '  ' })),
          },
        ],
      };
    }
  }
}

/** Further keys are not named in a message. */
const maxKeys = 3;

function listKeys(entries: readonly Field[]): string {
  const keys = [...new Set(entries.map(({ key }) => `\`${key}\``))];
  return `${keys.slice(0, maxKeys).join(', ')}${keys.length > maxKeys ? ' …' : ''}`;
}

/** Turns a plain string and the lines below it into a block; nothing if that leaves the frontmatter unreadable. */
function blockFix({ field, range }: Extract<DescriptionLoss, { kind: 'prose-keys' }>, document: SkillDocument): Fix[] {
  const { text, lines, runtime } = document;
  const { start } = field.value.range;
  const gap = textRange(text.lastIndexOf(':', start) + 1, start);
  const last = lines.lineAt(range.end);
  const edits: TextEdit[] = [{ range: gap, newText: ` |${lineEnd(text)}  ` }];
  for (let line = lines.lineAt(start) + 1; line <= last; line++) {
    const from = lines.startOf(line);
    const indent = /^[ \t]*/.exec(text.slice(from, lines.startOf(line + 1)))![0].length;
    if (!/[\r\n]/.test(text[from + indent] ?? '\n')) {
      edits.push({ range: textRange(from, from + indent), newText: '  ' });
    }
  }
  const title = `Write the \`${field.key}\` as a block scalar`;
  const pieces = edits.map(({ range: { end }, newText }, index) => {
    return newText + text.slice(end, edits[index + 1]?.range.start);
  });
  const fixed = text.slice(0, gap.start) + pieces.join('');
  return readFrontmatter(fixed, runtime).reading === 'read' ? [{ title, safe: false, edits }] : [];
}

/** The last words that remain. */
function ending(text: string): string {
  return text.length > 30 ? `…${text.slice(-30).replace(/^\S*\s+/, '')}` : text;
}
