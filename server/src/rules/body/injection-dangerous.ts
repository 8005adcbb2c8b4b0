import { textRange } from '../../document/text-range.ts';
import { type CommandDanger, dangersOf } from '../commands/command-dangers.ts';
import { runningCommands } from '../commands/running-commands.ts';
import type { Rule } from '../rule.ts';

export const injectionDangerous: Rule = {
  id: 'injection-dangerous',
  level: 'warning',
  kinds: ['skill', 'command'],
  summary: 'A command that runs downloaded code, deletes folders or reads credentials as soon as the skill loads',
  source: 'https://code.claude.com/docs/en/skills#inject-dynamic-context',
  *check(context, report) {
    for (const { text, range } of runningCommands(context)) {
      yield;
      for (const danger of dangersOf(text)) {
        report({
          range: textRange(range.start + danger.start, range.start + danger.end),
          message: describe(danger),
        });
      }
    }
  },
};

const asClaude = 'Take it out, and let Claude ask before it does so';

function describe({ kind, what }: CommandDanger): string {
  switch (kind) {
    case 'download':
      return `This runs whatever the address serves, on every load and without a question. ${asClaude}`;
    case 'delete':
      return `This deletes \`${what}\` and all that is below, on every load and without a question. ${asClaude}`;
    case 'secret':
      return `This reads ${what} on every load and without a question. Take it out, or look only whether it is there`;
  }
}
