import { splitToolRules } from '../../../dialect/tools/tool-rules.ts';
import { isMap, textOf } from '../../../document/json-values.ts';
import { resolve } from '../../../platform/paths.ts';
import { isAbsolutePath, slashedPath } from '../../../platform/slashed-path.ts';
import { missingRules } from '../../../rules/commands/missing-rules.ts';
import { checkCommand } from '../../../runtime/permissions/check-command.ts';
import type { CommandPermissions } from '../../../runtime/permissions/command-permissions.ts';

interface PathFolders {
  /** The folder of the settings: rules name paths in it relative to it. */
  readonly project: string;
  /** Where relative paths in a call begin; undefined if that is not known. */
  readonly current: string | undefined;
}

/**
 * The rules for `permissions.allow` with which Claude Code would have permitted a call; undefined if no rules would, or
 * if it is not certain which.
 */
function allowingRules(
  tool: string,
  input: unknown,
  permissions: CommandPermissions,
  folders: PathFolders,
): readonly string[] | undefined {
  const given = isMap(input) ? input : {};
  if (tool === 'Bash') {
    const command = textOf(given.command);
    return command === undefined ? undefined : missingRules(command, permissions)?.flatMap(splitToolRules);
  }
  const kind = ruleTool(tool);
  // Such a rule takes precedence over every rule that allows.
  const isDecided = permissions.rules.some(
    ({ rule, behavior }) => behavior !== 'allow' && (rule === kind || rule.startsWith(`${kind}(`)),
  );
  if (isDecided) return undefined;
  const rule = ruleFor(tool, given, folders);
  return rule === undefined ? undefined : [rule];
}

/** The rules that the settings would need for a call. */
export interface RulesForCall {
  /** `Bash(git push:*)` */
  readonly rules: readonly string[];
  /** Rules for exactly this call, which are narrower: `Bash(git push origin main)`; undefined if there are none. */
  readonly exact: readonly string[] | undefined;
}

/** The same with narrower rules, where there are any. */
export function rulesForCall(
  tool: string,
  input: unknown,
  permissions: CommandPermissions,
  folders: PathFolders,
): RulesForCall | undefined {
  const rules = allowingRules(tool, input, permissions, folders);
  if (!rules || rules.length === 0) return undefined;
  const command = tool === 'Bash' && isMap(input) ? textOf(input.command)?.trim() : undefined;
  return { rules, exact: command === undefined ? undefined : exactRules(command, rules, permissions) };
}

/** Characters that mean nothing else in a rule. */
const plain = /^[\w ./=@:,+~%-]+$/;

function exactRules(command: string, rules: readonly string[], permissions: CommandPermissions) {
  const rule = `Bash(${command})`;
  if (!plain.test(command) || command.endsWith(':') || rules.includes(rule)) return undefined;
  const verdict = checkCommand(command, { ...permissions, granted: [...permissions.granted, rule] });
  return verdict.allowed === false ? undefined : [rule];
}

/** The tool that a rule names. */
function ruleTool(tool: string): string {
  if (/^(Write|Edit|MultiEdit|NotebookEdit)$/.test(tool)) return 'Edit';
  return /^(Read|Grep|Glob)$/.test(tool) ? 'Read' : tool;
}

function ruleFor(tool: string, input: Readonly<Record<string, unknown>>, folders: PathFolders): string | undefined {
  switch (tool) {
    case 'Write':
    case 'Edit':
    case 'MultiEdit':
      return pathRule('Edit', input.file_path, folders);
    case 'NotebookEdit':
      return pathRule('Edit', input.notebook_path, folders);
    case 'Read':
      return pathRule('Read', input.file_path, folders);
    case 'Grep':
    case 'Glob':
      return pathRule('Read', input.path, folders, '/**');
    case 'WebFetch': {
      const host = /^https?:\/\/([\w.-]+)/i.exec(textOf(input.url) ?? '')?.[1];
      return host === undefined ? undefined : `WebFetch(domain:${host})`;
    }
    case 'Skill': {
      const name = textOf(input.skill)?.replace(/^\//, '');
      return name !== undefined && /^[\w:.@-]+$/.test(name) ? `Skill(${name})` : undefined;
    }
    // A PowerShell command is not read here.
    case 'PowerShell':
      return undefined;
    default:
      return /^[\w-]+$/.test(tool) ? tool : undefined;
  }
}

/** `/` before a path means the folder of the settings, and `//` the root. */
function pathRule(tool: string, written: unknown, { project, current }: PathFolders, below = ''): string | undefined {
  const given = slashedPath(textOf(written) ?? '');
  // These have a meaning in a rule.
  if (given === '' || /[*?[\]{}!()\\]/.test(given)) return undefined;
  const isRelative = !isAbsolutePath(given) && !given.startsWith('~');
  const path = (isRelative && current !== undefined ? resolve(current, given) : undefined) ?? given;
  const inside = path.startsWith(`${project}/`) ? path.slice(project.length + 1) : undefined;
  if (inside !== undefined) return `${tool}(/${inside}${below})`;
  if (path.startsWith('/')) return `${tool}(/${path}${below})`;
  // A drive of Windows is written otherwise.
  return undefined;
}
