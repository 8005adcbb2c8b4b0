import { type BundledSkill, findBundledSkill } from '../../dialect/bundled-skills.ts';
import type { InstalledFacts } from '../../dialect/installed-facts.ts';
import type { AnsweredSkill, ClaudeCodeAnswers, OwnCommand } from './claude-code-answers.ts';

/**
 * What the installed Claude Code provides itself, according to its answers; undefined if they do not say. Its tools are not
 * among them: it names them only once it has a prompt, which managed settings may send to a real model.
 *
 * @param charactersPerToken those that it assumes; undefined if they are not known
 */
export function installedFacts(
  { version, ownCommands, skills, hookEvents }: ClaudeCodeAnswers,
  charactersPerToken: number | undefined,
): InstalledFacts | undefined {
  // A session without any of them has settings that keep the model from all skills.
  const listed = skills?.filter(({ isBuiltIn }) => isBuiltIn);
  if (ownCommands.length === 0 && !listed?.length && !hookEvents?.length) return undefined;
  return {
    version,
    commandNames: [
      ...new Set([...ownCommands.flatMap(({ names }) => names), ...(listed ?? []).map(({ name }) => name)]),
    ],
    listedSkills:
      charactersPerToken === undefined || !listed?.length
        ? undefined
        : listed.map((it) => listedSkill(it, ownCommands, charactersPerToken)),
    hookEvents: hookEvents?.length ? hookEvents : undefined,
  };
}

/** Its text is the known one or the command's description, whichever has the tokens that Claude Code states for the line. */
function listedSkill(
  { name, tokens }: AnsweredSkill,
  ownCommands: readonly OwnCommand[],
  charactersPerToken: number,
): BundledSkill {
  const known = findBundledSkill(name);
  const description = ownCommands.find(({ names: [first] }) => first === name)?.description;
  const described = description === undefined ? undefined : { name, units: description.length, protected: true };
  if (tokens === undefined) return known ?? described ?? { name, units: 0, protected: true };
  const around = `- ${name}: `.length;
  const inTokens = (it: BundledSkill) => Math.round((around + it.units) / charactersPerToken);
  return (
    [known, described].find((it) => it && inTokens(it) === tokens) ?? {
      name,
      units: Math.max(0, Math.round(tokens * charactersPerToken) - around),
      protected: true,
    }
  );
}
