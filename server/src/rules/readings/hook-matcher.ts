import { findHookEvent, readMatcher } from '../../dialect/hooks.ts';
import { MAX_HOOK_MATCHER } from '../../dialect/limits.ts';
import { findTool, TOOLS } from '../../dialect/tools.ts';
import { inThousands } from '../../document/text/in-thousands.ts';
import { findsMatch } from '../../patterns/regular-expression.ts';
import { showText } from '../messages/show-value.ts';

/** Why the hooks of a matcher never run, and what to write; undefined if they may run. */
export function findMatcherFault(matcher: string, eventName: string): string | undefined {
  const event = findHookEvent(eventName);
  if (event?.matches === undefined) return undefined;
  if (matcher.length > MAX_HOOK_MATCHER) {
    return `This matcher is not checked, because it has more than ${inThousands(MAX_HOOK_MATCHER)} characters. Shorten it, or write \`*\` to match everything`;
  }
  const reading = readMatcher(matcher);
  const rule = event.isToolEvent ? /^(\w+)\(/.exec(matcher) : null;
  if (rule && findTool(rule[1]!) && (reading === 'broken-expression' || findsMatch(matcher, rule[1]!) === false)) {
    return `A matcher is only compared with the tool name, so the hook never runs. Write \`${rule[1]}\` here and put the rule in \`if\``;
  }
  if (reading === 'broken-expression') {
    return `${showText(matcher)} is not a valid regular expression, so the hook never runs. Correct it, or write \`*\` to match everything`;
  }
  if (reading !== 'names' || !event.isToolEvent) return undefined;
  for (const name of matcher.split(/[|,]/).map((part) => part.trim())) {
    const meant = findTool(name) ? undefined : TOOLS.find((tool) => tool.name.toLowerCase() === name.toLowerCase());
    if (meant)
      return `There is no tool \`${name}\`, so the hook does not run for \`${meant.name}\`: tool names are case-sensitive. Write \`${meant.name}\``;
  }
  return undefined;
}
