import { shellHighlights } from '../../../server/src/features/highlighting/shell-highlights.ts';
import { checkCommand } from '../../../server/src/runtime/permissions/check-command.ts';
import { parseShell } from '../../../server/src/shell/grammar/parse-shell.ts';
import type { SyntaxNode } from '../../../server/src/shell/grammar/syntax-node.ts';
import { readShellCommand, readWithoutParsing } from '../../../server/src/shell/read-command.ts';
import { splitWords } from '../../../server/src/shell/split-arguments.ts';
import type { Random } from '../../mutation/random.ts';
import { type FuzzTarget, hold } from '../fuzz-input.ts';
import { makeRuntime } from '../inputs/make-input.ts';
import { mutateText } from '../inputs/mutate-text.ts';
import type { Seeds } from '../inputs/seeds.ts';
import { makeShell } from '../inputs/shell-grammar.ts';

/** Steps of the parser per character. Claude Code's grammar goes back seldom; what is more is given up. */
const mostSteps = 5_000;

function makeCommand(random: Random, { lines }: Seeds): string {
  const other = random.one(lines);
  switch (random.below(4)) {
    case 0:
      return mutateText(other, random, makeShell(random));
    case 1:
      return mutateText(makeShell(random), random, other);
    default:
      return makeShell(random);
  }
}

/** Shell text: how it is split, what may run, and how it is colored. */
export const shellTarget: FuzzTarget = {
  name: 'shell',
  share: 30,
  make: (random, seeds) => ({
    text: makeCommand(random, seeds),
    path: '/project/.claude/skills/demo/SKILL.md',
    runtime: makeRuntime(random),
    // The rules that are granted.
    given: Array.from({ length: random.below(3) }, () =>
      random.one([
        'Bash',
        'Bash(*)',
        'Bash(git:*)',
        'Bash(git *)',
        'Bash(',
        'Read(/etc/**)',
        `Bash(${makeShell(random, 3)})`,
      ]),
    ).join('\n'),
    cursor: random.below(1_000_000),
  }),
  check({ text, runtime, given, cursor }) {
    const { root, steps } = parseShell(text);
    hold(steps <= mostSteps * (text.length + 100), `${steps} steps for ${text.length} characters`);
    if (root) holdTree(root, text);
    let end = 0;
    for (const word of splitWords(text)) {
      hold(word.start >= end && word.end >= word.start && word.end <= text.length, 'words are in order');
      end = word.end;
    }
    for (const part of [...readShellCommand(text).parts, ...readWithoutParsing(text).parts])
      hold(Array.isArray(part.words) && part.words.length === part.written.length, 'every word is written somewhere');
    let start = 0;
    for (const highlight of shellHighlights(text)) {
      hold(
        highlight.start >= start && highlight.end >= highlight.start && highlight.end <= text.length,
        'highlights are in order',
      );
      start = highlight.end;
    }
    holdVerdict(text, runtime, given.split('\n').filter(Boolean), cursor);
  },
};

/** Nodes are in the text. As in Claude Code's grammar, what is never closed may be outside of what it was opened in. */
function holdTree(node: SyntaxNode, text: string): void {
  for (const offset of [node.start, node.end])
    hold(0 <= offset && offset <= text.length, `node ${node.kind} leaves the text`);
  for (const child of node.children) holdTree(child, text);
}

function holdVerdict(
  command: string,
  runtime: Parameters<typeof checkCommand>[1]['runtime'],
  rules: readonly string[],
  cursor: number,
): void {
  const behaviors = ['allow', 'deny', 'ask'] as const;
  const permissions = {
    runtime,
    rules: rules
      .slice(1)
      .map((rule, at) => ({ rule, behavior: behaviors[(cursor + at) % 3]!, path: '/project/.claude/settings.json' })),
    granted: rules.slice(0, 1),
    mode: [undefined, 'acceptEdits', 'plan'][cursor % 3],
    folder: '/project',
    addedFolders: ['/other'],
    home: '/home/me',
  };
  const verdict = checkCommand(command, permissions);
  if (verdict.allowed === false) hold(verdict.message !== '', 'a refusal without a message');
  // Whatever else is granted: what is denied as a whole never runs.
  const denied = checkCommand(command, {
    ...permissions,
    rules: [...permissions.rules, { rule: 'Bash', behavior: 'deny', path: '/x' }],
  });
  hold(denied.allowed !== true, 'a command runs although a rule denies all of them');
}
