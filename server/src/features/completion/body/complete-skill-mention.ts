import { CompletionItemKind } from 'vscode-languageserver-types';
import type { Catalog } from '../../../catalog/catalog.ts';
import type { CatalogSkill } from '../../../catalog/catalog-skill.ts';
import { isUsable } from '../../../catalog/resolve/skill-status.ts';
import { rangeHolds } from '../../../document/text/text-range.ts';
import type { OpenFile } from '../../check/open-file.ts';
import { codeSpan, type Markdown, markdown, plainMarkdown } from '../../text/markdown-text.ts';
import { tierLabel } from '../../text/tier-label.ts';
import type { CompletionQuestion } from '../completion-question.ts';
import type { Proposal, Proposals } from '../proposal.ts';
import { type BodyLine, replaced } from './body-line.ts';

/** A slash that is not part of a path, a date or `and/or`, with the beginning of a name. */
const mention = /(?:^|[\s`"'“‘(*_[>|])(\/[\p{L}\p{N}_:.-]*)$/u;

/** Words before the name of a command; elsewhere in prose, a slash begins a path or means "or". */
const beforeCommand =
  /(?:^|[\s(*_>])(?:run|runs|running|use|uses|using|invoke|invokes|invoking|call|calls|calling|type|enter|try|execute|load|start|via|skill|command)(?: the)?:? ?[`"'“‘(*_]{0,3}\/$/i;

/** The skills and commands that the session can use, after a `/`. What each does is found when it is shown: see {@link skillDocumentation}. */
export function completeSkillMention(
  open: OpenFile,
  line: BodyLine,
  { catalog, typed: character }: CompletionQuestion,
): Proposals | undefined {
  const typed = mention.exec(line.before)?.[1];
  if (typed === undefined || !catalog) return undefined;
  if (character !== undefined && !beforeCommand.test(line.before)) return undefined;
  if (open.document.body.injections.some(({ commandRange }) => rangeHolds(commandRange, line.offset))) return undefined;
  const word = typed.slice(1).toLowerCase();
  const items = catalog
    .skills()
    .filter(
      (skill) =>
        isUsable(skill) &&
        !/\s/.test(skill.name) &&
        skill.name.toLowerCase().includes(word) &&
        skill.path !== open.file.path,
    )
    .map((skill) => proposeSkill(skill, open));
  if (items.length === 0) return undefined;
  return { replace: replaced(line, typed, /^[\p{L}\p{N}_:.-]*/u), items };
}

function proposeSkill({ id, name, kind, source }: CatalogSkill, { uri }: OpenFile): Proposal {
  const owner = source.plugin ?? tierLabel(source.origin);
  return {
    label: `/${name}`,
    kind: CompletionItemKind.Reference,
    text: `/${name}`,
    detail: `${kind} · ${owner}`,
    data: { uri, skill: id },
  };
}

/** The purpose of a proposed skill, and where it is. */
export function skillDocumentation(id: string, catalog: Catalog): Markdown | undefined {
  const skill = catalog.get(id);
  if (!skill) return undefined;
  const { description } = skill.facts;
  return description === undefined
    ? codeSpan(skill.path)
    : markdown`${plainMarkdown(description)}\n\n${codeSpan(skill.path)}`;
}
