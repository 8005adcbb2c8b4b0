import { jsonAt, jsonItems, jsonRange, readJson } from '../../document/json-document.ts';
import type { SkillDocument } from '../../document/skill-document.ts';
import { textRange } from '../../document/text/text-range.ts';
import { rangeInValue } from '../../rules/readings/value-source.ts';
import type { Reference } from './reference.ts';

/** `Agent(name)`, `Task(name)` and `@agent-name` */
const mention =
  /\b(?:Agent|Task)\(([^\s()*"'`]+)\)|(?<![\w@/])@agent-([\p{L}\p{N}_](?:[\p{L}\p{N}_-]|[.:](?=[\p{L}\p{N}_-]))*)/gu;

/** The agents that a text names: by the field `agent`, by `@agent-name` and in rules for tools. */
export function agentsInText({ text, frontmatter }: SkillDocument): Reference[] {
  const mentions = [...text.matchAll(mention)].map(({ 0: whole, 1: inRule, 2: mentioned, index }) => {
    const name = (inRule ?? mentioned)!;
    const end = index + whole.length - (inRule === undefined ? 0 : 1);
    return agent(name, end - name.length, end);
  });
  const value = frontmatter.fields.get('agent')?.value;
  if (value?.kind !== 'scalar' || typeof value.value !== 'string' || value.value.trim() === '') return mentions;
  const range = rangeInValue(text, value, 0, value.value.length);
  return [...mentions, agent(value.value, range.start, range.end)];
}

/** The agents that permission rules name. */
export function agentsInSettings(text: string): Reference[] {
  const { root } = readJson(text);
  const rules = ['allow', 'deny', 'ask'].flatMap((behavior) => jsonItems(jsonAt(root, ['permissions', behavior])));
  return rules.flatMap((node) => {
    const { start, end } = jsonRange(node);
    const written = /^"(?:Agent|Task)\(([^\s()*"'`\\]+)\)"$/.exec(text.slice(start, end))?.[1];
    return written === undefined ? [] : [agent(written, end - 2 - written.length, end - 2)];
  });
}

function agent(name: string, start: number, end: number): Reference {
  return { target: { kind: 'agent', name }, range: textRange(start, end) };
}
