import { findNodeAtOffset, getNodePath } from 'jsonc-parser';
import type { SkillNames } from '../../catalog/file/catalog-location.ts';
import { matchSkillRule, readSkillRule } from '../../catalog/settings/skill-rules.ts';
import { findHookEvent, HOOKS_SOURCE } from '../../dialect/hooks.ts';
import { findJsonPart, type JsonPart, partsAt } from '../../dialect/text/json-parts.ts';
import { type JsonNode, jsonRange } from '../../document/json-document.ts';
import type { JsonKind } from '../../document/runtime-id.ts';
import { rangeHolds, type TextRange } from '../../document/text/text-range.ts';
import { inWords } from '../../rules/messages/in-words.ts';
import type { OpenFile } from '../check/open-file.ts';
import { codeSpan, type Markdown, markdown, ownMarkdown } from '../text/markdown-text.ts';
import { sinceAndSource } from './field-text.ts';
import { type HoveredFile, type HoverText, skillText } from './hover-text.ts';
import { partSummary } from './json-part-text.ts';

/** Further skills are only counted. */
const maxNamed = 5;

/** The hover in a plugin's manifest or in settings, for parts that concern skills. */
export function hoverJson(open: HoveredFile, kind: JsonKind, offset: number): HoverText | undefined {
  const root = open.document.json?.root;
  const node = root && findNodeAtOffset(root, offset, true);
  if (!node || node.type === 'object' || node.type === 'array' || node.type === 'property') return undefined;
  const isKey = node.parent?.type === 'property' && node.parent.children?.[0] === node;
  const path = getNodePath(node).map(String);
  const range = jsonRange(node);
  const named = isKey ? partsAt(kind, path.slice(0, -1)).find(({ name }) => name === path.at(-1)) : undefined;
  if (named && path.length > 1) return aboutPart(named, range);
  const event = isKey && path[0] === 'hooks' && path.length === 2 ? findHookEvent(path[1]!) : undefined;
  if (event) return { range, paragraphs: [ownMarkdown(event.description), sinceAndSource(event.since, HOOKS_SOURCE)] };
  const part = findJsonPart(kind, path[0] ?? '');
  if (!part) return undefined;
  if (isKey && path.length === 1) return aboutPart(part, range);
  const about = aboutInner(node, isKey, path, part, open);
  // Editors show a finding and a hover in one popup.
  if (about === undefined || open.findings.some((finding) => rangeHolds(finding.range, offset))) return undefined;
  return { range, paragraphs: [about] };
}

function aboutPart(part: JsonPart, range: TextRange): HoverText {
  return { range, paragraphs: [partSummary(part), sinceAndSource(part.since, part.source)] };
}

function aboutInner(
  node: JsonNode,
  isKey: boolean,
  [name = '']: readonly string[],
  { values }: JsonPart,
  { document: { runtime }, file }: OpenFile,
): Markdown | undefined {
  const written = String(node.value);
  if (!isKey && values.length > 0) {
    const known = values.find(({ value }) => value === written);
    return known && ownMarkdown(known.description);
  }
  const names = file.inCatalog?.names ?? [];
  if (name === 'skillOverrides') {
    const skill = names.find((it) => it.name === written);
    return skill && skillText(skill);
  }
  if (name !== 'permissions' || isKey || !readSkillRule(written, runtime)) return undefined;
  const matched = names.filter(
    ({ name: own, alias, loaded }) => loaded && matchSkillRule(written, alias ? [own, alias] : [own], runtime),
  );
  return matched.length === 0 ? undefined : markdown`Matches ${list(matched)}.`;
}

function list(matched: readonly SkillNames[]): Markdown {
  const shown = matched.slice(0, maxNamed).map(({ name }) => codeSpan(name));
  if (matched.length > maxNamed) shown.push(markdown`${matched.length - maxNamed} more`);
  return ownMarkdown(inWords(shown));
}
