import type { HookScript } from '../../../catalog/file/hook-scripts.ts';
import type { ScalarValue } from '../../../document/yaml/yaml-value.ts';
import { lastPart } from '../../../platform/paths.ts';
import { quoteYaml } from '../../edits/quote-value.ts';
import { showText } from '../../messages/show-value.ts';
import type { Fix, Report } from '../../rule.ts';

/** The command of a hook, and the script that it runs. */
export interface HookCommand {
  readonly command: ScalarValue;
  readonly script: HookScript;
  readonly isJson: boolean;
}

/** A path without the `./` and `../` at its beginning. */
export function withoutDots(path: string): string {
  return path.replace(/^(\.{1,2}\/)+/, '');
}

/** @param owner who should have the script */
export function missingScript(hook: HookCommand, owner: string, nearest: string | undefined): Report {
  const { path } = hook.script;
  const near = nearest && path.replace(/[^/]+$/, nearest);
  return {
    range: hook.command.range,
    message: `The ${owner} has no file ${showText(path)}, so this hook fails every time. ${near ? `Did you mean ${showText(near)}?` : 'Add the script, or correct the path'}`,
    fixes: near ? replaceIn(hook, path, near) : [],
  };
}

export function notExecutable(hook: HookCommand): Report {
  return {
    range: hook.command.range,
    message: `${showText(lastPart(hook.script.path))} is not executable, so this hook fails every time. Make it executable, or start it with an interpreter such as \`bash\``,
    fixes: throughInterpreter(hook),
  };
}

/**
 * A script of a plugin or skill that is looked for elsewhere.
 *
 * @param meant where it is
 */
export function misplacedScript(hook: HookCommand, place: string, owner: string, meant: string): Report {
  const written = writtenPath(hook);
  return {
    range: hook.command.range,
    message: `${showText(written)} is looked for in ${place}, not in the ${owner}, so this hook fails. Write ${showText(meant)}`,
    fixes: replaceIn(hook, written, `"${meant}"`),
  };
}

/**
 * A script in `${CLAUDE_SKILL_DIR}`.
 *
 * @param meant where it is; undefined if that is not known
 */
export function emptyFolder(hook: HookCommand, meant: string | undefined): Report {
  const advice = meant ?? '${CLAUDE_PLUGIN_ROOT}/…';
  return {
    range: hook.command.range,
    message: `\`\${CLAUDE_SKILL_DIR}\` is empty in the commands of hooks, so this hook fails. Write ${showText(advice)}`,
    fixes: meant === undefined ? [] : replaceIn(hook, writtenPath(hook), `"${meant}"`),
  };
}

function writtenPath({ command, script: { start, end } }: HookCommand): string {
  return String(command.value).slice(start, end);
}

function replaceIn(hook: HookCommand, from: string, to: string): Fix[] {
  const { start, end } = hook.script;
  const text = String(hook.command.value);
  const newText = text.slice(0, start) + text.slice(start, end).replace(from, () => to) + text.slice(end);
  return writeCommand(hook, newText, `Write ${showText(newText)}`);
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

function throughInterpreter(hook: HookCommand): Fix[] {
  const { path, start } = hook.script;
  const program = interpreters[path.slice(path.lastIndexOf('.') + 1)];
  if (program === undefined) return [];
  const text = String(hook.command.value);
  return writeCommand(hook, `${text.slice(0, start)}${program} ${text.slice(start)}`, `Run it with \`${program}\``);
}

/** Needs review: a hook that failed would run. */
function writeCommand({ command, isJson }: HookCommand, newText: string, title: string): Fix[] {
  // A block of lines stays as its author has laid it out.
  if (command.style === 'literal' || command.style === 'folded') return [];
  const edits = [{ range: command.range, newText: isJson ? JSON.stringify(newText) : quoteYaml(newText) }];
  return [{ title, safe: false, edits }];
}
