import type { Hover } from 'vscode-languageserver-types';
import { readFlag } from '../../dialect/coercion.ts';
import { type FieldFacts, findField, findOtherKey, nearestField } from '../../dialect/fields.ts';
import { accepts } from '../../dialect/targets.ts';
import { isEvaluationKind, isJsonKind, type RuntimeId } from '../../document/runtime-id.ts';
import type { Field } from '../../document/skill-document.ts';
import { rangeHolds } from '../../document/text/text-range.ts';
import type { YamlValue } from '../../document/yaml/yaml-value.ts';
import { answersTo, writtenSkillNames } from '../../rules/readings/skills/written-skill-names.ts';
import type { RuleId } from '../../rules/rule-id.ts';
import type { OpenFile } from '../check/open-file.ts';
import { sameMessageInVscode } from '../check/vscode-findings.ts';
import { toLspRange } from '../text/lsp-range.ts';
import { codeSpan, joinMarkdown, type Markdown, markdown, ownMarkdown, sentence } from '../text/markdown-text.ts';
import { fieldSummary, readersLine, sourceLink, withNearest } from './field-text.ts';
import { hoverBody, type InvocationFacts } from './hover-body.ts';
import { hoverEvaluation } from './hover-evaluation.ts';
import { hoverHooks } from './hover-hooks.ts';
import { hoverJson } from './hover-json.ts';
import { type HoveredFile, type HoverText, skillText } from './hover-text.ts';
import { toolAt, toolText } from './tool-rules.ts';
import { valueMeaning } from './value-meaning.ts';

/** Rules whose findings about a key or value contain what its hover would show. */
const rulesOfHovers: ReadonlySet<RuleId> = new Set([
  'agent-skill-unknown',
  'agent-unknown',
  'boolean-value',
  'field-unknown',
  'field-value',
  'hooks-shape',
  'model-unknown',
]);

/** Explains the part under the pointer, and its effect in this file. */
export function hover(open: HoveredFile, offset: number, invocation: InvocationFacts = {}): Hover | null {
  const { document } = open;
  const text = hoverText(open, offset, invocation);
  const value = text && joinMarkdown(text.paragraphs, '\n\n');
  if (!text || !value) return null;
  return {
    contents: { kind: 'markdown', value },
    range: toLspRange(document.lines, text.range),
  };
}

/** The same for a file that is not checked yet; undefined if it depends on the findings, as few hovers do. */
export function hoverUnchecked(
  open: OpenFile,
  offset: number,
  invocation: InvocationFacts = {},
): Hover | null | undefined {
  let dependsOnFindings = false;
  const unchecked: HoveredFile = {
    ...open,
    get findings() {
      dependsOnFindings = true;
      return [];
    },
  };
  const found = hover(unchecked, offset, invocation);
  return dependsOnFindings ? undefined : found;
}

function hoverText(open: HoveredFile, offset: number, invocation: InvocationFacts): HoverText | undefined {
  const { kind } = open.file;
  if (isEvaluationKind(kind)) return hoverEvaluation(open, kind, offset);
  return isJsonKind(kind) ? hoverJson(open, kind, offset) : hoverMarkdown(open, offset, invocation);
}

function hoverMarkdown(open: HoveredFile, offset: number, invocation: InvocationFacts): HoverText | undefined {
  const { document } = open;
  const entry = document.frontmatter.entries.find(({ range }) => rangeHolds(range, offset));
  return entry ? hoverField(open, entry, offset) : hoverBody(open, offset, invocation);
}

function hoverField(open: HoveredFile, entry: Field, offset: number): HoverText | undefined {
  const field = findField(entry.key, open.file.kind);
  if (rangeHolds(entry.keyRange, offset)) {
    if (!field) return isReported(open, offset) ? undefined : aboutUnknown(open, entry);
    return { range: entry.keyRange, paragraphs: aboutField(open, entry, field) };
  }
  return field && hoverValue(open, entry, field, offset);
}

/**
 * Whether a finding at an offset already explains the problem: editors show both in one popup. Where VS Code says the same, our
 * finding is hidden and the hover has to explain what Claude Code does.
 */
function isReported({ findings, languageId }: HoveredFile, offset: number): boolean {
  return findings.some(
    (finding) =>
      rulesOfHovers.has(finding.rule) &&
      rangeHolds(finding.range, offset) &&
      (languageId !== 'skill' || sameMessageInVscode(finding) === undefined),
  );
}

function aboutField(open: OpenFile, entry: Field, field: FieldFacts): (Markdown | undefined)[] {
  const meaning = valueMeaning(entry, field, open);
  return [
    fieldSummary(field),
    meaning && sentence(markdown`Here: ${meaning}`),
    vscodeRemark(open, field),
    joinMarkdown([readersLine(field, open.file.kind, open.document.runtime), sourceLink(field)], ' · '),
  ];
}

/** VS Code checks these files for its own agent and greys out what that does not read. */
function vscodeRemark({ languageId }: OpenFile, field: FieldFacts): Markdown | undefined {
  if (languageId !== 'skill' || accepts('vscode', field)) return undefined;
  return markdown`VS Code’s note concerns Copilot only. Claude Code reads this field.`;
}

function aboutUnknown({ file }: OpenFile, { key, keyRange }: Field): HoverText {
  const other = findOtherKey(key, file.kind);
  if (other) {
    const effect = other.effect ?? 'Claude Code has this key without documenting it. No effect of it is known';
    return { range: keyRange, paragraphs: [sentence(ownMarkdown(effect))] };
  }
  const near = nearestField(key, file.kind);
  const text = markdown`Claude Code does not know ${codeSpan(key)} and ignores it`;
  return { range: keyRange, paragraphs: [sentence(withNearest(text, near?.field.name))] };
}

/** Only for values from a fixed set: a popup must not cover a description. */
function hoverValue(open: HoveredFile, entry: Field, field: FieldFacts, offset: number): HoverText | undefined {
  switch (field.form) {
    case 'hooks':
      return isReported(open, offset) ? undefined : hoverHooks(entry.value, offset, open.file.inCatalog?.installed);
    case 'tools': {
      const tool = toolAt(open.document.text, entry.value, offset);
      return tool && { range: tool.nameRange, paragraphs: toolText(tool) };
    }
    case 'skills':
      return isReported(open, offset) ? undefined : hoverSkill(open, entry.value, offset);
    case 'flag':
    case 'word':
    case 'model':
    case 'agent': {
      if (!holdsText(entry.value, offset)) return undefined;
      const meaning = valueMeaning(entry, field, open);
      if (meaning === undefined) return undefined;
      const own = isReported(open, offset) ? undefined : sentence(meaning);
      const others = otherValues(entry, field, open.document.runtime);
      return (own ?? others) && { range: entry.value.range, paragraphs: [own, others, sourceLink(field)] };
    }
    default:
      return undefined;
  }
}

/** A skill that an agent preloads. */
function hoverSkill({ document, file }: OpenFile, value: YamlValue, offset: number): HoverText | undefined {
  const written = writtenSkillNames(value, document.text).find(({ range }) => rangeHolds(range, offset));
  const skill = written && file.inCatalog?.names.find((it) => answersTo(it, written.name, document.runtime));
  return skill && { range: written.range, paragraphs: [skillText(skill)] };
}

function holdsText(value: YamlValue, offset: number): boolean {
  return value.kind === 'scalar' && value.style !== 'implicit' && rangeHolds(value.range, offset);
}

/** The values that the field could have instead of what Claude Code reads. */
function otherValues({ value }: Field, field: FieldFacts, runtime: RuntimeId): Markdown | undefined {
  const flag = field.form === 'flag' ? readFlag(value, runtime)?.value : undefined;
  const written = String(flag ?? (value.kind === 'scalar' ? value.value : '')).toLowerCase();
  const others = field.values.filter((it) => it.value.toLowerCase() !== written && !it.hasNoEffect);
  if (others.length === 0) return undefined;
  const lines = others.map((it) => markdown`${codeSpan(it.value)} · ${ownMarkdown(it.description.replace(/\.$/, ''))}`);
  return joinMarkdown(lines, '  \n');
}
