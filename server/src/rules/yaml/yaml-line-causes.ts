import { textRange } from '../../document/text/text-range.ts';
import { fieldPattern } from './frontmatter-lines.ts';
import type { YamlCause, YamlContext } from './yaml-cause.ts';
import { hasContent, type YamlEntry, type YamlLine } from './yaml-entries.ts';

const keyWithoutSpace = new RegExp(`^(${fieldPattern})(:)(?=[^ \\t])`);
const keyWithWideColon = new RegExp(`^(${fieldPattern})([ \\t]*[：︰﹕]\\s*)`);
const keyWithoutColon = new RegExp(`^(${fieldPattern})(?:[ \\t]*$|[ \\t]+(?=[^ \\t=:]))`);
const keyWithEquals = new RegExp(`^(${fieldPattern})([ \\t]*=[ \\t]*)`);

/** A line that was meant as `field: value`, but misses the colon or the space after it. */
export function diagnoseBrokenKey({ start, text: line }: YamlLine, context: YamlContext): YamlCause | undefined {
  const at = (match: RegExpExecArray) => {
    const end = start + match[0].length;
    return textRange(end - match[2]!.length, end);
  };
  let match = keyWithoutSpace.exec(line);
  if (match) {
    const range = at(match);
    return {
      range,
      problem: `Without a space after its colon, \`${match[1]}:\` is not a field`,
      advice: 'Insert a space',
      fixes: [
        { title: 'Insert a space', safe: false, edits: [{ range: textRange(range.end, range.end), newText: ' ' }] },
      ],
    };
  }
  match = keyWithWideColon.exec(line) ?? keyWithEquals.exec(line);
  if (match) {
    const sign = at(match).start + match[2]!.length - match[2]!.trimStart().length;
    const range = textRange(sign, sign + 1);
    return {
      range,
      problem: `YAML does not accept \`${match[2]!.trim()}\` as the colon after \`${match[1]}\``,
      advice: 'Write `: `',
      fixes: [{ title: 'Write a colon and a space', safe: false, edits: [{ range: at(match), newText: ': ' }] }],
    };
  }
  match = keyWithoutColon.exec(line);
  const key = match?.[1];
  // A line of a wrapped text may begin with such a word.
  if (key === undefined || context.hasKey(key)) return undefined;
  const range = textRange(start, start + key.length);
  return {
    range,
    problem: `\`${key}\` has no colon, so it is not a field`,
    advice: 'Insert a colon after it',
    fixes: [
      { title: 'Insert a colon', safe: false, edits: [{ range: textRange(range.end, range.end), newText: ':' }] },
    ],
  };
}

/** Lines before the first key. */
export function diagnoseKeyless(entry: YamlEntry, context: YamlContext): YamlCause | undefined {
  const line = entry.lines.find(hasContent);
  if (!line) return undefined;
  const broken = diagnoseBrokenKey(line, context);
  if (broken) return broken;
  const { start, text } = line;
  const indent = text.length - text.trimStart().length;
  const range = textRange(start + indent, start + text.trimEnd().length);
  if (indent > 0) {
    const indented = textRange(start, start + indent);
    const edits = entry.lines
      .filter(({ text: other }) => other.startsWith(text.slice(0, indent)))
      .map((other) => ({ range: textRange(other.start, other.start + indent), newText: '' }));
    return {
      range: indented,
      problem: 'These fields are indented and the ones below are not',
      advice: 'Start every field in the first column',
      fixes: [{ title: 'Remove the indentation', safe: false, edits }],
    };
  }
  const item = /^-[ \t]+(?=[\w-]+:(?:[ \t]|$))/.exec(text);
  if (item) {
    const width = item[0].length;
    const dash = textRange(start, start + width);
    const edits = entry.lines
      .filter((other) => other === line || other.text.startsWith(' '.repeat(width)))
      .map((other) => ({ range: textRange(other.start, other.start + width), newText: '' }));
    return {
      range: dash,
      problem: 'The dash makes this a list item, but frontmatter consists of `key: value` lines',
      advice: 'Remove the dash',
      fixes: [{ title: 'Remove the dash', safe: false, edits }],
    };
  }
  return {
    range,
    problem: 'This line is not `key: value`',
    advice: 'Write it as a field or remove it',
    fixes: [],
    isText: true,
  };
}

/** A null character, which Claude Code's parser rejects anywhere. */
export function diagnoseNull(yaml: string, entry: YamlEntry): YamlCause | undefined {
  const at = yaml.indexOf('\0');
  if (at < 0) return undefined;
  const range = textRange(entry.start + at, entry.start + at + 1);
  return {
    range,
    problem: 'YAML does not allow null characters',
    advice: 'Remove it',
    fixes: [{ title: 'Remove the null character', safe: false, edits: [{ range, newText: '' }] }],
  };
}

/** Tabs for indentation, if nothing else is wrong once they are spaces. */
export function diagnoseTabs(yaml: string, entry: YamlEntry, { isReadable }: YamlContext): YamlCause | undefined {
  if (!yaml.includes('\t')) return undefined;
  const way = waysToReplaceTabs.find((it) => {
    return isReadable(yaml.replace(new RegExp(it.indent, 'gm'), (indent) => toSpaces(indent, it.width)));
  });
  if (!way) return undefined;
  const edits = entry.lines.flatMap(({ start, text: line }) => {
    const indent = new RegExp(way.indent).exec(line)?.[0];
    if (indent === undefined) return [];
    return [{ range: textRange(start, start + indent.length), newText: toSpaces(indent, way.width) }];
  });
  if (edits.length === 0) return undefined;
  return {
    range: edits[0]!.range,
    problem: 'YAML does not allow tabs as indentation',
    advice: 'Indent with spaces',
    fixes: [{ title: 'Indent with spaces', safe: false, edits }],
    byTabs: true,
  };
}

/** Which indentation, and how many spaces per tab. Claude Code's own way comes first: it replaces leading tabs only. */
const waysToReplaceTabs = [
  { indent: '^\\t+', width: 2 },
  ...[2, 4, 8, 1].map((width) => ({ indent: '^ *\\t[ \\t]*', width })),
];

function toSpaces(indent: string, width: number): string {
  return indent.replaceAll('\t', ' '.repeat(width));
}
