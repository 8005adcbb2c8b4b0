import { listingEntry } from '../../catalog/listing/listing-entry.ts';
import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import { isReservedName, matchesNamePattern } from '../../dialect/targets.ts';
import { replaceValue } from '../edits/write-field.ts';
import { refusalOfName, selectedTargets } from '../messages/refusals.ts';
import { writtenName } from '../readings/skills/written-name.ts';
import type { Fix, Rule, RuleContext } from '../rule.ts';

export const nameFolderMismatch: Rule = {
  id: 'name-folder-mismatch',
  level: 'hint',
  kinds: ['skill'],
  explainedBy: ['name-length'],
  summary: 'A `name` that differs from the folder name',
  source: 'https://code.claude.com/docs/en/skills#where-skills-live',
  check(context, report) {
    const { document, file } = context;
    const { nameIgnoredAbove } = capabilities(document.runtime);
    const name = writtenName(context);
    // A name that cannot be a folder's name is reported by another rule. What the API accepts, every consumer does.
    if (!name || !matchesNamePattern(name.text, 'claude-api') || file.folderName === '') return;
    // Likewise, a name that Claude Code itself ignores is no reason to rename the folder.
    if (isReservedName(name.text, 'alias') || name.text.length > (nameIgnoredAbove ?? Infinity)) return;
    if (name.text.normalize('NFKC') === file.folderName.normalize('NFKC')) return;
    const refusing = selectedTargets(context, (facts) => facts.name.matchesFolder);
    const fixes = fixesFor(name.text, context);
    if (refusing.length > 0) {
      report({
        range: name.range,
        severity: 'warning',
        message: `The \`name\` differs from the folder name \`${file.folderName}\`: ${refusalOfName(refusing, context)}. Rename one of them`,
        fixes,
      });
    } else if (file.place === 'claude' && !file.misplaced) {
      report({ range: name.range, message: whatIsTyped(name.text, context), fixes });
    }
  },
};

function whatIsTyped(name: string, { document, file: { folderName } }: RuleContext): string {
  const label = listingEntry(document, folderName, Infinity)?.label;
  const listed = label === undefined ? '' : `, and the model reads \`${label}\``;
  return `The folder name counts: this skill is \`/${folderName}\`. \`/${name}\` also invokes it unless another command has that name${listed}. Use the same name for both unless this is intended`;
}

function fixesFor(name: string, { document, file: { folderName } }: RuleContext): Fix[] {
  const renameFolder: Fix = {
    title: `Rename the folder to \`${name}\``,
    safe: false,
    edits: [],
    rename: { what: 'folder', to: name },
  };
  if (!matchesNamePattern(folderName, 'claude-api')) return [renameFolder];
  const edit = replaceValue(document.text, document.frontmatter.fields.get('name')!, folderName);
  if (!edit) return [renameFolder];
  return [{ title: `Change the name to \`${folderName}\``, safe: false, edits: [edit] }, renameFolder];
}
