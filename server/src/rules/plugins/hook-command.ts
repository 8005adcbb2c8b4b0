import { hookScript, hooksIn } from '../../catalog/file/hook-scripts.ts';
import { scriptPath } from '../../catalog/file/named-paths.ts';
import { jsonAsYaml } from '../../document/json-as-yaml.ts';
import type { ScalarValue, YamlValue } from '../../document/yaml/yaml-value.ts';
import { knownFields } from '../readings/fields/known-fields.ts';
import { handlersIn } from '../readings/hooks/hook-handlers.ts';
import {
  emptyFolder,
  type HookCommand,
  misplacedScript,
  missingScript,
  notExecutable,
  withoutDots,
} from '../readings/hooks/hook-script-faults.ts';
import { checkSkillScript } from '../readings/hooks/skill-hook-scripts.ts';
import type { Report, Rule, RuleContext } from '../rule.ts';

export const hookCommand: Rule = {
  id: 'hook-command',
  level: 'warning',
  kinds: ['skill', 'command', 'agent', 'hooks', 'plugin', 'settings'],
  needs: ['hooks-field'],
  summary: 'A hook whose script is missing, not executable or looked for in the wrong folder, or that waits for hours',
  source: 'https://code.claude.com/docs/en/hooks#reference-scripts-by-path',
  *check(context, report) {
    if (context.file.insideSkill) return;
    for (const hooks of hooksOf(context)) {
      for (const { command, timeout } of handlersIn(hooks)) {
        yield;
        const found = (command && checkScript(command, context)) ?? (timeout && checkTimeout(timeout));
        if (found) report(found);
      }
    }
  },
};

function hooksOf(context: RuleContext): readonly YamlValue[] {
  const { document, file } = context;
  if (document.json) {
    const { root, faults } = document.json;
    return faults.length > 0 ? [] : hooksIn(root, file.kind).map(jsonAsYaml);
  }
  return knownFields(context, 'hooks').flatMap(({ field, facts }) =>
    facts.ignoredInPlugins && file.place === 'plugin' ? [] : field.value,
  );
}

function checkScript(command: ScalarValue, context: RuleContext): Report | undefined {
  const script = hookScript(String(command.value));
  if (!script) return undefined;
  const hook = { command, script, isJson: context.document.json !== undefined };
  const found = context.file.kind === 'skill' ? checkSkillScript(hook, context) : undefined;
  if (found) return found;
  if (script.folder === 'nowhere') return emptyFolder(hook, undefined);
  return checkNamedScript(hook, context);
}

function checkNamedScript(hook: HookCommand, context: RuleContext): Report | undefined {
  const { command, script, isJson } = hook;
  const { file } = context;
  if (isJson && file.kind !== 'settings' && script.folder !== 'plugin') return inWrongFolder(hook, context);
  const folders = { root: file.pluginRoot, project: file.project ?? projectOfSettings(context) };
  const path = scriptPath(command.value, folders);
  const found = path === undefined ? undefined : file.namedPaths?.get(path);
  if (!found) return undefined;
  if (found.type !== 'file')
    return missingScript(hook, script.folder === 'plugin' ? 'plugin' : 'project', found.nearest);
  return script.isProgram && found.isExecutable === false ? notExecutable(hook) : undefined;
}

/** The folder whose `.claude` holds the settings. */
function projectOfSettings({ file }: RuleContext): string | undefined {
  const end = file.path.lastIndexOf('/.claude/');
  return end < 0 ? undefined : file.path.slice(0, end);
}

/** A script of a plugin that is looked for in the user's project. */
function inWrongFolder(hook: HookCommand, { file }: RuleContext): Report | undefined {
  const { script } = hook;
  const path = withoutDots(script.path);
  // `$CLAUDE_PROJECT_DIR` is right for what each project has.
  const own = scriptPath(`\${CLAUDE_PLUGIN_ROOT}/${path}`, { root: file.pluginRoot, project: undefined });
  const isOwn = own !== undefined && file.pluginFiles?.folders.includes(path.split('/')[0]!);
  if (script.folder === 'project' && !isOwn) return undefined;
  return misplacedScript(hook, 'the user’s project', 'plugin', `\${CLAUDE_PLUGIN_ROOT}/${path}`);
}

/** As many seconds are certainly meant as milliseconds. */
const longestWait = 7200;

function checkTimeout(timeout: ScalarValue): Report | undefined {
  const seconds = timeout.value;
  if (typeof seconds !== 'number' || seconds < longestWait || seconds % 100 !== 0) return undefined;
  const meant = String(Math.max(1, seconds / 1000));
  const { range } = timeout;
  return {
    range,
    message: `\`timeout\` is in seconds, so this hook may run for ${Math.round(seconds / 3600)} hours. Write \`${meant}\` for ${meant} seconds`,
    fixes: [{ title: `Write \`${meant}\``, safe: false, edits: [{ range, newText: meant }] }],
  };
}
