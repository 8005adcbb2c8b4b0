import { isReservedName, matchesNamePattern } from '../../dialect/targets.ts';
import { insertField, replaceValue } from '../edits/write-field.ts';
import { refusalOfName, selectedTargets } from '../messages/refusals.ts';
import { ownFields } from '../readings/fields/own-fields.ts';
import type { Fix, Rule, RuleContext } from '../rule.ts';

export const nameMissing: Rule = {
  id: 'name-missing',
  level: 'warning',
  kinds: ['skill'],
  needs: ['target'],
  explainedBy: ['field-unknown'],
  summary: 'A skill without a `name`, which a selected target requires',
  source: 'https://agentskills.io/specification#name-field',
  check(context, report) {
    const { document } = context;
    const requiring = selectedTargets(context, ({ name }) => name.required);
    const fields = ownFields(context);
    if (requiring.length === 0 || !fields || !document.frontmatter.block) return;
    const field = fields.get('name');
    if (field && !(field.value.kind === 'scalar' && isBlank(field.value.value))) return;
    const fix = insertFolderName(context);
    report({
      range: field?.keyRange ?? document.frontmatter.block.open,
      subject: 'name',
      message: `${field ? 'The `name` is empty' : 'A `name` is missing'}: ${refusalOfName(requiring, context)}. Use the folder name`,
      ...(fix && { fixes: [fix] }),
    });
  },
};

function isBlank(value: unknown): boolean {
  return value === null || (typeof value === 'string' && value.trim() === '');
}

/** Inserts only a folder's name that is a valid `name`; any other needs review. */
function insertFolderName({ document, file: { folderName } }: RuleContext): Fix | undefined {
  if (!matchesNamePattern(folderName, 'claude-api') || isReservedName(folderName, 'alias')) return undefined;
  const field = document.frontmatter.fields.get('name');
  const edit = field ? replaceValue(document.text, field, folderName) : insertField(document, 'name', folderName);
  return edit && { title: `Insert \`name: ${folderName}\``, safe: true, edits: [edit] };
}
