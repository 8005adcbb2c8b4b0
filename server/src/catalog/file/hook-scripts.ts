import { type JsonNode, jsonEntries, jsonEntry, jsonItems } from '../../document/json-document.ts';
import type { FileKind } from '../../document/runtime-id.ts';

/** The folder from which a path in the command of a hook counts. */
type HookFolder =
  /** Written with `${CLAUDE_PLUGIN_ROOT}`. */
  | 'plugin'
  /** Written with `$CLAUDE_PROJECT_DIR`. */
  | 'project'
  /** Written with `${CLAUDE_SKILL_DIR}`, which is empty in the commands of hooks. */
  | 'nowhere'
  /** Relative: it counts from where Claude Code runs, which is the user's project. */
  | 'session';

/** A script that the command of a hook runs. */
export interface HookScript {
  readonly folder: HookFolder;
  /** The path in that folder. */
  readonly path: string;
  /** Where the path begins and ends in the command, with the folder. */
  readonly start: number;
  readonly end: number;
  /** It is run itself, not given to a program such as `bash` or `node`. */
  readonly isProgram: boolean;
}

/** The script that a command begins with, directly or after the program that reads it; undefined if that is not clear. */
export function hookScript(command: string): HookScript | undefined {
  const interpreter = /^\s*(?:(?:bash|sh|zsh|python3?|node|ruby|perl|bun|deno run|npx tsx)\s+)?/.exec(command)![0];
  const rest = command.slice(interpreter.length);
  const match = scriptPath.exec(rest);
  if (!match) return undefined;
  const { variable, path } = match.groups as { variable?: string; path: string };
  const folder = variable === undefined ? 'session' : folders[variable]!;
  // A name alone is a program of the system.
  if (folder === 'session' && !/^\.{1,2}\//.test(path)) return undefined;
  return {
    folder,
    path: path.replace(/^\//, ''),
    start: interpreter.length,
    end: interpreter.length + match[0].length,
    isProgram: interpreter.trim() === '',
  };
}

const folders: Readonly<Record<string, HookFolder>> = {
  CLAUDE_PLUGIN_ROOT: 'plugin',
  CLAUDE_PROJECT_DIR: 'project',
  CLAUDE_SKILL_DIR: 'nowhere',
};

/** A path without spaces, with or without a variable for its folder, which may be quoted. */
const scriptPath =
  /^"?(?:\$\{?(?<variable>CLAUDE_PLUGIN_ROOT|CLAUDE_PROJECT_DIR|CLAUDE_SKILL_DIR)\}?"?(?=\/))?"?(?<path>[\w./-]*[\w-]\.[a-z0-9]{1,4})"?(?=\s|$|[;&|])/;

/** The hooks in a JSON file, by events: usually one object, but a manifest may list several. */
export function hooksIn(root: JsonNode | undefined, kind: FileKind): readonly JsonNode[] {
  if (kind !== 'hooks' && kind !== 'settings' && kind !== 'plugin') return [];
  const value = jsonEntry(root, 'hooks')?.value;
  const all = value?.type === 'array' && kind === 'plugin' ? jsonItems(value) : value ? [value] : [];
  return all.filter(({ type }) => type === 'object');
}

/** The handlers of hooks, as far as they are where they belong. */
export function handlersIn(hooks: JsonNode): readonly JsonNode[] {
  return jsonEntries(hooks).flatMap(({ value }) =>
    jsonItems(value).flatMap((group) => jsonItems(jsonEntry(group, 'hooks')?.value)),
  );
}

export function commandOf(handler: JsonNode): JsonNode | undefined {
  const command = jsonEntry(handler, 'command')?.value;
  return command?.type === 'string' ? command : undefined;
}
