import { isCertainlyCommand } from '../../../dialect/shell/shell-risks.ts';
import { CODE_RUNNERS } from '../../../dialect/tools/tools.ts';
import type { CodeRange, SkillDocument } from '../../../document/skill-document.ts';
import type { TextRange } from '../../../document/text/text-range.ts';
import { readShellCommand } from '../../../shell/read-command.ts';
import { patternOf } from './commands-in-body.ts';
import { shellBlocks } from './shell-blocks.ts';

/**
 * How a body uses the shell: not at all, with commands that rules for Bash can name (as these would have them in
 * their parentheses), or anything else.
 */
export type ShellUse = 'nothing' | 'anything' | readonly string[];

/** More make a list that nobody reads; a longer piece of code is a script. */
const max = { programs: 4, patterns: 10, pieces: 60, length: 2_000 };

/** Reads each piece of code once, until one of them cannot be named. */
export function shellUse(document: SkillDocument): ShellUse {
  const pieces = writtenCommands(document);
  const { text, body } = document;
  const prose = text.slice(body.range.start, body.scanned.end);
  if (pieces.length > max.pieces || runsScripts.test(prose)) return 'anything';
  const patterns = new Set<string>();
  for (const piece of pieces) {
    const found = patternsOf(piece);
    if (found === undefined) return 'anything';
    for (const pattern of found) patterns.add(pattern);
    if (patterns.size > max.patterns || programsOf([...patterns]).length > max.programs) return 'anything';
  }
  const hasBlocks = body.injections.length > 0 || shellBlocks(document).length > 0;
  if (!hasBlocks && (speaksOfShell.test(prose) || leavesToOthers.test(prose))) return 'anything';
  return patterns.size === 0 ? 'nothing' : [...patterns];
}

/** The programs that patterns allow. */
export function programsOf(patterns: readonly string[]): readonly string[] {
  return [...new Set(patterns.map((pattern) => pattern.slice(0, pattern.indexOf(' '))))];
}

/** Injections, blocks of shell code and commands in backticks. */
function writtenCommands(document: SkillDocument): readonly string[] {
  const { text, body } = document;
  const spans = body.code.filter((code) => code.kind === 'span' && isToRun(document, code));
  return [
    ...body.injections.map(({ commandRange }) => textOf(text, commandRange)),
    ...shellBlocks(document).map((block) => typedIn(text, block)),
    ...spans.map(({ content }) => textOf(text, content)),
  ];
}

function textOf(text: string, { start, end }: TextRange): string {
  return text.slice(start, end);
}

/** The commands typed in a block: in the record of a session, the lines without a prompt are output. */
function typedIn(text: string, { content, info }: CodeRange): string {
  const code = textOf(text, content);
  const isSession = /^(?:console|terminal|shell-session)\b/i.test(info) && /^\$ /m.test(code);
  const typed = isSession ? code.split('\n').filter((line) => line.startsWith('$ ')) : [code];
  return typed.join('\n').replace(/^\$ /gm, '');
}

/** Whether code in a sentence is a command that the sentence does not forbid. */
function isToRun({ text, lines }: SkillDocument, { content, range }: CodeRange): boolean {
  if (content.end - content.start > max.length) return true;
  const line = lines.lineAt(range.start);
  const before = text.slice(Math.max(lines.startOf(line), range.start - 200), range.start);
  if (/\b(?:never|not|avoid|instead of|without|rather than)\b|n[’']t\b/i.test(before)) return false;
  const code = textOf(text, content).trim();
  if (!/^\S+\s+\S/.test(code)) return /^\.{0,2}[\w/-]+\.(?:sh|bash)$/.test(code);
  return isCertainlyCommand(code) || (/\b(?:run|execute)s?:?\s+$/i.test(before) && /^[a-z][\w.-]*\s/.test(code));
}

/** Constructs whose commands are known only when they run, or that are more than a list of commands. */
const beyondList =
  /\$\(|`|[<>]\(|<<|(?:^|[;&|\n])[ \t]*(?:if|for|while|until|case|select|then|do|function|\w+\(\))(?![\w-])|\w[ \t]*\(\)[ \t]*\{/;

/** Each command as a rule for Bash would have it in its parentheses; undefined if one of them cannot be named. */
function patternsOf(code: string): readonly string[] | undefined {
  if (code.length > max.length || beyondList.test(code)) return undefined;
  const { parts, hiddenParts, setsVariables } = readShellCommand(code);
  if (setsVariables || hiddenParts.length > 0) return undefined;
  const patterns: string[] = [];
  for (const { words, assignments } of parts) {
    const [program = ''] = words;
    if (program === 'cd' && assignments.length === 0) continue;
    const pattern = patternOf(words);
    if (pattern === undefined || assignments.length > 0 || CODE_RUNNERS.has(program)) return undefined;
    if (!/^[a-z][\w.-]*$/.test(program) || /^uv run|^(?:npm|pnpm|yarn) (?:exec|dlx)/.test(pattern)) return undefined;
    patterns.push(pattern);
  }
  return patterns;
}

/** Prose that has scripts run: these need more than the commands that the text writes. */
const runsScripts =
  /(?<![\w.-])scripts?\/\w|\b(?:run|execute)s?\b[^.\n]{0,60}(?:\bscripts?\b|\.(?:py|sh|js|mjs|ts|rb|ps1)\b)/i;

/** Prose that uses the shell, but does not say for what. */
const speaksOfShell = /\bBash\b|\b(?:shell|terminal|CLIs?|command[- ]line)\b/;

/** Prose that leaves the work to another file or skill, which may run commands. */
const leavesToOthers =
  /[\w)]\/[\w.-]{1,100}\.md\b|\b(?:invoke|use|load|run|follow|delegate)s?\b[^.\n]{0,80}\b(?:sub)?(?:skills?|agents?|workflows?|commands?)\b/i;
