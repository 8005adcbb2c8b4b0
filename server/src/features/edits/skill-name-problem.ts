import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import { consumerFacts, isReservedName, namePattern } from '../../dialect/targets.ts';
import type { RuntimeId } from '../../document/runtime-id.ts';
import type { NameProblem } from '../../protocol.ts';

/** What is wrong with a name for the folder of a skill, before there is one. */
export function skillNameProblem(name: string, runtime: RuntimeId): NameProblem | null {
  if (capabilities(runtime).reservesNames && isReservedName(name, 'folder'))
    return {
      severity: 'error',
      message: `Claude Code reserves the name “${name}” and would not load the skill`,
    };
  const strictest = consumerFacts('claude-api').name;
  const length = [...name].length;
  if (strictest.maxLength !== undefined && length > strictest.maxLength)
    return {
      severity: 'warning',
      message: `Other products allow at most ${strictest.maxLength} characters in a name; this one has ${length}`,
    };
  if (namePattern('claude-api')?.test(name) === false)
    return {
      severity: 'warning',
      message: `Claude Code accepts this name, but other products accept only ${strictest.patternInWords}`,
    };
  return null;
}
