import { locationOfPath } from '../../../server/src/catalog/file/file-location.ts';
import { readDocument } from '../../../server/src/document/read-document.ts';
import type { SkillDocument } from '../../../server/src/document/skill-document.ts';
import type { TextRange } from '../../../server/src/document/text/text-range.ts';
import type { YamlValue } from '../../../server/src/document/yaml/yaml-value.ts';
import { type FuzzInput, type FuzzTarget, hold, holdEqual } from '../fuzz-input.ts';
import { makeFile } from '../inputs/make-input.ts';
import { cutsCharacter, holdRange } from './ranges.ts';

/** Reading a text: every part is where it says, and parts of one kind neither overlap nor go backwards. */
export const documentTarget: FuzzTarget = {
  name: 'document',
  share: 30,
  make: (random, seeds) => makeFile(random, seeds),
  check(input) {
    const document = read(input);
    const { text } = input;
    holdLines(document);
    const { frontmatter } = document;
    for (const field of frontmatter.entries) {
      holdRange(text, field.keyRange, `key ${field.key}`);
      holdRange(text, field.range, `field ${field.key}`);
      holdValue(text, field.value, field.key);
    }
    for (const { code, range } of frontmatter.problems) holdRange(text, range, `YAML problem ${code}`);
    for (const { key, valueRange } of frontmatter.repairs) holdRange(text, valueRange, `repair of ${key}`);
    for (const range of frontmatter.tabIndents) holdRange(text, range, 'a tab');
    const { block } = frontmatter;
    if (block)
      for (const range of [block.range, block.open, block.content, block.close]) holdRange(text, range, 'block');
    holdBody(document);
    holdEqual(read(input).frontmatter.problems, frontmatter.problems, 'a text is read the same way again');
  },
};

/** The document of an input. */
export function read({ text, path, runtime }: FuzzInput): SkillDocument {
  return readDocument(text, runtime, locationOfPath(path, undefined)?.kind ?? 'skill');
}

function holdLines({ lines, text }: SkillDocument): void {
  let end = 0;
  for (let line = 0; line < lines.count; line++) {
    hold(lines.startOf(line) >= end, `line ${line} starts before the end of the line before`);
    end = lines.endOf(line);
    const middle = (lines.startOf(line) + end) >> 1;
    hold(lines.offsetAt(lines.positionAt(middle)) === middle, `the position of ${middle} is another offset`);
  }
  hold(end === text.length, 'the last line does not end with the text');
}

function holdBody(document: SkillDocument): void {
  const { body, text } = document;
  const ordered: readonly (readonly [string, readonly { readonly range: TextRange }[], boolean])[] = [
    ['heading', body.headings, true],
    ['link', body.links, false],
    ['code', body.code, true],
    ['placeholder', body.placeholders, true],
    ['comment', body.comments.map((range) => ({ range })), true],
  ];
  for (const [what, parts, isApart] of ordered) {
    let end = 0;
    for (const { range } of parts) {
      holdRange(text, range, what);
      hold(range.start >= document.bodyStart || document.bodyStart === 0, `a ${what} before the body`);
      if (isApart) hold(range.start >= end, `${what}s overlap at ${range.start}`);
      end = isApart ? range.end : range.start;
    }
  }
  for (const { targetRange } of body.links) holdRange(text, targetRange, 'link target');
  for (const { content } of body.code) holdRange(text, content, 'code content');
  for (const { range, commandRange } of body.injections) {
    // A command ends at a backtick, which is never half of a character.
    holdRange(text, range, 'injection');
    holdRange(text, commandRange, 'command');
    hold(range.start < commandRange.start && commandRange.end < range.end, 'a command is not inside its injection');
  }
  hold(!cutsCharacter(text, body.range.start), 'the body starts in the middle of a character');
}

function holdValue(text: string, value: YamlValue, key: string): void {
  holdRange(text, value.range, `value of ${key}`);
  if (value.kind === 'list') for (const item of value.items) holdValue(text, item, key);
  if (value.kind === 'map') {
    for (const entry of value.entries) {
      holdRange(text, entry.keyRange, `key in ${key}`);
      holdValue(text, entry.value, key);
    }
  }
}
