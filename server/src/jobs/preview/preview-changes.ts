import type { JsonValue } from '../../dialect/text/to-json.ts';
import { inThousands } from '../../document/text/numbers.ts';
import type { PreviewChange } from '../../protocol.ts';
import type { ContextChange } from '../../runtime/render/context-change.ts';

/** The changes of an invocation besides the text, one line each, in order of importance. */
export function previewChanges(change: ContextChange): PreviewChange[] {
  const { allowedTools, disallowedTools, model, effort, maxThinkingTokens, hooks, fork } = change;
  const changes: PreviewChange[] = [];
  if (fork !== null) changes.push({ what: 'fork', label: 'Runs in a subagent', value: fork.agent });
  if (model !== null) changes.push({ what: 'model', label: 'Model', value: model });
  if (effort !== null) changes.push({ what: 'effort', label: 'Effort', value: effortInWords(effort) });
  if (maxThinkingTokens !== null) {
    changes.push({ what: 'thinking', label: 'Thinking', value: `up to ${inThousands(maxThinkingTokens)} tokens` });
  }
  if (allowedTools.length > 0) {
    changes.push({ what: 'allowedTools', label: 'Allowed without asking', value: allowedTools.join(', ') });
  }
  if (disallowedTools.length > 0) {
    changes.push({ what: 'disallowedTools', label: 'Not allowed', value: disallowedTools.join(', ') });
  }
  const events = eventsOf(hooks);
  if (events.length > 0) changes.push({ what: 'hooks', label: 'Hooks added', value: events.join(', ') });
  return changes;
}

/** A number removes the effort from the request. */
function effortInWords(effort: string | number): string {
  return typeof effort === 'number' ? `none: ${effort} is not a level` : effort;
}

function eventsOf(hooks: JsonValue): string[] {
  return typeof hooks === 'object' && hooks !== null && !Array.isArray(hooks) ? Object.keys(hooks) : [];
}
