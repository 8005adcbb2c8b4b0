import { isLoadableName } from '../../catalog/facts/loadable-name.ts';
import type { InstalledFacts } from '../../dialect/installed-facts.ts';
import { findTypedCommand, isBuiltInName } from '../../dialect/names/built-in-commands.ts';
import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import { consumerFacts, isReservedName, matchesNamePattern } from '../../dialect/targets.ts';
import type { RuntimeId } from '../../document/runtime-id.ts';
import type { NameProblem } from '../../protocol.ts';

/**
 * The problem with a name for the folder of a skill, before there is one.
 *
 * @param folder the URI of the folder around it; undefined if it is not known
 * @param installed what the installed Claude Code has said about itself
 */
export function skillNameProblem(
  name: string,
  runtime: RuntimeId,
  folder?: string,
  installed?: InstalledFacts,
): NameProblem | null {
  if (capabilities(runtime).reservesNames && isReservedName(name, 'folder'))
    return {
      severity: 'error',
      message: `Claude Code reserves the name “${name}” and would not load the skill`,
    };
  if (capabilities(runtime).rejectsUnprintableNames && isOutsidePlugins(folder) && !isLoadableName(name))
    return {
      severity: 'error',
      message: 'Claude Code would not load a skill whose name contains `<`, `>` or invisible characters',
    };
  const hidden = hidesBuiltIn(name, runtime, folder, installed)
    ? findTypedCommand(name, runtime, installed)
    : undefined;
  if (hidden) {
    const what = hidden.kind === 'prompt' || hidden.kind === 'hidden-prompt' ? 'skill' : 'command';
    return { severity: 'warning', message: `This skill would replace Claude Code’s own ${what} “/${name}”` };
  }
  const strictest = consumerFacts('claude-api').name;
  const length = [...name].length;
  if (strictest.maxLength !== undefined && length > strictest.maxLength)
    return {
      severity: 'warning',
      message: `Other products allow at most ${strictest.maxLength} characters in a name; this one has ${length}`,
    };
  if (!matchesNamePattern(name, 'claude-api'))
    return {
      severity: 'warning',
      message: `Claude Code accepts this name, but other products accept only ${strictest.patternInWords}`,
    };
  return null;
}

function hidesBuiltIn(
  name: string,
  runtime: RuntimeId,
  folder: string | undefined,
  installed: InstalledFacts | undefined,
): boolean {
  if (!capabilities(runtime).skillsHideBuiltInCommands) return false;
  return isBuiltInName(name, installed) && isOutsidePlugins(folder);
}

/** Plugins put their own name before those of their skills. */
function isOutsidePlugins(folder: string | undefined): boolean {
  return folder === undefined || /\/\.claude\/skills\/?$/.test(folder);
}
