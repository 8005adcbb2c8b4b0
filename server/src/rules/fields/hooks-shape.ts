import { knownFields } from '../readings/fields/known-fields.ts';
import { checkHookEvent } from '../readings/hooks/hook-events.ts';
import { ignoresEvent } from '../readings/hooks/hook-faults.ts';
import { checkJsonHooks } from '../readings/hooks/json-hooks.ts';
import type { Rule } from '../rule.ts';

export const hooksShape: Rule = {
  id: 'hooks-shape',
  level: 'warning',
  kinds: ['skill', 'command', 'agent', 'hooks', 'plugin', 'settings'],
  needs: ['hooks-field'],
  summary: 'Hooks that never run: an unknown event, an invalid entry, or a matcher that matches nothing',
  source: 'https://code.claude.com/docs/en/hooks#hooks-in-skills-and-agents',
  check(context, report) {
    if (context.document.json) {
      for (const found of checkJsonHooks(context)) report(found);
      return;
    }
    const installed = context.file.inCatalog?.installed;
    for (const { field, facts } of knownFields(context, 'hooks')) {
      if (field.value.kind !== 'map' || (facts.ignoredInPlugins && context.file.place === 'plugin')) continue;
      for (const entry of field.value.entries) {
        const effectOf = () => ({ effect: ignoresEvent(entry.key) });
        for (const found of checkHookEvent(entry, field.value.entries, { effectOf, installed })) report(found);
      }
    }
  },
};
