import { writtenArgumentNames } from '../../document/arguments/argument-names.ts';
import type { Field, SkillDocument } from '../../document/skill-document.ts';
import { lineEnd } from '../../document/text/first-line.ts';
import { textRange } from '../../document/text/text-range.ts';
import type { TextEdit } from '../rule.ts';
import { insertBefore } from './field-edits.ts';
import { insertField, replaceYaml } from './write-field.ts';

/** Words that YAML or Claude Code would not read as a name. */
const noName = /^(true|false|null|yes|no|on|off|y|n|ARGUMENTS)$/i;

/**
 * An edit that declares further names in `arguments`, after the existing ones; undefined if the way the field is
 * written does not allow it.
 */
export function declareArguments(document: SkillDocument, names: readonly string[]): TextEdit | undefined {
  if (names.length === 0 || names.some((name) => noName.test(name))) return undefined;
  const { fields } = document.frontmatter;
  const field = fields.get('arguments');
  if (field) return addNames(document, field, names);
  const hint = fields.get('argument-hint');
  const beside = hint && insertBefore(document, hint, `arguments: ${asList(names)}`);
  return beside ?? insertField(document, 'arguments', names.join(' '));
}

function addNames(document: SkillDocument, field: Field, names: readonly string[]): TextEdit | undefined {
  const { text, lines } = document;
  const { value } = field;
  if (value.kind === 'map') return undefined;
  const last = writtenArgumentNames(value).at(-1);
  if (!last)
    return value.kind === 'list' || value.style === 'implicit' ? replaceYaml(text, field, asList(names)) : undefined;
  const written = text.slice(value.range.start, value.range.end);
  if (value.kind === 'scalar') {
    if (/[\r\n]/.test(written)) return undefined;
    const end = value.range.end - (value.style === 'plain' ? 0 : 1);
    return { range: textRange(end, end), newText: ` ${names.join(' ')}` };
  }
  const { end } = value.items.at(-1)!.range;
  if (value.flow) return { range: textRange(end, end), newText: names.map((name) => `, ${name}`).join('') };
  const line = lines.lineAt(last.range.start);
  const bullet = /^[ \t]*-[ \t]+$/.exec(text.slice(lines.startOf(line), last.range.start))?.[0];
  if (bullet === undefined) return undefined;
  const at = lines.endOf(line);
  return { range: textRange(at, at), newText: names.map((name) => `${lineEnd(text)}${bullet}${name}`).join('') };
}

function asList(names: readonly string[]): string {
  return names.length === 1 ? names[0]! : `[${names.join(', ')}]`;
}
