import { findField } from '../../dialect/fields.ts';
import type { Field } from '../../document/skill-document.ts';
import { insertBefore, offerEdit } from '../edits/field-edits.ts';
import { quoteYaml } from '../edits/quote-value.ts';
import { replaceYaml } from '../edits/write-field.ts';
import { ownFields } from '../readings/fields/own-fields.ts';
import type { Report, Rule, RuleContext } from '../rule.ts';

export const agentFrontmatter: Rule = {
  id: 'agent-frontmatter',
  level: 'warning',
  kinds: ['agent'],
  explainedBy: ['field-unknown'],
  summary: 'An agent whose frontmatter lacks required fields, so that Claude Code silently ignores the agent',
  source: 'https://code.claude.com/docs/en/sub-agents#supported-frontmatter-fields',
  check(context, report) {
    const { document, file } = context;
    const { block, reading } = document.frontmatter;
    if ((file.place !== 'claude' && file.place !== 'plugin') || !block) return;
    const fields = ownFields(context);
    if (reading === 'no-map' && !fields) {
      report({
        range: block.open,
        message:
          'The frontmatter has no fields, so Claude Code silently ignores the agent. Add `name: …` and `description: …` on separate lines',
      });
      return;
    }
    const name = fields?.get('name');
    if (!name || isBlank(name)) {
      for (const finding of withoutName(context, fields)) report(finding);
      return;
    }
    const description = fields!.get('description');
    if (isOtherScalar(name)) reportOther(name, context, report);
    if (!description) {
      report({
        range: name.range,
        subject: 'description',
        message:
          'Claude Code silently ignores an agent without a `description`. Describe when Claude should delegate to this agent',
      });
    } else if (isBlank(description)) {
      report({
        range: description.range,
        message:
          'The `description` is empty, so Claude Code silently ignores the agent. Describe when Claude should delegate to it',
      });
    } else if (isOtherScalar(description)) {
      reportOther(description, context, report);
    }
  },
};

/**
 * A file that is certainly meant as an agent: it has other fields of agents than a description, or a text that tells the
 * model who it is. Agents of plugins without a name are not recorded.
 */
function withoutName({ document, file }: RuleContext, fields: ReadonlyMap<string, Field> | undefined): Report[] {
  const description = fields?.get('description');
  const name = fields?.get('name');
  if (file.place !== 'claude' || !description || isBlank(description)) return [];
  const others = [...fields!.keys()].some((key) => !/^(?:name|description)$/.test(key) && findField(key, 'agent'));
  if (!others && !/^\s*You are\b/.test(document.text.slice(document.bodyStart, document.bodyStart + 200))) return [];
  const [, meant] = /^([\w-]{1,60})\.md$/.exec(file.fileName) ?? [];
  const line = meant && `name: ${meant}`;
  const edit = line && (name ? replaceYaml(document.text, name, meant!) : insertBefore(document, description, line));
  return [
    {
      range: (name ?? description).keyRange,
      subject: 'name',
      message: `Claude Code silently ignores an agent without a \`name\`. ${line ? `Add \`${line}\`` : 'Give it a name'}`,
      fixes: edit ? offerEdit(`Add \`${line}\``, false, edit) : [],
    },
  ];
}

function reportOther(field: Field, { document }: RuleContext, report: Parameters<Rule['check']>[1]): void {
  const { start, end } = field.value.range;
  const written = document.text.slice(start, end);
  report({
    range: field.value.range,
    message: `YAML does not read this \`${field.key}\` as a string, so Claude Code silently ignores the agent. Quote it`,
    fixes: offerEdit('Quote the value', true, replaceYaml(document.text, field, quoteYaml(written))),
  });
}

/** A number or a boolean; other types are reported by the rule about types. */
function isOtherScalar({ value }: Field): boolean {
  return value.kind === 'scalar' && value.value !== null && typeof value.value !== 'string';
}

function isBlank({ value }: Field): boolean {
  return value.kind === 'scalar' && (value.value === null || value.value === '');
}
