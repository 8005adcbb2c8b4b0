import { nearestWord } from '../../../dialect/text/edit-distance.ts';
import { folderOf, lastPart, relativeTo } from '../../../platform/paths.ts';
import type { Report, RuleContext } from '../../rule.ts';
import {
  emptyFolder,
  type HookCommand,
  misplacedScript,
  missingScript,
  notExecutable,
  withoutDots,
} from './hook-script-faults.ts';

/**
 * The script of a hook in the frontmatter of a skill. `${CLAUDE_PLUGIN_ROOT}` is there the folder of the skill, or of the
 * plugin that has it, `${CLAUDE_SKILL_DIR}` is empty, and a relative path counts from the project: recorded in
 * test/conformance/own-hooks.*.jsonl.
 */
export function checkSkillScript(hook: HookCommand, { file }: RuleContext): Report | undefined {
  const { bundledPaths } = file;
  const { folder, path, isProgram } = hook.script;
  const own = ownPath(hook, file);
  const meant = own === undefined ? undefined : `${skillFolder(file)}/${own}`;
  if (folder === 'nowhere') return emptyFolder(hook, meant);
  if (own === undefined || !bundledPaths) return undefined;
  if (bundledPaths.has(own)) {
    const place = placeBesides(hook, file);
    // A file of this path may be there, too.
    if (place) return { ...misplacedScript(hook, place, 'skill', meant!), severity: 'information' };
    return isProgram && file.notExecutable?.has(own) ? notExecutable(hook) : undefined;
  }
  if (placeBesides(hook, file)) return undefined;
  const beside = [...bundledPaths].filter((it) => folderOf(`/${it}`) === folderOf(`/${own}`)).map(lastPart);
  return missingScript(hook, 'skill', nearestWord(lastPart(path), beside));
}

/** Where a script is looked for that the skill may have; undefined if that is the folder of the skill itself. */
function placeBesides({ script: { folder, path } }: HookCommand, file: RuleContext['file']): string | undefined {
  if (folder === 'session') return 'the user’s project';
  const root = variableFolder(file);
  if (folder !== 'plugin' || root === folderOf(file.path)) return undefined;
  return `${root}/${path}`.startsWith(`${folderOf(file.path)}/`) ? undefined : 'the plugin’s folder';
}

/** The path of a script in the folder of its skill; undefined if it cannot be meant there. */
function ownPath(hook: HookCommand, file: RuleContext['file']): string | undefined {
  const { folder, path } = hook.script;
  if (folder === 'nowhere' || placeBesides(hook, file)) return withoutDots(path);
  const root = folder === 'plugin' ? variableFolder(file) : file.project;
  const skill = `${folderOf(file.path)}/`;
  const absolute = `${root}/${path}`;
  return root !== undefined && absolute.startsWith(skill) ? absolute.slice(skill.length) : undefined;
}

/** The folder that `${CLAUDE_PLUGIN_ROOT}` stands for. */
function variableFolder({ path, place, pluginRoot }: RuleContext['file']): string {
  return place === 'plugin' && pluginRoot !== undefined ? pluginRoot : folderOf(path);
}

/** How the command of a hook writes the folder of its skill. */
function skillFolder(file: RuleContext['file']): string {
  const inside = relativeTo(folderOf(file.path), variableFolder(file));
  return inside === '' ? '${CLAUDE_PLUGIN_ROOT}' : `\${CLAUDE_PLUGIN_ROOT}/${inside}`;
}
