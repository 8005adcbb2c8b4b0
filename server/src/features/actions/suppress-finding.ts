import type { SkillDocument } from '../../document/skill-document.ts';
import { textRange } from '../../document/text/text-range.ts';
import type { YamlValue } from '../../document/yaml/yaml-value.ts';
import { oncePer } from '../../platform/once.ts';
import type { Finding, TextEdit } from '../../rules/rule.ts';
import type { RuleId } from '../../rules/rule-id.ts';
import type { CheckedOpenFile } from '../check/open-file.ts';

/** A comment that disables one finding, or its whole rule if no comment can be close enough. */
interface Suppression {
  readonly title: string;
  readonly edit: TextEdit;
}

/**
 * The comment that disables a finding. It is on the finding's line in the frontmatter and on the line before in the
 * body, unless it would become part of a value, of code or of a table there, or the finding would just move on: then it
 * disables the rule in the file.
 */
export function suppressFinding(finding: Finding, open: CheckedOpenFile): Promise<Suppression> {
  const known = suppressionsIn(open);
  let suppression = known.get(finding);
  if (!suppression) {
    suppression = findSuppression(finding, open);
    known.set(finding, suppression);
  }
  return suppression;
}

/** Those that were asked for in this state of a file: editors ask again at every move of the cursor, and each takes a check. */
const suppressionsIn = oncePer((_: CheckedOpenFile) => new Map<Finding, Promise<Suppression>>());

async function findSuppression(finding: Finding, open: CheckedOpenFile): Promise<Suppression> {
  const { rule, range } = finding;
  const { document } = open;
  const line = document.lines.lineAt(range.start);
  const edit = commentOnFrontmatterLine(rule, line, document) ?? commentAbove(rule, line, document);
  return edit && (await leavesFewer(rule, edit, open))
    ? { title: `Suppress \`${rule}\` for this line`, edit }
    : { title: `Suppress \`${rule}\` for this file`, edit: commentForFile(rule, document) };
}

/** A finding about the whole body moves to another line when a line is added. */
async function leavesFewer(
  rule: RuleId,
  { range, newText }: TextEdit,
  { document: { text }, findings, check }: CheckedOpenFile,
): Promise<boolean> {
  const ofRule = (all: readonly Finding[]) => all.filter((finding) => finding.rule === rule).length;
  const changed = await check(text.slice(0, range.start) + newText + text.slice(range.end), rule);
  return ofRule(changed) < ofRule(findings);
}

function commentOnFrontmatterLine(rule: RuleId, line: number, document: SkillDocument): TextEdit | undefined {
  const { lines, frontmatter } = document;
  const content = frontmatter.block?.content;
  // Claude Code's repair would quote the comment together with the value.
  if (!content || frontmatter.reading === 'repaired' || frontmatter.reading === 'lost') return undefined;
  if (frontmatter.reading === 'unread') return undefined;
  const end = lines.endOf(line);
  if (lines.startOf(line) < content.start || end > content.end) return undefined;
  const endsInValue = ({ range, style }: WrittenScalar) => {
    const isBlock = style === 'literal' || style === 'folded';
    if (isBlock) return lines.lineAt(range.start) < line && end <= range.end;
    return range.start < end && end < range.end;
  };
  if (frontmatter.entries.some(({ value }) => scalarsIn(value).some(endsInValue))) return undefined;
  return (
    extendComment(/#\s*skillwright-disable-line\b/, rule, lines.startOf(line), end, document) ??
    insertion(end, ` # skillwright-disable-line ${rule}`)
  );
}

type WrittenScalar = Extract<YamlValue, { kind: 'scalar' }>;

function scalarsIn(value: YamlValue): WrittenScalar[] {
  switch (value.kind) {
    case 'scalar':
      return [value];
    case 'list':
      return value.items.flatMap(scalarsIn);
    case 'map':
      return value.entries.flatMap((entry) => scalarsIn(entry.value));
  }
}

function commentAbove(rule: RuleId, line: number, document: SkillDocument): TextEdit | undefined {
  const { text, lines, frontmatter, body } = document;
  const start = lines.startOf(line);
  // On the first line a comment would move the problem itself to another line.
  if (line === 0 || start < body.range.start || start > body.range.end) return undefined;
  const inCode = body.code.some(
    ({ kind, range }) =>
      (kind === 'indented' ? range.start <= lines.endOf(line) : range.start < start) && start < range.end,
  );
  const inComment = body.comments.some((comment) => comment.start < start && start < comment.end);
  const inTable = /^\s*\|/.test(lines.textOf(line));
  // Without a description the first line of the body is used instead.
  const becomesDescription =
    !frontmatter.fields.has('description') && text.slice(body.range.start, start).trim() === '';
  if (inCode || inComment || inTable || becomesDescription) return undefined;
  const lead = /^[ \t>]*/.exec(lines.textOf(line))![0];
  return (
    extendComment(/<!--\s*skillwright-disable-next-line\b/, rule, lines.startOf(line - 1), start, document) ??
    insertion(start, `${lead}<!-- skillwright-disable-next-line ${rule}: -->${lineEnd(document)}`)
  );
}

/** A comment at the end of the body, or at its beginning where the end is code or an unfinished comment. */
function commentForFile(rule: RuleId, document: SkillDocument): TextEdit {
  const { text, body } = document;
  const { start, end } = body.range;
  for (const range of body.comments) {
    const extended = extendComment(/^<!--\s*skillwright-disable-file\b/, rule, range.start, range.end, document);
    if (extended) return extended;
  }
  const comment = `<!-- skillwright-disable-file ${rule}: -->`;
  const newLine = lineEnd(document);
  const written = text.trimEnd().length;
  const endIsOpen =
    body.code.some(({ kind, closed, range }) => kind === 'fence' && !closed && range.end >= written) ||
    body.comments.some((range) => range.end >= written && !text.slice(range.start, range.end).endsWith('-->'));
  if (endIsOpen || end < text.length) return insertion(start, comment + newLine);
  const gap = text.endsWith('\n') ? newLine : newLine + newLine;
  return insertion(text.length, gap + comment + newLine);
}

/** Adds the rule to an existing comment of the same kind. */
function extendComment(
  opening: RegExp,
  rule: RuleId,
  start: number,
  end: number,
  { text }: SkillDocument,
): TextEdit | undefined {
  const match = opening.exec(text.slice(start, end));
  return match ? insertion(start + match.index + match[0].length, ` ${rule}`) : undefined;
}

function insertion(offset: number, newText: string): TextEdit {
  return { range: textRange(offset, offset), newText };
}

function lineEnd({ text }: SkillDocument): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}
