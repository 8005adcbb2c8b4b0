import { CODE_RUNNERS } from '../../../dialect/tools/tools.ts';
import type { SkillDocument } from '../../../document/skill-document.ts';
import { readShellCommand } from '../../../shell/read-command.ts';
import { handsOver } from '../skills/hands-over.ts';
import { isCovered, isVersionCheck, runsForeignCode, withoutCovered } from './command-patterns.ts';
import { patternOf } from './commands-in-body.ts';
import { namedPrograms } from './named-programs.ts';
import { shellBlocks } from './shell-blocks.ts';
import { maxCommandLength, writtenCommands } from './written-commands.ts';

/**
 * What a body has the shell do: nothing that it writes, commands that rules for Bash can name (what these would have in
 * their parentheses), or anything else.
 */
export type ShellUse = 'nothing' | 'anything' | readonly string[];

/** More make a list that nobody reads. */
const max = { programs: 4, patterns: 10, pieces: 60 };

/** Reads each piece of code once, until one of them cannot be named. */
export function shellUse(document: SkillDocument): ShellUse {
  const pieces = writtenCommands(document);
  const { text, body } = document;
  const prose = text.slice(body.range.start, body.scanned.end);
  if (pieces.length > max.pieces || runsScripts.test(prose)) return 'anything';
  const patterns = new Set<string>();
  const mentioned = new Set<string>();
  for (const { code, isToRun } of pieces) {
    const found = patternsOf(code);
    if (found === undefined) return 'anything';
    for (const pattern of found) (isToRun ? patterns : mentioned).add(pattern);
    if (patterns.size > max.patterns || programsOf([...patterns]).length > max.programs) return 'anything';
  }
  const hasBlocks = body.injections.length > 0 || shellBlocks(document).length > 0;
  if (!hasBlocks && (speaksOfShell.test(prose) || leavesToOthers.test(prose) || handsOver(document))) return 'anything';
  const list = withoutCovered([...patterns]);
  if (list.some(runsForeignCode) || needsMore(document, list, [...mentioned])) return 'anything';
  return list.length === 0 ? 'nothing' : list;
}

/** Whether a text names a program or a command that a list does not allow. */
function needsMore(document: SkillDocument, list: readonly string[], mentioned: readonly string[]): boolean {
  const programs = programsOf(list);
  if ([...namedPrograms(document)].some((program) => !programs.includes(program))) return true;
  return mentioned.some((pattern) => !list.includes(pattern) && !isCovered(pattern, list));
}

/** The programs that patterns allow. */
export function programsOf(patterns: readonly string[]): readonly string[] {
  return [...new Set(patterns.map((pattern) => pattern.slice(0, pattern.indexOf(' '))))];
}

/** Constructs whose commands are known only when they run, or that are more than a list of commands. */
const beyondList =
  /\$\(|`|[<>]\(|<<|(?:^|[;&|\n])[ \t]*(?:if|for|while|until|case|select|then|do|function|\w+\(\))(?![\w-])|\w[ \t]*\(\)[ \t]*\{/;

/** What rules for Bash would have in their parentheses for each command; undefined if one of them cannot be named. */
function patternsOf(code: string): readonly string[] | undefined {
  if (code.length > maxCommandLength || beyondList.test(code)) return undefined;
  const { parts, hiddenParts, setsVariables } = readShellCommand(code);
  if (setsVariables || hiddenParts.length > 0) return undefined;
  const patterns: string[] = [];
  for (const { words, assignments } of parts) {
    const [program = ''] = words;
    if (program === 'cd' && assignments.length === 0) continue;
    const pattern = isVersionCheck(words) ? words.join(' ') : patternOf(words);
    if (pattern === undefined || assignments.length > 0 || CODE_RUNNERS.has(program)) return undefined;
    if (!/^[a-z][\w.-]*$/.test(program) || /^uv run|^(?:npm|pnpm|yarn) (?:exec|dlx)/.test(pattern)) return undefined;
    patterns.push(pattern);
  }
  return patterns;
}

/** Prose about scripts, which may have to be written or run: these need more than the commands that the text writes. */
const runsScripts =
  /(?<![\w.<-]|<\/)script(?:s|ed)?\b|\b(?:run|execute)s?\b[^.\n]{0,60}\.(?:py|sh|js|mjs|ts|rb|ps1)\b/i;

/** Prose that uses the shell, but does not say for what. */
const speaksOfShell = /\bBash\b|\b(?:shell|terminal|CLIs?|command[- ]line)\b/;

/** Prose that leaves the work to another file or skill, which may run commands. */
const leavesToOthers =
  /[\w)]\/[\w.-]{1,100}\.md\b|\b(?:invoke|use|load|run|follow|delegate)s?\b[^.\n]{0,80}\b(?:sub)?(?:skills?|agents?|workflows?|commands?)\b/i;
