import type { SkillDocument } from '../../document/skill-document.ts';
import { lineEnd } from '../../document/text/first-line.ts';
import { textRange } from '../../document/text/text-range.ts';
import type { Fix, Rule, TextEdit } from '../rule.ts';
import { type DisplacedFrontmatter, findDisplacedFrontmatter, withoutUnseen } from '../yaml/displaced-frontmatter.ts';
import { describeLoss } from '../yaml/yaml-loss.ts';

/** Frontmatter that starts too low, or with something other than `---`. */
export const frontmatterNotFirst: Rule = {
  id: 'frontmatter-not-first',
  level: 'error',
  kinds: ['skill', 'command', 'agent'],
  needs: ['no-frontmatter'],
  summary: 'Text before or instead of the opening `---`, so that the frontmatter is read as body',
  source: 'test/conformance: own-open-text, own-bom-twice, own-agent-file-blank-first',
  check(context, report) {
    const { document, file } = context;
    const displaced = findDisplacedFrontmatter(document, file.kind);
    if (!displaced) return;
    const consequence =
      file.kind === 'agent'
        ? `Claude Code finds no fields: ${describeLoss(context)}`
        : 'Claude Code reads the whole file as body and every field is lost';
    const { cause, advice } = describe(displaced, document);
    report({
      range: displaced.range,
      // Where the frontmatter is read as body, what is found there is not what will be found.
      alone: true,
      message: `${cause}, so ${consequence}. ${advice}`,
      fixes: fixesOf(displaced, document),
    });
  },
};

function describe(
  { cause, range }: DisplacedFrontmatter,
  { text }: SkillDocument,
): { readonly cause: string; readonly advice: string } {
  const before = text.slice(range.start, range.end);
  if (cause !== 'text-before' || withoutUnseen(before) !== '') return { cause: causes[cause], advice: advices[cause] };
  const unseen = /\S|\uFEFF/u.exec(before)?.[0].codePointAt(0);
  return unseen === undefined
    ? { cause: causes[cause], advice: 'Remove the whitespace before `---`' }
    : {
        cause: `An invisible character (U+${unseen.toString(16).toUpperCase().padStart(4, '0')}) precedes the frontmatter`,
        advice: 'Remove it',
      };
}

const causes: Readonly<Record<DisplacedFrontmatter['cause'], string>> = {
  'text-before': 'The frontmatter does not start at the first character of the file',
  'fence-before': 'A code fence precedes the frontmatter',
  'wrong-marker': 'The first line is not exactly `---`',
  'no-marker': 'The frontmatter has no opening `---`',
};

const advices: Readonly<Record<DisplacedFrontmatter['cause'], string>> = {
  'text-before': 'Move the text before `---` below the frontmatter',
  'fence-before': 'Remove the code fence',
  'wrong-marker': 'Write the fields as YAML between two `---` lines',
  'no-marker': 'Insert a `---` line before the first field',
};

function fixesOf(displaced: DisplacedFrontmatter, document: SkillDocument): Fix[] {
  const { text, lines } = document;
  const { cause, openLine, closeLine } = displaced;
  const start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  const open = lines.startOf(openLine);
  const eol = lineEnd(text);
  if (cause === 'no-marker') {
    const edits: TextEdit[] = [{ range: textRange(start, start), newText: `---${eol}` }];
    if (closeLine === undefined) {
      const end = lines.startOf(displaced.fieldsEnd);
      const onOwnLine = end > lines.endOf(displaced.fieldsEnd - 1);
      edits.push({ range: textRange(end, end), newText: `${onOwnLine ? '' : eol}---${eol}` });
    }
    return [
      { title: closeLine === undefined ? 'Insert the `---` lines' : 'Insert the opening `---`', safe: false, edits },
    ];
  }
  if (cause === 'wrong-marker') {
    // TOML and JSON between braces need more than other markers.
    if (/^[ \t]*(?:[\w-]+[ \t]*=|[[{])/m.test(text.slice(lines.endOf(0), lines.startOf(closeLine!)))) return [];
    const edits = [displaced.range, textRange(lines.startOf(closeLine!), lines.endOf(closeLine!))]
      .filter(({ start, end }) => text.slice(start, end).trimEnd() !== '---')
      .map((range) => ({ range, newText: '---' }));
    return [{ title: 'Write `---`', safe: false, edits }];
  }
  const before = withoutUnseen(text.slice(start, open));
  const remove: TextEdit = { range: textRange(start, open + lines.textOf(openLine).indexOf('---')), newText: '' };
  if (cause === 'fence-before') {
    return [{ title: 'Remove the code fence', safe: false, edits: [remove, ...closingFence(before, document)] }];
  }
  if (before === '') return [{ title: 'Remove the characters before the frontmatter', safe: true, edits: [remove] }];
  const after = lines.endOf(closeLine!);
  const moved: TextEdit = { range: textRange(after, after), newText: `${eol}${eol}${before}` };
  return [{ title: 'Move the text before the frontmatter below it', safe: true, edits: [remove, moved] }];
}

/** Removes the line that closes a fence around the whole file, if it is the last non-blank line. */
function closingFence(opening: string, { text, lines }: SkillDocument): TextEdit[] {
  const fence = /^[`~]+/.exec(opening)![0];
  const end = text.trimEnd().length;
  const line = lines.lineAt(end);
  const start = lines.startOf(line);
  return text.slice(start, end) === fence ? [{ range: textRange(start, lines.startOf(line + 1)), newText: '' }] : [];
}
