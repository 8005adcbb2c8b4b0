import { readFlag } from '../../dialect/coercion.ts';
import { findField } from '../../dialect/fields.ts';
import type { SkillDocument } from '../../document/skill-document.ts';
import { readYaml } from '../../document/yaml/yaml-reader.ts';
import { once } from '../../platform/once.ts';
import type { RuleContext } from '../rule.ts';
import { listKeys } from './frontmatter-lines.ts';

/**
 * The consequence of unreadable frontmatter, as the end of a sentence: which fields are lost, and which of them kept
 * the model or the user away.
 */
export function describeLoss(context: RuleContext): string {
  const { document, file } = context;
  if (file.kind === 'agent') {
    return file.place === 'plugin'
      ? 'the agent is named like its file, may use every tool, and nothing says when to use it'
      : 'the agent is not loaded';
  }
  const named = listKeys(writtenKeys(document).filter((key) => findField(key, file.kind)));
  const lost = named ? `every field is lost: ${named}` : 'every field is lost';
  const guards = [
    readsAs(context, 'disable-model-invocation', true) &&
      `without \`disable-model-invocation: true\` the model may invoke the ${file.kind} on its own`,
    readsAs(context, 'user-invocable', false) && `without \`user-invocable: false\` users may invoke the ${file.kind}`,
  ].filter((guard) => guard !== false);
  return [lost, ...guards].join('; ');
}

const keyLine = once(() => /^([ \t]*(?:-[ \t]+)?)([\p{L}_][\p{L}\p{N}_.-]*)[ \t]*:(?:[ \t]+(.*))?$/u);

/** The beginning of a value that continues below: nothing yet, a comment, or anything but plain text. */
const opensValue = /^(?:$|["'[{|>&!*#])/;

/** The keys of the frontmatter, including those that are indented without a field above that contains them. */
function writtenKeys({ text, frontmatter }: SkillDocument): string[] {
  if (!frontmatter.block) return [];
  const { start, end } = frontmatter.block.content;
  const keys: string[] = [];
  let inner = Number.POSITIVE_INFINITY;
  for (const line of text.slice(start, end).split(/\r?\n/)) {
    const match = keyLine().exec(line);
    if (!match || match[1]!.length > inner) continue;
    inner = opensValue.test(match[3] ?? '') ? match[1]!.length : Number.POSITIVE_INFINITY;
    keys.push(match[2]!);
  }
  return keys;
}

/** Whether a lost flag was written with this value. */
function readsAs({ document }: RuleContext, key: string, expected: boolean): boolean {
  const entry = document.frontmatter.entries.findLast((it) => it.key === key);
  if (!entry) return false;
  const { start, end } = entry.value.range;
  const reading = readYaml(
    document.text.slice(start, end).split(/[\r\n]/, 1)[0]!,
    document.runtime,
    (offset) => offset,
  );
  const flag = readFlag(reading.kind === 'value' ? reading.value : undefined, document.runtime);
  return flag?.understood === true && flag.value === expected;
}
