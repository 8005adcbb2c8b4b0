import type { SkillDocument } from '../../../document/skill-document.ts';
import { readShellCommand } from '../../../shell/read-command.ts';

/** Programs whose first argument says what they do. */
const withSubcommand =
  /^(?:git|gh|npm|pnpm|yarn|bun|npx|docker|kubectl|cargo|go|dotnet|make|uv|pip|terraform|aws|gcloud)$/;

/** How much of a body is read. */
const max = { codeBlocks: 40, codeLength: 2_000 };

/**
 * The commands of a body as rules for Bash would have them in their parentheses: those that run when it loads, and those
 * in blocks of shell code. Undefined for a command that cannot be named that way. Each block is read when its commands
 * are asked for.
 */
export function* commandsInBody({ text, body }: SkillDocument): Generator<string | undefined> {
  const blocks = body.code
    .filter(({ kind, info }) => kind === 'fence' && /^(?:sh|bash|shell|zsh|console)\b/.test(info))
    .map(({ content }) => content);
  const places = [...body.injections.map(({ commandRange }) => commandRange), ...blocks].slice(0, max.codeBlocks);
  for (const { start, end } of places) {
    const code = text.slice(start, Math.min(end, start + max.codeLength)).replace(/^\$ /gm, '');
    for (const { words } of readShellCommand(code).parts) {
      if (words[0] !== 'cd') yield patternOf(words);
    }
  }
}

/** Programs of which the second argument tells reading from merging and deleting: `gh pr view`. */
const withTwoSubcommands = /^(?:gh|aws|gcloud)$/;

/** The command with these words as a rule for Bash would have it in its parentheses. */
export function patternOf([program = '', argument = '', second = '']: readonly string[]): string | undefined {
  // `1.` is a list, not a command.
  if (!/^(?![\d.]+$)[\w./~-]+$/.test(program)) return undefined;
  const isSubcommand = withSubcommand.test(program) && /^[a-z][\w:-]*$/.test(argument);
  if (!isSubcommand) return `${program} *`;
  const isSecond = withTwoSubcommands.test(program) && argument !== 'api' && /^[a-z][a-z-]*$/.test(second);
  return `${program} ${argument} ${isSecond ? `${second} ` : ''}*`;
}
