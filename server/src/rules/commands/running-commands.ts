import type { Injection } from '../../document/skill-document.ts';
import { type TextRange, textRange } from '../../document/text/text-range.ts';
import { oncePer } from '../../platform/once.ts';
import type { RuleContext } from '../rule.ts';
import { shownCommands } from './shown-commands.ts';
import { runsOn } from './unclosed-injections.ts';

/** A command that runs when the skill loads. */
interface RunningCommand {
  /** As written in the file, without surrounding whitespace. */
  readonly text: string;
  readonly range: TextRange;
  /** The same with its backticks. */
  readonly injection: Injection;
  /** It is in code or a comment, and is probably not meant to run. */
  readonly isShown: boolean;
}

/**
 * The commands that Claude Code would run, in source order; none if the settings of the session disable them. Unclosed
 * ones are left out: what runs there is not what was meant.
 */
export const runningCommands = oncePer(({ document, file }: RuleContext): readonly RunningCommand[] => {
  const { injections } = document.body;
  if (injections.length === 0 || file.inCatalog?.own?.commands.disabled) return [];
  const shown = shownCommands(document);
  const closed = injections.filter((injection) => !runsOn(document, injection));
  return closed.map((injection) => {
    const { start, end } = injection.commandRange;
    const written = document.text.slice(start, end);
    const text = written.trim();
    const first = start + written.length - written.trimStart().length;
    return {
      text,
      range: textRange(first, first + text.length),
      injection,
      isShown: shown.has(injection),
    };
  });
});
