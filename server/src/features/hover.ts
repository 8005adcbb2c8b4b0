import type { Hover } from 'vscode-languageserver-types';
import { type FieldFacts, findField, nearestField } from '../dialect/fields.ts';
import { accepts } from '../dialect/targets.ts';
import type { Field } from '../document/skill-document.ts';
import { rangeHolds, type TextRange } from '../document/text-range.ts';
import type { YamlValue } from '../document/yaml-value.ts';
import { fieldSummary, readersLine, sourceLink } from './field-text.ts';
import { hoverBody } from './hover-body.ts';
import { hoverHooks } from './hover-hooks.ts';
import { toLspRange } from './lsp-range.ts';
import type { OpenFile } from './open-file.ts';
import { toolAt, toolText } from './tool-rules.ts';
import { valueMeaning } from './value-meaning.ts';

/** What to say about a stretch of the text: paragraphs of markdown. */
export interface HoverText {
  readonly range: TextRange;
  readonly paragraphs: readonly (string | undefined)[];
}

/** What stands under the pointer and what it does here. */
export function hover(open: OpenFile, offset: number): Hover | null {
  const { document } = open;
  const entry = document.frontmatter.entries.find(({ range }) => rangeHolds(range, offset));
  const text = entry ? hoverField(open, entry, offset) : hoverBody(open, offset);
  if (!text) return null;
  return {
    contents: { kind: 'markdown', value: text.paragraphs.filter(Boolean).join('\n\n') },
    range: toLspRange(document.lines, text.range),
  };
}

function hoverField(open: OpenFile, entry: Field, offset: number): HoverText | undefined {
  const field = findField(entry.key, open.file.kind);
  if (rangeHolds(entry.keyRange, offset)) {
    return { range: entry.keyRange, paragraphs: field ? aboutField(open, entry, field) : aboutUnknown(open, entry) };
  }
  return field && hoverValue(open, entry, field, offset);
}

function aboutField(open: OpenFile, entry: Field, field: FieldFacts): (string | undefined)[] {
  const meaning = valueMeaning(entry, field, open);
  return [
    fieldSummary(field),
    meaning && `Here: ${meaning}`,
    vscodeRemark(open, field),
    `${readersLine(field, open.file.kind, open.document.runtime)} · ${sourceLink(field)}`,
  ];
}

/** VS Code checks these files for its own agent and greys out what that does not read. */
function vscodeRemark({ languageId }: OpenFile, field: FieldFacts): string | undefined {
  if (languageId !== 'skill' || accepts('vscode', field)) return undefined;
  return 'If VS Code calls it not supported, it speaks of its own agent: Claude Code reads the field';
}

function aboutUnknown({ file }: OpenFile, { key }: Field): string[] {
  const near = nearestField(key, file.kind);
  return [
    near
      ? `Claude Code knows no \`${key}\` and ignores it; did you mean \`${near.field.name}\`?`
      : `Claude Code knows no \`${key}\` and ignores it`,
  ];
}

/** Only where the value is one of a vocabulary: a person who reads a description wants no pop-up over it. */
function hoverValue(open: OpenFile, entry: Field, field: FieldFacts, offset: number): HoverText | undefined {
  switch (field.form) {
    case 'hooks':
      return hoverHooks(entry.value, offset);
    case 'tools': {
      const tool = toolAt(open.document.text, entry.value, offset);
      return tool && { range: tool.nameRange, paragraphs: toolText(tool) };
    }
    case 'flag':
    case 'word':
    case 'model':
    case 'agent': {
      if (!holdsText(entry.value, offset)) return undefined;
      const meaning = valueMeaning(entry, field, open);
      return meaning === undefined
        ? undefined
        : { range: entry.value.range, paragraphs: [meaning, otherValues(entry, field)] };
    }
    default:
      return undefined;
  }
}

function holdsText(value: YamlValue, offset: number): boolean {
  return value.kind === 'scalar' && value.style !== 'implicit' && rangeHolds(value.range, offset);
}

function otherValues({ value }: Field, field: FieldFacts): string | undefined {
  const written = value.kind === 'scalar' ? String(value.value).toLowerCase() : '';
  const others = field.values.filter((it) => it.value.toLowerCase() !== written);
  return others.length === 0 ? undefined : others.map((it) => `\`${it.value}\` · ${it.description}`).join('  \n');
}
