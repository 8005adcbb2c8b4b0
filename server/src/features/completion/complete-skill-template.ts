import { CompletionItemKind } from 'vscode-languageserver-types';
import { textRange } from '../../document/text/text-range.ts';
import { skillSnippet, skillText, templatesFor } from '../../jobs/skills/templates/render-template.ts';
import type { OpenFile } from '../check/open-file.ts';
import { ownMarkdown } from '../text/markdown-text.ts';
import type { Proposal, Proposals } from './proposal.ts';

/** Whole skills, for a SKILL.md that is empty or has only a marker. */
export function completeSkillTemplate({ document, file }: OpenFile, offset: number): Proposals | undefined {
  const { text, lines } = document;
  const typed = /^(\uFEFF?)(-{0,3})\s*$/.exec(text);
  // Editors reject what replaces more than the line of the cursor.
  if (file.kind !== 'skill' || !typed || offset < typed[1]!.length || lines.lineAt(offset) > 0) return undefined;
  const name = file.folderName === '' ? 'new-skill' : file.folderName;
  return {
    replace: textRange(typed[1]!.length, lines.endOf(0)),
    items: templatesFor(document.runtime).map(
      (template): Proposal => ({
        label: template.label,
        kind: CompletionItemKind.Snippet,
        // Editors compare it with what is typed.
        ...(typed[2] !== '' && { filter: `--- ${template.label}` }),
        detail: 'New skill',
        text: skillText(template, name),
        snippet: skillSnippet(template, name),
        documentation: ownMarkdown(template.detail),
      }),
    ),
  };
}
