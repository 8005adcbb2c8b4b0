import { hooksIn } from '../../../catalog/file/hook-scripts.ts';
import { findHookEvent, GUARD_EVENTS } from '../../../dialect/hooks.ts';
import { jsonAsYaml } from '../../../document/json-as-yaml.ts';
import { type JsonNode, jsonEntries, jsonEntry, jsonItems, jsonRange } from '../../../document/json-document.ts';
import { textRange } from '../../../document/text/text-range.ts';
import type { YamlValue } from '../../../document/yaml/yaml-value.ts';
import { faultInWords, rangeOfFault } from '../../messages/json-fault.ts';
import type { Fix, Report, RuleContext } from '../../rule.ts';
import { beginning } from '../fields/json-problem-range.ts';
import { checkHookEvent, type HookEffect } from './hook-events.ts';

/*
 * Hooks in settings and plugins. Unlike those in frontmatter, one that is wrong is ignored alone, unless it could guard
 * something: then Claude Code does not load what it is in.
 */

/** The faults that keep hooks of a JSON file from running. */
export function* checkJsonHooks(context: RuleContext): Generator<Report> {
  const { document, file } = context;
  const { root, faults, unread } = document.json!;
  if (unread || file.insideSkill) return;
  if (file.kind === 'hooks') yield* checkHooksFile(context);
  if (faults.length > 0) return;
  const installed = file.inCatalog?.installed;
  for (const hooks of hooksIn(root, file.kind)) {
    const read = jsonAsYaml(hooks);
    if (read.kind !== 'map') continue;
    for (const entry of read.entries) {
      const effectOf = (path: readonly string[]) => effectIn(file.kind, entry.key, path);
      for (const found of checkHookEvent(entry, read.entries, { effectOf, isJson: true, installed })) {
        yield found.fixes ? found : { ...found, fixes: wrapHandlers(entry.value, found) };
      }
    }
  }
}

function effectIn(kind: string, event: string, path: readonly string[]): HookEffect {
  if (GUARD_EVENTS.has(event)) {
    const lost = kind === 'settings' ? 'ignores the whole file' : 'does not load the plugin';
    return { effect: `Claude Code ${lost}, because this hook may guard it`, severity: 'error' };
  }
  if (path.length >= 4) return { effect: 'Claude Code ignores this hook' };
  return {
    effect: path.length >= 2 ? 'Claude Code ignores this entry' : `Claude Code ignores the hooks of \`${event}\``,
  };
}

/** A handler that is directly in the list of its event. */
function wrapHandlers(event: YamlValue, { range }: Report): Fix[] {
  const group =
    event.kind === 'list'
      ? event.items.find((it) => it.range.start <= range.start && range.end <= it.range.end)
      : undefined;
  if (group?.kind !== 'map') return [];
  const keys = new Set(group.entries.map(({ key }) => key));
  if (keys.has('hooks') || keys.has('matcher') || !keys.has('type')) return [];
  const { start, end } = group.range;
  const edits = [
    { range: textRange(start, start), newText: '{ "hooks": [' },
    { range: textRange(end, end), newText: '] }' },
  ];
  return [{ title: 'Put the handler in a list `hooks`', safe: false, edits }];
}

/** The file as a whole: JSON, with `hooks` or `modules`. */
function* checkHooksFile({ document }: RuleContext): Generator<Report> {
  const { root, faults } = document.json!;
  const [fault] = faults;
  const lost = 'so Claude Code loads none of the plugin’s hooks';
  const error = (range: Report['range'], message: string, fixes: Fix[] = []): Report => {
    return { range, message, severity: 'error', fixes };
  };
  if (fault || !root) {
    const range = fault ? rangeOfFault(fault, document.text) : textRange(0, 0);
    yield error(range, `${fault ? faultInWords(fault) : 'The file is empty'}, ${lost}. Write strict JSON`);
    return;
  }
  if (root.type !== 'object') {
    yield error(jsonRange(root), `The file must be an object, ${lost}. Write \`{ "hooks": { … } }\``);
    return;
  }
  const [hooks, modules] = [jsonEntry(root, 'hooks'), jsonEntry(root, 'modules')];
  const events = jsonEntries(root).filter(({ key }) => findHookEvent(key));
  const guard = events.find(({ key, value }) => GUARD_EVENTS.has(key) && !isEmpty(value));
  if (guard) {
    const effect = 'so Claude Code does not load the plugin, because this hook may guard it';
    yield error(
      guard.keyRange,
      `An event must be in \`hooks\`, ${effect}. Put the events there`,
      hooks ? [] : wrap(root),
    );
  } else if (!hooks && jsonItems(modules?.value).length === 0) {
    yield error(
      events[0]?.keyRange ?? beginning(root),
      `The file needs \`hooks\` with the events, or \`modules\`, ${lost}. ${events.length > 0 ? 'Put the events in `hooks`' : 'Add `"hooks": { … }`'}`,
      events.length > 0 ? wrap(root) : [],
    );
  }
  if (hooks?.value && hooks.value.type !== 'object') {
    yield error(
      jsonRange(hooks.value),
      `\`hooks\` must be an object whose keys are events, ${lost}. Write \`{ "PostToolUse": [ … ] }\``,
    );
  }
  if (jsonItems(modules?.value).length > 1) {
    yield error(jsonRange(modules!.value!), `A plugin can have only one hook module, ${lost}. Name one in \`modules\``);
  }
}

function isEmpty(value: JsonNode | undefined): boolean {
  return !value || value.type === 'null' || (value.type === 'array' && jsonItems(value).length === 0);
}

/** Puts everything that is in the file into `hooks`. */
function wrap(root: JsonNode): Fix[] {
  const end = root.offset + root.length;
  const edits = [
    { range: textRange(root.offset, root.offset), newText: '{ "hooks": ' },
    { range: textRange(end, end), newText: ' }' },
  ];
  return [{ title: 'Put the events in `hooks`', safe: false, edits }];
}
