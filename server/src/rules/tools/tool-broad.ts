import { CODE_RUNNERS, findTool } from '../../dialect/tools/tools.ts';
import { pathMentions } from '../../document/markdown/path-mentions.ts';
import type { SkillDocument } from '../../document/skill-document.ts';
import { oncePer } from '../../platform/once.ts';
import { offerEdit } from '../edits/field-edits.ts';
import { inWords } from '../messages/in-words.ts';
import { showName, showText } from '../messages/show-value.ts';
import { installs, namedCommands } from '../readings/arguments/named-commands.ts';
import { programsOf, type ShellUse, shellUse } from '../readings/arguments/shell-use.ts';
import { statedPurpose } from '../readings/arguments/stated-purpose.ts';
import { handsOver } from '../readings/skills/hands-over.ts';
import { readOnlyClaim } from '../readings/tools/read-only-claim.ts';
import { readsTextsOfStrangers, saysReadOnly } from '../readings/tools/texts-of-strangers.ts';
import { soundToolRules } from '../readings/tools/tool-rule-faults.ts';
import { type ToolList, toolLists, type WrittenToolRule } from '../readings/tools/written-tool-rules.ts';
import type { Fix, Report, Rule, RuleContext } from '../rule.ts';

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
        const breadth = isEverything(rule) ? everyCommand(rule, context, startsAgents(list)) : breadthOfProgram(rule);
        if (breadth) report({ range: rule.range, fixes: listCommands(rule, context.document), ...breadth });
      }
    }
  },
};

/** What a document has the shell do, and whether it says so itself. */
interface Use {
  readonly commands: ShellUse;
  readonly isStated: boolean;
  /** Whether there may be more, because what other files of the skill have it run is not known. */
  readonly mayBeMore: boolean;
}

const useOf = oncePer((document: SkillDocument): Use => {
  const stated = statedPurpose(document);
  if (stated) return { commands: stated, isStated: true, mayBeMore: false };
  const commands = shellUse(document);
  // Of a text that may run anything, nobody asks.
  const mayBeMore = commands !== 'anything' && (refersToOthers(document) || handsOver(document));
  return { commands, isStated: false, mayBeMore };
});

/** What a rule allows. */
type Breadth = Pick<Report, 'message' | 'severity'>;

/** What a rule for all commands allows, and what the text needs of it. */
function everyCommand({ name, text }: WrittenToolRule, context: RuleContext, leaves: boolean): Breadth | undefined {
  if (findTool(name)?.specifier !== 'command') return undefined;
  if (name !== 'Bash')
    return {
      message: `${everything('PowerShell')}. List those that it needs, such as \`PowerShell(Get-ChildItem *)\``,
    };
  const { commands, isStated, mayBeMore } = useOf(context.document);
  if (commands === 'anything' || mayBeMore || (leaves && !isStated)) {
    const breadth = text === name ? ofBareRule(context) : ofOtherRule(context);
    // What agents need, their author knows.
    return leaves && breadth?.severity === 'hint' ? undefined : breadth;
  }
  if (commands === 'nothing') {
    return {
      message: `${everything('shell')}. Nothing in its text runs one: remove ${showText(name)} if it is not needed`,
    };
  }
  const cause = isStated
    ? 'Its text says what Bash is for'
    : `Its text only runs ${inWords(programsOf(commands).map(showText))}`;
  const more = commands.length > maxShown ? ' and so on' : '';
  const rules = rulesFor(commands.slice(0, maxShown)).join(', ');
  return { message: `${everything('shell')}. ${cause}: write ${rules}${more}` };
}

/** Whether a list has a tool that leaves work to agents. */
function startsAgents({ rules }: ToolList): boolean {
  return rules.some(({ name }) => name === 'Agent' || name === 'Task' || name === 'Workflow');
}

/** Whether a body refers to other Markdown files of the skill. */
function refersToOthers(document: SkillDocument): boolean {
  return [...pathMentions(document)].some(({ path }) => /\w\/[\w./-]+\.(?:md|markdown|mdx)$/i.test(path));
}

/** A longer list is in the fix alone. */
const maxShown = 4;

/**
 * The author of so long a body, in characters, or of one that leaves work to others, knows why it has the whole shell if none of
 * its commands can be named, or if it sets something up.
 */
const substantial = 3_000;

/** Of a text that may need any command, only its author can know which: a hint, unless there is more to say. */
function anyCommand({ document, file }: RuleContext, isBare: boolean): Breadth | undefined {
  const named = namedCommands(document, file.bundledPaths?.has('scripts') ?? false);
  const example = named.length > 0 ? `, such as ${inWords(rulesFor(named.slice(0, 2)))}` : '';
  const list = `List those that it needs${example}`;
  if (readOnlyClaim(document) || saysReadOnly(document)) {
    return { message: `${everything('shell')}, although it says that it only reads. ${list}` };
  }
  const isLeftToOthers = isBare && named.length === 0 && handsOver(document);
  if (!isLeftToOthers && readsTextsOfStrangers(document)) {
    return {
      message: `The skill reads what others wrote, which can make Claude run any shell command without asking. ${list}`,
    };
  }
  const { start, end } = document.body.range;
  const isSubstantial = end - start > substantial;
  if (isLeftToOthers || (isBare && isSubstantial && (named.length === 0 || installs(document)))) return undefined;
  return { message: `${everything('shell')}. ${list}, unless it may need any`, severity: 'hint' };
}

/** Read once for all rules of a field. */
const ofBareRule = oncePer((context: RuleContext) => anyCommand(context, true));
const ofOtherRule = oncePer((context: RuleContext) => anyCommand(context, false));

function rulesFor(patterns: readonly string[]): readonly string[] {
  return patterns.map((pattern) => showName(`Bash(${pattern})`));
}

function everything(shell: string): string {
  return `While the skill is active, every ${shell} command runs without asking`;
}

/** Allows only what the text runs or shows; none if that is nothing, or cannot be named. */
function listCommands(rule: WrittenToolRule, document: SkillDocument): Fix[] {
  if (rule.name !== 'Bash' || !rule.isVerbatim || !isEverything(rule)) return [];
  const { commands } = useOf(document);
  if (typeof commands === 'string') return [];
  const newText = commands.map((command) => `Bash(${command})`).join(', ');
  const title =
    commands.length === 1 ? `Allow only \`${commands[0]}\`` : `Allow only the ${commands.length} commands of the text`;
  return offerEdit(title, false, { range: rule.range, newText });
}

/** What a rule for one program allows, if that is anything. */
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

/** What is in the parentheses. */
function contentOf({ name, text, specifier }: WrittenToolRule): string {
  return specifier ? text.slice(name.length + 1, -1).trim() : '';
}
