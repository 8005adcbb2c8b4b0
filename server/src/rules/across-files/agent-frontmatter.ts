import { findField } from '../../dialect/fields.ts';
import type { Field } from '../../document/skill-document.ts';
import { textRange } from '../../document/text/text-range.ts';
import { insertBefore, offerEdit } from '../edits/field-edits.ts';
import { quoteYaml } from '../edits/quote-value.ts';
import { replaceYaml } from '../edits/write-field.ts';
import { ownFields } from '../readings/fields/own-fields.ts';
import type { Fix, Report, Rule, RuleContext } from '../rule.ts';

export const agentFrontmatter: Rule = {
  id: 'agent-frontmatter',
  level: 'warning',
  kinds: ['agent'],
  explainedBy: ['field-unknown'],
  summary:
    'An agent whose frontmatter lacks required fields, so that Claude Code ignores the agent, or nothing says when to use it',
  source: 'https://code.claude.com/docs/en/sub-agents#supported-frontmatter-fields',
  check(context, report) {
    const { document, file } = context;
    const { block, reading } = document.frontmatter;
    if (file.place === 'plugin') {
      for (const finding of inPlugin(context)) report(finding);
      return;
    }
    if (file.place !== 'claude' || !block) return;
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
 * Claude Code loads every agent of a plugin, named like its file if it has no name. Recorded in test/conformance,
 * own-plugin-agents. What `claude plugin validate` says of it is said, too.
 */
function inPlugin(context: RuleContext): Report[] {
  const { document, file } = context;
  const { block, reading } = document.frontmatter;
  const withoutDescription =
    'Without a `description`, the model reads only that this is an agent of the plugin. Describe when Claude should delegate to it';
  if (!block) {
    if (file.isUnnamedAgent !== true) return [];
    const range = textRange(0, document.lines.endOf(0));
    const message = `Every Markdown file in the \`agents\` folder of a plugin is an agent, and this one has no frontmatter. ${withoutDescription}, or move the file elsewhere`;
    return [{ range, message }];
  }
  if (reading === 'lost' || reading === 'unread') return [];
  const fields = ownFields(context);
  const [name, description] = [fields?.get('name'), fields?.get('description')];
  const others = [name, description].filter((field) => field !== undefined && isOtherScalar(field));
  const unquoted = others.map((field): Report => {
    const message = `YAML does not read this \`${field!.key}\` as a string, and \`claude plugin validate\` rejects it. Quote it`;
    return { range: field!.value.range, message, fixes: quoteFix(field!, context) };
  });
  if (description && !isBlank(description)) return unquoted;
  const place = (description ?? name)?.range ?? block.open;
  return [...unquoted, { range: place, subject: 'description', message: withoutDescription }];
}

/**
 * A file that is certainly meant as an agent: it has other fields of agents than a description, or a text that tells the
 * model who it is.
 */
function withoutName({ document, file }: RuleContext, fields: ReadonlyMap<string, Field> | undefined): Report[] {
  const description = fields?.get('description');
  const name = fields?.get('name');
  if (!description || isBlank(description)) return [];
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

function reportOther(field: Field, context: RuleContext, report: Parameters<Rule['check']>[1]): void {
  report({
    range: field.value.range,
    message: `YAML does not read this \`${field.key}\` as a string, so Claude Code silently ignores the agent. Quote it`,
    fixes: quoteFix(field, context),
  });
}

function quoteFix(field: Field, { document: { text } }: RuleContext): readonly Fix[] {
  const { start, end } = field.value.range;
  return offerEdit('Quote the value', true, replaceYaml(text, field, quoteYaml(text.slice(start, end))));
}

/** A number or a boolean; other types are reported by the rule about types. */
function isOtherScalar({ value }: Field): boolean {
  return value.kind === 'scalar' && value.value !== null && typeof value.value !== 'string';
}

function isBlank({ value }: Field): boolean {
  return value.kind === 'scalar' && (value.value === null || value.value === '');
}
