import { findHookEvent, readMatcher } from '../../../dialect/hooks.ts';
import { MAX_HOOK_MATCHER } from '../../../dialect/limits.ts';
import {
  findForeignTool,
  findRenamedTool,
  findTool,
  isMcpToolName,
  nearestTool,
  TOOLS,
} from '../../../dialect/tools/tools.ts';
import { inThousands } from '../../../document/text/numbers.ts';
import { findsMatch } from '../../../patterns/expressions/find-matches.ts';
import { showText } from '../../messages/show-value.ts';

/** Why the hooks of a matcher never run, and what to write; undefined if they may run. */
export function findMatcherFault(matcher: string, eventName: string): string | undefined {
  const event = findHookEvent(eventName);
  if (!event) return undefined;
  if (event.matches === undefined) {
    return readMatcher(matcher) === 'everything'
      ? undefined
      : `\`${eventName}\` has no matcher: Claude Code ignores it, so the hook always runs. Remove it`;
  }
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
  return namesNoTool(matcher);
}

/** A matcher all of whose names are known to be no tools; one of several may be left over from another release. */
function namesNoTool(matcher: string): string | undefined {
  const names = matcher.split(/[|,]/).map((part) => part.trim());
  const meant = names.map(meantTool);
  if (meant.includes(undefined)) return undefined;
  const others = names.length > 1 ? ', nor any of the others' : '';
  return `There is no tool ${showText(names[0]!)}${others}, so the hook never runs. Did you mean \`${meant[0]}\`?`;
}

/** The tool that a name probably means; undefined if it is one, or if it may be that of a server or program. */
function meantTool(name: string): string | undefined {
  if (findTool(name) || isMcpToolName(name)) return undefined;
  const renamed = findRenamedTool(name);
  if (renamed) return renamed.stillAccepted ? undefined : renamed.now;
  return findForeignTool(name)?.now ?? nearestTool(name)?.name;
}
