import { CompletionItemKind } from 'vscode-languageserver-types';
import { isVariable } from '../../../dialect/names/variables.ts';
import { SUGGESTED_INJECTIONS } from '../../../dialect/shell/shell-commands.ts';
import { rangeHolds } from '../../../document/text/text-range.ts';
import type { OpenFile } from '../../check/open-file.ts';
import { placeOfBody } from '../../hover/placeholder-text.ts';
import { scanToolRules } from '../../hover/tool-rules.ts';
import { ownMarkdown } from '../../text/markdown-text.ts';
import type { Proposal, Proposals } from '../proposal.ts';
import { type BodyLine, replaced } from './body-line.ts';

/** The beginning of a command between `` !` `` and the cursor. */
const inline = /(?:^|\s)!`([^`]*)$/;

const scripts = /\.(?:sh|bash|zsh|py|js|mjs|cjs|ts|rb|pl|php|ps1)$/;
const maxScripts = 100;

/** Whole commands where one begins: those that the file allows, those that need no rule, and the skill's scripts. */
export function completeInjection(open: OpenFile, line: BodyLine): Proposals | undefined {
  if (open.file.kind === 'agent') return undefined;
  const isInline = inline.exec(line.before);
  const typed = isInline?.[1] ?? typedInBlock(open, line);
  if (typed === undefined) return undefined;
  const command = typed.trimStart();
  // The inserted text ends the command, unless something follows already.
  const end = isInline && !line.after.includes('`') ? '`' : '';
  const items = [...allowed(open), ...suggested(), ...scriptsOf(open)]
    .filter(({ label }, index, all) => all.findIndex((it) => it.label === label) === index)
    .filter(({ label }) => label.toLowerCase().startsWith(command.toLowerCase()))
    .map((proposal) => (proposal.text.endsWith(' ') ? proposal : { ...proposal, text: proposal.text + end }));
  return items.length === 0 ? undefined : { replace: replaced(line, command, /^[^`\s]*/), items };
}

/** The line before the cursor in a block of commands. */
function typedInBlock({ document: { body, text } }: OpenFile, { before, offset }: BodyLine): string | undefined {
  const block = body.code.find(
    ({ kind, info, content }) => kind === 'fence' && info.startsWith('!') && rangeHolds(content, offset),
  );
  const isInside = block && text.slice(block.content.start, offset).includes(before);
  return isInside ? before : undefined;
}

/** Commands for which `allowed-tools` has a rule: whole ones, or their beginning. */
function allowed({ document: { text, frontmatter } }: OpenFile): Proposal[] {
  const value = frontmatter.entries.find(({ key }) => key === 'allowed-tools')?.value;
  if (!value) return [];
  return scanToolRules(text, value.range).flatMap(({ name, specifier }) => {
    if (name !== 'Bash' || !specifier) return [];
    const written = text.slice(specifier.start, specifier.end);
    const start = written.replace(/(?::| )?\*$/, '');
    if (start === '' || /[*`\n]/.test(start)) return [];
    return [propose(start, start === written ? start : `${start} `, 'allowed by allowed-tools')];
  });
}

function suggested(): Proposal[] {
  return SUGGESTED_INJECTIONS.map(({ command, description }) => ({
    ...propose(command, command, 'needs no rule'),
    documentation: ownMarkdown(description),
  }));
}

function scriptsOf(open: OpenFile): Proposal[] {
  const { file, document } = open;
  if (file.kind !== 'skill' || !isVariable('CLAUDE_SKILL_DIR', placeOfBody(open), document.runtime)) return [];
  return [...(file.bundledPaths ?? [])]
    .filter((path) => scripts.test(path) && !/[\s`$"'\\]/.test(path))
    .slice(0, maxScripts)
    .map((path) => propose(`\${CLAUDE_SKILL_DIR}/${path}`, `\${CLAUDE_SKILL_DIR}/${path}`, 'script of the skill'));
}

function propose(label: string, text: string, detail: string): Proposal {
  return { label, kind: CompletionItemKind.Function, text, detail };
}
