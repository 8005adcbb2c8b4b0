import { jsonAt, jsonItems, jsonRange, readJson } from '../../document/json-document.ts';
import type { SkillDocument } from '../../document/skill-document.ts';
import { type TextRange, textRange } from '../../document/text/text-range.ts';
import type { YamlValue } from '../../document/yaml/yaml-value.ts';
import { once } from '../../platform/once.ts';
import { rangeInValue } from '../../rules/readings/fields/value-source.ts';
import { type Reference, rangeInString } from './reference.ts';

/** `Agent(name)`, `Task(name, other)` and `@agent-name` */
const mention = once(
  () =>
    /\b(?:Agent|Task)\(([^()*"'`\r\n]{1,500})\)|(?<![\w@/])@agent-([\p{L}\p{N}_](?:[\p{L}\p{N}_-]|[.:](?=[\p{L}\p{N}_-]))*)/gu,
);

/** The agents that a text names: by the field `agent`, by `@agent-name`, in rules for tools and in matchers of hooks. */
export function agentsInText({ text, frontmatter }: SkillDocument): Reference[] {
  const mentions = [...text.matchAll(mention())].flatMap(({ 0: whole, 1: inRule, 2: mentioned, index }) => {
    const end = index + whole.length;
    return mentioned === undefined
      ? namesInRule(inRule!, end - 1 - inRule!.length)
      : [agent(mentioned, end - mentioned.length, end)];
  });
  const inHooks = agentsInHooks(frontmatter.fields.get('hooks')?.value, text);
  const value = frontmatter.fields.get('agent')?.value;
  if (value?.kind !== 'scalar' || typeof value.value !== 'string' || value.value.trim() === '')
    return [...mentions, ...inHooks];
  return [...mentions, ...inHooks, agentAt(value.value, rangeInValue(text, value, 0, value.value.length))];
}

/** The events whose matchers are compared with the names of agents. */
const eventsOfAgents = ['SubagentStart', 'SubagentStop'];

function agentsInHooks(hooks: YamlValue | undefined, text: string): Reference[] {
  if (hooks?.kind !== 'map') return [];
  const groups = hooks.entries
    .filter(({ key }) => eventsOfAgents.includes(key))
    .flatMap(({ value }) => (value.kind === 'list' ? value.items : []));
  return groups.flatMap((group) => {
    const matcher = group.kind === 'map' ? group.entries.find(({ key }) => key === 'matcher')?.value : undefined;
    if (matcher?.kind !== 'scalar' || typeof matcher.value !== 'string') return [];
    const written = matcher.value;
    return namesInMatcher(written).map(({ name, at }) =>
      agentAt(name, rangeInValue(text, matcher, at, at + name.length)),
    );
  });
}

/** The names in a matcher, which are separated by `|` or commas. */
function namesInMatcher(matcher: string): { readonly name: string; readonly at: number }[] {
  return [...matcher.matchAll(/[^|,]+/g)].flatMap(({ 0: part, index }) => {
    const name = part.trim();
    return /^[\p{L}\p{N}_][\p{L}\p{N}_:-]*$/u.test(name) ? [{ name, at: index + part.indexOf(name) }] : [];
  });
}

/** The names in the parentheses of a rule, separated by commas. */
function namesInRule(written: string, start: number): Reference[] {
  return [...written.matchAll(/[^\s,](?:[^,]*[^\s,])?/g)].flatMap(({ 0: name, index }) =>
    /\s/.test(name) ? [] : [agent(name, start + index, start + index + name.length)],
  );
}

/** The agents that settings name: in permission rules and matchers, and as the one that every session is. */
export function agentsInSettings(text: string): Reference[] {
  const { root } = readJson(text);
  const rules = ['allow', 'deny', 'ask'].flatMap((behavior) => jsonItems(jsonAt(root, ['permissions', behavior])));
  const main = jsonAt(root, ['agent']);
  const started =
    main?.type === 'string' && main.value !== ''
      ? [agentAt(main.value, rangeInString(text, jsonRange(main), main.value, 0, main.value.length))]
      : [];
  const inRules = rules.flatMap((node) => {
    const { start, end } = jsonRange(node);
    const written = /^"(?:Agent|Task)\(([^\s()*"'`\\]+)\)"$/.exec(text.slice(start, end))?.[1];
    return written === undefined ? [] : [agent(written, end - 2 - written.length, end - 2)];
  });
  const inHooks = eventsOfAgents.flatMap((event) =>
    jsonItems(jsonAt(root, ['hooks', event])).flatMap((group) => {
      const matcher = jsonAt(group, ['matcher']);
      if (matcher?.type !== 'string') return [];
      const written: string = matcher.value;
      return namesInMatcher(written).map(({ name, at }) =>
        agentAt(name, rangeInString(text, jsonRange(matcher), written, at, at + name.length)),
      );
    }),
  );
  return [...started, ...inRules, ...inHooks];
}

function agent(name: string, start: number, end: number): Reference {
  return agentAt(name, textRange(start, end));
}

function agentAt(name: string, range: TextRange): Reference {
  return { target: { kind: 'agent', name }, range };
}
