import { CODE_RUNNERS, findTool } from '../../dialect/tools/tools.ts';
import type { SkillDocument } from '../../document/skill-document.ts';
import { oncePer } from '../../platform/once-per.ts';
import { offerEdit } from '../edits/field-edits.ts';
import { inWords } from '../messages/in-words.ts';
import { showText } from '../messages/show-value.ts';
import { programsOf, shellUse } from '../readings/arguments/shell-use.ts';
import { readOnlyClaim } from '../readings/tools/read-only-claim.ts';
import { readsTextsOfStrangers, saysReadOnly } from '../readings/tools/texts-of-strangers.ts';
import { soundToolRules } from '../readings/tools/tool-rule-faults.ts';
import { toolLists, type WrittenToolRule } from '../readings/tools/written-tool-rules.ts';
import type { Fix, Report, Rule } from '../rule.ts';

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
        const breadth = isEverything(rule) ? everyCommand(rule, context.document) : breadthOfProgram(rule);
        if (breadth) report({ range: rule.range, fixes: listCommands(rule, context.document), ...breadth });
      }
    }
  },
};

const ofDocument = oncePer(shellUse);

/** How much a rule allows, as it is reported. */
type Breadth = Pick<Report, 'message' | 'severity'>;

/** A rule for all commands, with the commands that the text needs of it; a hint where only its author can know that. */
function everyCommand({ name }: WrittenToolRule, document: SkillDocument): Breadth | undefined {
  if (findTool(name)?.specifier !== 'command') return undefined;
  if (name !== 'Bash')
    return {
      message: `${everything('PowerShell')}. List those that it needs, such as \`PowerShell(Get-ChildItem *)\``,
    };
  const use = ofDocument(document);
  if (use === 'nothing') {
    return {
      message: `${everything('shell')}. Nothing in its text runs one: remove ${showText(name)} if it is not needed`,
    };
  }
  if (use === 'anything') {
    const isReadOnly = readOnlyClaim(document) || saysReadOnly(document);
    const list = 'List those that it needs, such as `Bash(git status *)`';
    if (isReadOnly) return { message: `${everything('shell')}, although it says that it only reads. ${list}` };
    if (readsTextsOfStrangers(document)) {
      return { message: `${everything('shell')}, and what others wrote can tell Claude which. ${list}` };
    }
    return { message: `${everything('shell')}. ${list}, unless it may need any`, severity: 'hint' };
  }
  const programs = inWords(programsOf(use).map(showText));
  const rules = use.slice(0, maxShown).map((command) => showText(`Bash(${command})`));
  const more = use.length > maxShown ? ' and so on' : '';
  return { message: `${everything('shell')}. Its text only runs ${programs}: write ${rules.join(', ')}${more}` };
}

function everything(shell: string): string {
  return `While the skill is active, every ${shell} command runs without asking`;
}

/** A longer list is in the fix alone. */
const maxShown = 4;

/** Allows only what the text runs or shows; none if that is nothing, or cannot be named. */
function listCommands(rule: WrittenToolRule, document: SkillDocument): Fix[] {
  if (rule.name !== 'Bash' || !rule.isVerbatim || !isEverything(rule)) return [];
  const commands = ofDocument(document);
  if (typeof commands === 'string') return [];
  const newText = commands.map((command) => `Bash(${command})`).join(', ');
  const title =
    commands.length === 1 ? `Allow only \`${commands[0]}\`` : `Allow only the ${commands.length} commands of the text`;
  return offerEdit(title, false, { range: rule.range, newText });
}

/** A rule for one program, if it allows too much. */
function breadthOfProgram(rule: WrittenToolRule): Breadth | undefined {
  const { name, text } = rule;
  if (findTool(name)?.specifier !== 'command') return undefined;
  if (name === 'Bash' && /^cmd(?: |:)?\*$/.test(contentOf(rule))) {
    const message = `${showText(text)} looks like a placeholder of a generator: \`cmd\` is no command but that of Windows, where it runs any other one. List the commands that the skill needs, such as \`Bash(git status *)\``;
    return { message };
  }
  const runner = /^([\w.-]+)(?::| )?\*$/.exec(contentOf(rule))?.[1];
  if (runner === undefined || !CODE_RUNNERS.has(runner)) return undefined;
  const message = `${showText(text)} also allows \`${runner}\` with any other arguments, so any code runs without asking. Name the script or subcommand that the skill needs`;
  return { message };
}

function isEverything(rule: WrittenToolRule): boolean {
  return /^\**$/.test(contentOf(rule));
}

/** The text in the parentheses. */
function contentOf({ name, text, specifier }: WrittenToolRule): string {
  return specifier ? text.slice(name.length + 1, -1).trim() : '';
}
