import {
  ALWAYS_INSTALLED,
  isExitOneFine,
  MAY_FAIL,
  type MayFailFacts,
  NEVER_MISSING,
} from '../../dialect/shell/shell-risks.ts';
import type { RuntimeId } from '../../document/runtime-id.ts';
import { textRange } from '../../document/text/text-range.ts';
import { oncePerKey } from '../../platform/once.ts';
import { dangersOf } from '../commands/command-dangers.ts';
import { runningCommands } from '../commands/running-commands.ts';
import { programOf, type ShellStage, shellStages } from '../commands/shell-stages.ts';
import type { Rule } from '../rule.ts';

export const injectionMayFail: Rule = {
  id: 'injection-may-fail',
  level: 'hint',
  kinds: ['skill', 'command'],
  needs: ['injection'],
  summary: 'A command that runs when the skill loads and can fail in normal use, which stops the whole invocation',
  source: 'https://code.claude.com/docs/en/skills#inject-dynamic-context',
  *check(context, report) {
    for (const command of runningCommands(context)) {
      yield;
      if (command.isShown) continue;
      const failure = ordinaryFailure(command.text, context.document.runtime);
      if (!failure || dangersOf(command.text).length > 0) continue;
      const { start } = command.range;
      const end = textRange(start + failure.listEnd, start + failure.listEnd);
      report({
        range: textRange(start + failure.stage.start, start + failure.stage.end),
        message: `\`${failure.name}\` fails when ${failure.because}, and Claude Code then stops the whole invocation. Append \`|| true\` to ignore the failure`,
        fixes: [{ title: 'Append `|| true`', safe: false, edits: [{ range: end, newText: ' || true' }] }],
      });
    }
  },
};

interface OrdinaryFailure {
  readonly stage: ShellStage;
  /** The program and the words that determine what it does. */
  readonly name: string;
  readonly because: string;
  /** The end of the list that determines the exit status. */
  readonly listEnd: number;
}

/** The ordinary reason for a command to exit with a status that Claude Code treats as a failure. */
function ordinaryFailure(command: string, runtime: RuntimeId): OrdinaryFailure | undefined {
  const stages = shellStages(command)?.stages ?? [];
  // Only the last list counts, and `||` shows that its author considered failures.
  const list = stages.slice(
    Math.max(
      0,
      stages.findLastIndex(({ joint }) => joint === ';'),
    ),
  );
  const last = list.at(-1);
  if (!last || list.some(({ joint }) => joint === '||')) return undefined;
  const exitOneIsFine = isExitOneFine(last.words, runtime);
  for (const [index, stage] of list.entries()) {
    // In a pipe, the last program counts.
    if (list[index + 1]?.joint === '|' || stage.words[0] === '!') continue;
    const found = failureOf(stage, command.slice(0, stage.start));
    if (found && !(found.status === 1 && exitOneIsFine)) return { ...found, stage, listEnd: last.end };
  }
  return undefined;
}

function failureOf(stage: ShellStage, before: string) {
  const { program, rest } = programOf(stage);
  const mayBeMissing = (file: string): boolean => !NEVER_MISSING.test(file) && isFile(file) && !before.includes(file);
  for (const facts of MAY_FAIL) {
    if (!facts.programs.includes(program)) continue;
    const words = leadingWords(facts, rest);
    if (!words || !fits(facts, rest, words.length, mayBeMissing)) continue;
    return { name: [program, ...words].join(' '), because: facts.because, status: facts.status ?? 1 };
  }
  const missing = program !== '' && stage.inputs.find(mayBeMissing);
  return missing ? { name: `${program} < ${missing}`, because: 'the file is missing', status: 1 } : undefined;
}

/** The words after a program that match the command of the facts; undefined if it is another one. */
function leadingWords({ words = [] }: MayFailFacts, rest: readonly string[]): string[] | undefined {
  const leading = rest.filter((word) => !word.startsWith('-')).slice(0, words.length);
  const isSame = words.every((expected, index) => {
    const word = leading[index];
    if (word === undefined) return false;
    return expected.startsWith('/') ? expression(expected.slice(1, -1)).test(word) : word === expected;
  });
  return isSame ? leading : undefined;
}

const expressions = new Map<string, RegExp>();

/** The expression of a fact, compiled once. */
function expression(pattern: string): RegExp {
  return oncePerKey(expressions, pattern, () => new RegExp(pattern));
}

function fits(facts: MayFailFacts, rest: readonly string[], leading: number, mayBeMissing: (file: string) => boolean) {
  const { option, operand, unless, alone, files } = facts;
  const options = rest.filter((word) => word.startsWith('-'));
  const operands = rest.filter((word) => !word.startsWith('-')).slice(leading);
  const has = (all: readonly string[], pattern: string) => all.some((word) => expression(pattern).test(word));
  if (option !== undefined && !has(options, option)) return false;
  if (unless !== undefined && has(options, unless)) return false;
  if (operand !== undefined && !has(operands, operand)) return false;
  if (alone && rest.slice(leading)[0]?.startsWith('-') === false) return false;
  switch (files) {
    case 'all':
      return operands.some(mayBeMissing);
    case 'afterFirst':
      return operands.slice(1).some(mayBeMissing);
    case 'programs':
      return operands.some((name) => !ALWAYS_INSTALLED.has(name));
    default:
      return true;
  }
}

/** Numbers and formats belong to options, and what a command names is known only after it has run. */
function isFile(word: string): boolean {
  return word !== '' && !/^[+\d]?\d*[kKMG]?$|^%|^\$\(|^`/.test(word);
}
