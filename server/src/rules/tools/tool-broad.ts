import { CODE_RUNNERS, findTool } from '../../dialect/tools/tools.ts';
import type { SkillDocument } from '../../document/skill-document.ts';
import { offerEdit } from '../edits/field-edits.ts';
import { showText } from '../messages/show-value.ts';
import { commandsInBody } from '../readings/arguments/commands-in-body.ts';
import { soundToolRules } from '../readings/tools/tool-rule-faults.ts';
import { toolLists, type WrittenToolRule } from '../readings/tools/written-tool-rules.ts';
import type { Fix, Rule } from '../rule.ts';

export const toolBroad: Rule = {
  id: 'tool-broad',
  level: 'information',
  kinds: ['skill', 'command'],
  needs: ['tools-field'],
  summary: 'An `allowed-tools` that lets any command run without asking',
  source: 'https://code.claude.com/docs/en/skills#pre-approve-tools-for-a-skill',
  *check(context, report) {
    if (context.file.place === 'other-product') return;
    for (const list of toolLists(context)) {
      if (list.purpose !== 'grant') continue;
      for (const rule of soundToolRules(list)) {
        yield;
        const message = breadth(rule);
        if (message !== undefined) report({ range: rule.range, message, fixes: listCommands(rule, context.document) });
      }
    }
  },
};

/** More make a list that nobody reads. */
const maxListed = 10;

/** Allows only what the text runs or shows; none if that is nothing, or cannot be named. */
function listCommands(rule: WrittenToolRule, document: SkillDocument): Fix[] {
  if (rule.name !== 'Bash' || !rule.isVerbatim || !isEverything(rule)) return [];
  const commands = listableCommands(document);
  if (commands.length === 0) return [];
  const newText = commands.map((command) => `Bash(${command})`).join(', ');
  const title =
    commands.length === 1 ? `Allow only \`${commands[0]}\`` : `Allow only the ${commands.length} commands of the text`;
  return offerEdit(title, false, { range: rule.range, newText });
}

/** Each command of the text once; none if one of them cannot be named, after which no further one is read. */
function listableCommands(document: SkillDocument): readonly string[] {
  const commands = new Set<string>();
  for (const command of commandsInBody(document)) {
    if (command === undefined || CODE_RUNNERS.has(command.slice(0, command.indexOf(' ')))) return [];
    commands.add(command);
    if (commands.size > maxListed) return [];
  }
  return [...commands];
}

/** What a rule for shell commands allows, if that is anything. */
function breadth(rule: WrittenToolRule): string | undefined {
  const { name, text } = rule;
  if (findTool(name)?.specifier !== 'command') return undefined;
  const example = name === 'Bash' ? 'Bash(git status *)' : 'PowerShell(Get-ChildItem *)';
  if (isEverything(rule)) {
    return `While the skill is active, every ${name === 'Bash' ? 'shell' : 'PowerShell'} command runs without asking. List the commands that it needs, such as \`${example}\``;
  }
  if (name === 'Bash' && /^cmd(?: |:)?\*$/.test(contentOf(rule))) {
    return `${showText(text)} looks like a placeholder of a generator: \`cmd\` is no command but that of Windows, where it runs any other one. List the commands that the skill needs, such as \`${example}\``;
  }
  const runner = /^([\w.-]+)(?::| )?\*$/.exec(contentOf(rule))?.[1];
  if (runner === undefined || !CODE_RUNNERS.has(runner)) return undefined;
  return `${showText(text)} also allows \`${runner}\` with any other arguments, so any code runs without asking. Name the script or subcommand that the skill needs`;
}

function isEverything(rule: WrittenToolRule): boolean {
  return /^\**$/.test(contentOf(rule));
}

/** What is in the parentheses. */
function contentOf({ name, text, specifier }: WrittenToolRule): string {
  return specifier ? text.slice(name.length + 1, -1).trim() : '';
}
