import { commandOf, type HookScript, handlersIn, hookScript, hooksIn } from '../../catalog/file/hook-scripts.ts';
import { scriptPath } from '../../catalog/file/named-paths.ts';
import { type JsonNode, jsonEntry, jsonRange } from '../../document/json-document.ts';
import { lastPart } from '../../platform/paths.ts';
import { showText } from '../messages/show-value.ts';
import type { Fix, Report, Rule, RuleContext } from '../rule.ts';

export const hookCommand: Rule = {
  id: 'hook-command',
  level: 'warning',
  kinds: ['hooks', 'plugin', 'settings'],
  summary: 'A hook whose script is missing, not executable or looked for in the wrong folder, or that waits for hours',
  source: 'https://code.claude.com/docs/en/hooks#reference-scripts-by-path',
  *check(context, report) {
    const { document, file } = context;
    const { root, faults } = document.json!;
    if (faults.length > 0 || file.insideSkill) return;
    for (const handler of hooksIn(root, file.kind).flatMap(handlersIn)) {
      yield;
      const found = checkScript(handler, context) ?? checkTimeout(handler);
      if (found) report(found);
    }
  },
};

function checkScript(handler: JsonNode, context: RuleContext): Report | undefined {
  const command = commandOf(handler);
  const script = command && hookScript(command.value);
  if (!command || !script) return undefined;
  const { file } = context;
  const range = jsonRange(command);
  if (file.kind !== 'settings' && script.folder !== 'plugin') return inWrongFolder(command, script, context);
  const folders = { root: file.pluginRoot, project: file.project ?? projectOfSettings(context) };
  const path = scriptPath(command.value, folders);
  const found = path === undefined ? undefined : file.namedPaths?.get(path);
  if (!found) return undefined;
  const owner = script.folder === 'plugin' ? 'plugin' : 'project';
  if (found.type !== 'file') {
    const near = found.nearest && script.path.replace(/[^/]+$/, found.nearest);
    return {
      range,
      message: `The ${owner} has no file ${showText(script.path)}, so this hook fails each time. ${near ? `Did you mean ${showText(near)}?` : 'Add the script, or write its path'}`,
      fixes: near ? [replaceIn(command, script, script.path, near)] : [],
    };
  }
  if (!script.isProgram || found.isExecutable !== false) return undefined;
  return {
    range,
    message: `${showText(lastPart(script.path))} is not executable, so this hook fails each time. Make it executable, or put the program that reads it in front, such as \`bash\``,
    fixes: throughInterpreter(command, script),
  };
}

/** The folder whose `.claude` holds the settings. */
function projectOfSettings({ file }: RuleContext): string | undefined {
  const end = file.path.lastIndexOf('/.claude/');
  return end < 0 ? undefined : file.path.slice(0, end);
}

/** A script of a plugin that is looked for in the user's project. */
function inWrongFolder(command: JsonNode, script: HookScript, { file }: RuleContext): Report | undefined {
  const path = script.path.replace(/^(\.{1,2}\/)+/, '');
  // `$CLAUDE_PROJECT_DIR` is right for what each project has.
  const own = scriptPath(`\${CLAUDE_PLUGIN_ROOT}/${path}`, { root: file.pluginRoot, project: undefined });
  const isOwn = own !== undefined && file.pluginFiles?.folders.includes(path.split('/')[0]!);
  if (script.folder === 'project' && !isOwn) return undefined;
  const written = command.value.slice(script.start, script.end);
  const meant = `"\${CLAUDE_PLUGIN_ROOT}/${path}"`;
  return {
    range: jsonRange(command),
    message: `${showText(written)} is looked for in the user’s project, not in the plugin, so this hook fails. Write ${showText(`\${CLAUDE_PLUGIN_ROOT}/${path}`)}`,
    fixes: [replaceIn(command, script, written, meant)],
  };
}

function replaceIn(command: JsonNode, { start, end }: HookScript, from: string, to: string): Fix {
  const text: string = command.value;
  const newText = text.slice(0, start) + text.slice(start, end).replace(from, () => to) + text.slice(end);
  return {
    title: `Write ${showText(newText)}`,
    safe: false,
    edits: [{ range: jsonRange(command), newText: JSON.stringify(newText) }],
  };
}

const interpreters: Readonly<Record<string, string>> = {
  sh: 'bash',
  bash: 'bash',
  py: 'python3',
  js: 'node',
  mjs: 'node',
  cjs: 'node',
  rb: 'ruby',
  pl: 'perl',
};

function throughInterpreter(command: JsonNode, { path, start }: HookScript): Fix[] {
  const program = interpreters[path.slice(path.lastIndexOf('.') + 1)];
  if (program === undefined) return [];
  const newText = `${command.value.slice(0, start)}${program} ${command.value.slice(start)}`;
  return [
    {
      title: `Run it with \`${program}\``,
      safe: false,
      edits: [{ range: jsonRange(command), newText: JSON.stringify(newText) }],
    },
  ];
}

/** As many seconds are certainly meant as milliseconds. */
const longestWait = 7200;

function checkTimeout(handler: JsonNode): Report | undefined {
  const timeout = jsonEntry(handler, 'timeout')?.value;
  const seconds: unknown = timeout?.value;
  if (!timeout || typeof seconds !== 'number' || seconds < longestWait || seconds % 100 !== 0) return undefined;
  const meant = String(Math.max(1, seconds / 1000));
  return {
    range: jsonRange(timeout),
    message: `\`timeout\` is in seconds, so this hook may run for ${Math.round(seconds / 3600)} hours. Write \`${meant}\` for ${meant} seconds`,
    fixes: [{ title: `Write \`${meant}\``, safe: false, edits: [{ range: jsonRange(timeout), newText: meant }] }],
  };
}
