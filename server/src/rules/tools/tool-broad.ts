import { CODE_RUNNERS, findTool } from '../../dialect/tools.ts';
import { showText } from '../messages/show-value.ts';
import { soundToolRules } from '../readings/tool-rule-faults.ts';
import { toolLists, type WrittenToolRule } from '../readings/written-tool-rules.ts';
import type { Rule } from '../rule.ts';

export const toolBroad: Rule = {
  id: 'tool-broad',
  level: 'information',
  kinds: ['skill', 'command'],
  summary: 'An `allowed-tools` that lets any command run without asking',
  source: 'https://code.claude.com/docs/en/skills#pre-approve-tools-for-a-skill',
  *check(context, report) {
    if (context.file.place === 'other-product') return;
    for (const list of toolLists(context)) {
      if (list.purpose !== 'grant') continue;
      for (const rule of soundToolRules(list)) {
        yield;
        const message = breadth(rule);
        if (message !== undefined) report({ range: rule.range, message });
      }
    }
  },
};

/** What a rule for shell commands allows, if that is anything. */
function breadth({ name, text, specifier }: WrittenToolRule): string | undefined {
  if (findTool(name)?.specifier !== 'command') return undefined;
  const content = specifier ? text.slice(name.length + 1, -1).trim() : '';
  const example = name === 'Bash' ? 'Bash(git status *)' : 'PowerShell(Get-ChildItem *)';
  if (/^\**$/.test(content)) {
    return `While the skill is active, every ${name === 'Bash' ? 'shell' : 'PowerShell'} command runs without asking. List the commands that it needs, such as \`${example}\``;
  }
  const runner = /^([\w.-]+)(?::| )?\*$/.exec(content)?.[1];
  if (runner === undefined || !CODE_RUNNERS.has(runner)) return undefined;
  return `${showText(text)} also allows \`${runner}\` with any other arguments, so any code runs without asking. Name the script or subcommand that the skill needs`;
}
