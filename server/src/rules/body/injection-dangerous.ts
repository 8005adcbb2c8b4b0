import type { Injection, SkillDocument } from '../../document/skill-document.ts';
import { textRange } from '../../document/text/text-range.ts';
import { type CommandDanger, dangersOf } from '../commands/command-dangers.ts';
import { runningCommands } from '../commands/running-commands.ts';
import { offerEdit } from '../edits/field-edits.ts';
import { certainBlockDangers } from '../readings/arguments/block-dangers.ts';
import type { Fix, Rule } from '../rule.ts';

export const injectionDangerous: Rule = {
  id: 'injection-dangerous',
  level: 'warning',
  kinds: ['skill', 'command', 'agent'],
  summary:
    'A command that runs downloaded code, deletes folders or reads credentials, when the skill loads or when the model follows the text',
  source: 'https://code.claude.com/docs/en/skills#inject-dynamic-context',
  *check(context, report) {
    // A command inside another one is read twice. The text of an agent runs none.
    const reported = new Set<number>();
    for (const { text, range, injection, isShown } of context.file.kind === 'agent' ? [] : runningCommands(context)) {
      yield;
      // `injection-in-code` has fixes for commands that are not meant to run.
      const fixes = isShown ? [] : withoutMark(context.document, injection);
      for (const danger of dangersOf(text)) {
        const start = range.start + danger.start;
        if (reported.has(start)) continue;
        reported.add(start);
        report({ range: textRange(start, range.start + danger.end), message: describe(danger), fixes });
      }
    }
    if (context.file.insideSkill) return;
    for (const { danger, range } of certainBlockDangers(context.document)) {
      if (reported.has(range.start)) continue;
      reported.add(range.start);
      report({ range, severity: 'information', message: describeShown(danger) });
    }
  },
};

/** The same command as code that Claude reads. */
function withoutMark({ text }: SkillDocument, { range }: Injection): Fix[] {
  const mark = text.indexOf('!', range.start);
  return offerEdit('Remove `!`, so that Claude reads the command instead', false, {
    range: textRange(mark, mark + 1),
    newText: '',
  });
}

const asClaude = 'Remove it and let Claude ask before doing so';

function describe({ kind, what }: CommandDanger): string {
  switch (kind) {
    case 'download':
      return `This runs whatever the URL returns, on every load and without asking. ${asClaude}`;
    case 'delete':
      return `This deletes \`${what}\` and everything in it, on every load and without asking. ${asClaude}`;
    case 'secret':
      return `This reads ${what} on every load and without asking. Remove it, or check only whether it exists`;
  }
}

/** Somebody may be asked first, but not where the user allows such commands. */
function describeShown({ kind, what }: CommandDanger): string {
  switch (kind) {
    case 'download':
      return 'If the model follows this, whatever the URL returns is run. Download the file first, so that it can be read before it runs';
    case 'delete':
      return `If the model follows this, \`${what}\` and everything in it is deleted. Name only folders of the project or of the skill`;
    case 'secret':
      return `If the model follows this, it reads ${what}, which are then in the transcript. Check only whether the file exists`;
  }
}
