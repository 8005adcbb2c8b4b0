import { textRange } from '../document/text-range.ts';
import { type DescriptionLoss, findDescriptionLosses } from './description-loss.ts';
import { lineEnd } from './first-line.ts';
import { quoteYaml } from './quote-value.ts';
import type { Report, Rule, RuleContext } from './rule.ts';

export const descriptionLost: Rule = {
  id: 'description-lost',
  level: 'warning',
  kinds: ['skill', 'command', 'agent'],
  summary: 'A description that YAML does not read as it was written',
  source: 'https://yaml.org/spec/1.2.2/#66-comments',
  check(context, report) {
    if (context.file.insideSkill) return;
    for (const loss of findDescriptionLosses(context)) report(reportOf(loss, context));
  },
};

function reportOf(loss: DescriptionLoss, { document: { text, lines } }: RuleContext): Report {
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
    case 'glued-key':
      return {
        range: loss.range,
        message: `\`${loss.key}:\` stands in the line of the \`${loss.field.key}\` and is read as part of it, so the field is lost. Put it on a line of its own`,
        fixes: [
          {
            title: `Put \`${loss.key}\` on a line of its own`,
            safe: false,
            edits: [{ range: textRange(loss.range.start, loss.range.start), newText: lineEnd(text) }],
          },
        ],
      };
    case 'no-space':
      return {
        range: loss.range,
        message: `Without a space after \`${loss.key}:\` this is no \`${loss.key}\`, and its text is lost. Insert a space`,
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

/** The last words of what is left. */
function ending(text: string): string {
  return text.length > 30 ? `…${text.slice(-30).replace(/^\S*\s+/, '')}` : text;
}
