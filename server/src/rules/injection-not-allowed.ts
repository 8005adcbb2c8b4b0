import { DEFAULT_EFFORT } from '../dialect/models.ts';
import { findVariable } from '../dialect/variables.ts';
import { checkCommand } from '../runtime/check-command.ts';
import type { CommandPermissions } from '../runtime/command-permissions.ts';
import { renderSkill } from '../runtime/render-skill.ts';
import { renderableAtPath } from '../runtime/renderable-at-path.ts';
import type { RenderableSkill, RenderSession } from '../runtime/renderable-skill.ts';
import { commandPermissions } from '../runtime/session-permissions.ts';
import { variableValues } from '../runtime/substitute-variables.ts';
import { allowToolEdit } from './allow-tool-edit.ts';
import type { Fix, Rule, RuleContext } from './rule.ts';
import { runningCommands } from './running-commands.ts';
import { longestCommand, programOf, shellStages } from './shell-stages.ts';

export const injectionNotAllowed: Rule = {
  id: 'injection-not-allowed',
  level: 'warning',
  kinds: ['skill', 'command'],
  summary: 'A command that no rule allows, so that the invocation stops where it is not otherwise allowed',
  source: 'https://code.claude.com/docs/en/skills#inject-dynamic-context',
  check(context, report) {
    const running = new Map(runningCommands(context).map((command) => [command.injection.range.start, command]));
    if (running.size === 0) return;
    const skill = skillOf(context);
    const session = sessionOf(context);
    const permissions = permissionsOf(context, skill, session);
    for (const { origin, source, command } of renderSkill(skill, sampleArguments, session).injections) {
      const written = source && origin !== 'argument' ? running.get(source.start) : undefined;
      if (!written || written.isShown || command.length > longestCommand) continue;
      const verdict = checkCommand(command, permissions);
      if (verdict.allowed !== false || isUncertain(command, context)) continue;
      const rule = verdict.suggestedRule && withVariables(verdict.suggestedRule, skill, session);
      // What the arguments will be decides, and nobody knows them.
      if (origin === 'contains-argument' && (rule === undefined || rule.includes(sampleArgument))) continue;
      report({
        range: written.range,
        message: rule ? missingRule(rule, verdict.message) : refused(verdict.message),
        fixes: rule ? addRule(context, command, permissions, skill, session) : [],
      });
    }
  },
};

/** Which commands of git and GitHub the first releases take for mere reading was seen of a few only. */
function isUncertain(command: string, { runtime }: RuleContext): boolean {
  if (runtime === 'claude-code') return false;
  return shellStages(command)?.stages.some((stage) => /^(git|gh)$/.test(programOf(stage).program)) ?? false;
}

/** What stands for arguments: a word that is found again in what the client says. */
const sampleArgument = 'argument';
const sampleArguments = Array.from({ length: 10 }, () => sampleArgument).join(' ');

function missingRule(rule: string, message: string): string {
  if (rule !== 'Bash') {
    return `Nothing allows this command here, and the whole invocation aborts where the session does not allow it. Add \`${rule}\` to \`allowed-tools\``;
  }
  return `The whole invocation aborts unless every command is allowed: ${reasonIn(message)}. Make the command simpler, or add \`Bash\` to \`allowed-tools\``;
}

function refused(message: string): string {
  return `Claude Code refuses this command, and the whole invocation aborts: ${reasonIn(message)}`;
}

/** The client's own words, up to where they turn to the model. */
function reasonIn(message: string): string {
  const [first = ''] = message
    .replace(/^This Bash command contains multiple operations\. /, '')
    .split(/(?<=[.!?])\s|\n/);
  return first.trim().replace(/\.$/, '');
}

function skillOf({ document, file }: RuleContext): RenderableSkill {
  const { pluginRoot } = file;
  const name = pluginRoot?.slice(pluginRoot.lastIndexOf('/') + 1) ?? '';
  const plugin = pluginRoot === undefined ? undefined : { name, root: pluginRoot, data: `${pluginRoot}/.data` };
  return renderableAtPath(file.path, file.kind === 'command' ? 'command' : 'skill', document, plugin);
}

function sessionOf({ file }: RuleContext): RenderSession {
  const folder = file.inCatalog?.own?.commands.folder ?? folderAround(file.path);
  return { folder, sessionId: 'session', effort: DEFAULT_EFFORT, shellDisabled: false };
}

/** Where a session would be started for the sake of this file. */
function folderAround(path: string): string {
  const end = path.search(/\/(?:\.claude|skills|commands)\/(?!.*\/(?:\.claude|skills|commands)\/)/);
  const folder = end > 0 ? path.slice(0, end) : path.slice(0, path.lastIndexOf('/'));
  return folder.replace(/\/\.claude$/, '') || '/';
}

function permissionsOf({ file }: RuleContext, skill: RenderableSkill, session: RenderSession): CommandPermissions {
  const known = file.inCatalog?.own?.commands;
  const permissions = commandPermissions(skill, session, undefined, undefined, []);
  return known ? { ...permissions, rules: known.rules, mode: known.mode } : permissions;
}

/** A rule for the places of this machine, as it would be written in the skill. */
function withVariables(rule: string, skill: RenderableSkill, session: RenderSession): string {
  let written = rule;
  for (const [name, value] of variableValues(skill, session)) {
    if (findVariable(name)?.inToolRules && value.startsWith('/'))
      written = written.replaceAll(value, () => `\${${name}}`);
  }
  return written;
}

/** How often further rules are asked for: a command may have as many parts. */
const mostRules = 8;

/** Adds the rules that are missing, if rules can help at all. */
function addRule(
  { document }: RuleContext,
  command: string,
  permissions: CommandPermissions,
  skill: RenderableSkill,
  session: RenderSession,
): Fix[] {
  const added: string[] = [];
  for (let count = 0; count <= mostRules; count++) {
    const verdict = checkCommand(command, { ...permissions, granted: [...permissions.granted, ...added] });
    if (verdict.allowed !== false) break;
    if (!verdict.suggestedRule || added.includes(verdict.suggestedRule) || count === mostRules) return [];
    added.push(verdict.suggestedRule);
  }
  const edit = allowToolEdit(
    document,
    added.map((rule) => withVariables(rule, skill, session)),
  );
  const title =
    added.length === 1 ? 'Add the rule to `allowed-tools`' : `Add the ${added.length} rules to \`allowed-tools\``;
  return edit ? [{ title, safe: false, edits: [edit] }] : [];
}
