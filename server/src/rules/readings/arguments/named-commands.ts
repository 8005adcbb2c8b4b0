import { isCertainlyCommand } from '../../../dialect/shell/shell-risks.ts';
import { CODE_RUNNERS } from '../../../dialect/tools/tools.ts';
import type { SkillDocument } from '../../../document/skill-document.ts';
import { oncePer } from '../../../platform/once.ts';
import { readShellCommand } from '../../../shell/read-command.ts';
import { HARMLESS_COMMANDS, isVersionCheck, runsForeignCode, withoutCovered } from './command-patterns.ts';
import { patternOf } from './commands-in-body.ts';
import { maxCommandLength, writtenCommands } from './written-commands.ts';

/** How many pieces of code of a body are read. */
const maxPieces = 60;

/**
 * The commands that a body has Claude run and that rules for Bash can name, those that it runs most often first: what these
 * would have in their parentheses. There may be others. Left out are commands that need no rule, that only prepare for others,
 * and that nobody should allow.
 *
 * @param hasScripts whether `scripts` is a folder of the skill
 */
export function namedCommands(document: SkillDocument, hasScripts: boolean): readonly string[] {
  const counts = new Map<string, number>();
  const certain = new Set<string>();
  const pieces = piecesToRun(document);
  for (const { code, isSentence, parts } of pieces) {
    // A script alone in backticks is the one that another command runs.
    if (!/\s/.test(code) && pieces.some((other) => other.code !== code && other.code.includes(code))) continue;
    for (const { words, text } of parts) {
      if (isVersionCheck(words)) continue;
      const pattern = patternOfScript(words, hasScripts) ?? patternOfProgram(words);
      if (pattern === undefined || isLeftOut(pattern)) continue;
      counts.set(pattern, (counts.get(pattern) ?? 0) + 1);
      if (isSentence || pattern.includes('/scripts/') || isCertainlyCommand(text)) certain.add(pattern);
    }
  }
  // Once, a word in a block may be anything.
  const named = [...counts]
    .filter(([pattern, count]) => count > 1 || certain.has(pattern))
    .sort(([, a], [, b]) => b - a);
  return withoutCovered(named.length > 0 ? named.map(([pattern]) => pattern) : commandsOfProse(document));
}

/** The pieces of code that Claude is to run, and their commands. */
const piecesToRun = oncePer((document: SkillDocument) => {
  const pieces = writtenCommands(document).filter(({ isToRun }) => isToRun);
  return pieces.slice(0, maxPieces).map(({ code, isSentence }) => {
    const command = code.slice(0, maxCommandLength).replace(ofSkillInAngles, '{$1}/');
    return { code, isSentence, parts: readShellCommand(command).parts };
  });
});

/** Whether a body has Claude install several things, as only a setup does: it plainly needs more than a list. */
export function installs(document: SkillDocument): boolean {
  const commands = piecesToRun(document).flatMap(({ parts }) => parts);
  return commands.filter(({ words }) => runsForeignCode(words.join(' '))).length >= MIN_INSTALLED;
}

const MIN_INSTALLED = 2;

const ownScripts = '${CLAUDE_SKILL_DIR}/scripts/*';

/** Names that authors write for the skill's folder. */
const folder = '(?:claude[_-]?)?skill[_-]?(?:base[_-]?)?(?:dir|directory|path|root|folder|home)|base_?dir';
/** `{baseDir}/scripts/draw.py`, `$SKILL_DIR/scripts/draw.py`, `scripts/draw.py`. */
const ofSkill = new RegExp(`^((?:\\$|\\$?\\{{1,2})(?:${folder})\\}{0,2}\\/|\\.\\/|)scripts\\/[\\w./-]+$`, 'i');
/** For a shell, it would be two redirections. */
const ofSkillInAngles = new RegExp(`<(${folder})>/`, 'gi');

/** `python scripts/draw.py`, `${CLAUDE_SKILL_DIR}/scripts/draw.sh`: whatever else is in that folder of the skill may run, too. */
function patternOfScript(words: readonly string[], hasScripts: boolean): string | undefined {
  const runner = runnerOf(words);
  const script = words[runner.length] ?? '';
  const [, folder] = ofSkill.exec(script) ?? [];
  if (folder === undefined || !(hasScripts || /^[${]/.test(folder))) return undefined;
  return [...runner, ownScripts].join(' ');
}

/** The words before the name of a script: `python3 -u`, `uv run --no-project`. */
function runnerOf(words: readonly string[]): readonly string[] {
  const [first = '', second = ''] = words;
  if (!CODE_RUNNERS.has(first) && !(first === 'uv' && second === 'run')) return [];
  const start = first === 'uv' ? 2 : 1;
  const end = words.findIndex((word, index) => index >= start && !/^--?[a-z][\w-]*$/i.test(word));
  return words.slice(0, end < 0 ? words.length : end);
}

function patternOfProgram(words: readonly string[]): string | undefined {
  const [program = ''] = words;
  if (!/^[a-z][a-z\d_-]*$/.test(program) || CODE_RUNNERS.has(program)) return undefined;
  return patternOf(words);
}

/** What changes something for others, which Claude Code should ask about. */
const publishing = /^gh \w+ (?:close|comment|create|delete|edit|lock|merge|ready|reopen|review) /;

/** What a shell does itself, what only prepares for another command, and what starts any program. */
const incidental =
  /^(?:cd|export|set|unset|local|source|exit|return|read|for|case|shift|command|printf|trap|eval|exec|test|pwd|mkdir|cp|mv|rm|touch|chmod|find|sed|awk|tee|uniq|xargs|py|sudo|claude|gh auth) /;

function isLeftOut(pattern: string): boolean {
  if (pattern.includes('/scripts/')) return false;
  return (
    incidental.test(pattern) ||
    publishing.test(pattern) ||
    runsForeignCode(pattern) ||
    HARMLESS_COMMANDS.has(pattern.slice(0, -' *'.length))
  );
}

/** "Use the gh CLI". */
const usedCli = /(?<!\b(?:not|never) )\b(?:use|using|via|with|through|prefers?) (?:the )?([a-z][a-z-]{1,30}) CLI\b/gi;

function commandsOfProse({ text, body }: SkillDocument): readonly string[] {
  const prose = text.slice(body.range.start, body.scanned.end);
  const names = [...prose.matchAll(usedCli)].map(([, name = '']) => name);
  const patterns = [...new Set(names)].filter(isCertainlyCommand).map((name) => `${name} *`);
  return patterns.filter((pattern) => !runsForeignCode(pattern));
}
