import type { InstalledFacts } from '../../../dialect/installed-facts.ts';
import { type BundledSkill, bundledTextColumns, findBundledSkill } from '../../../dialect/names/bundled-skills.ts';
import type { AnsweredSkill, ClaudeCodeAnswers, OwnCommand } from './claude-code-answers.ts';

/** The facts that decide how the tokens of a line are counted. */
interface ListingMeasure {
  /** Undefined if Claude Code's estimate is not known. */
  readonly charactersPerToken: number | undefined;
  /** The most UTF-16 units of a text. */
  readonly textCap: number;
  /** Not every text fits: then tokens do not tell how long a text is. */
  readonly isCrowded: boolean;
}

/**
 * The skills, commands and hook events of the installed Claude Code itself, according to its answers; undefined if they do
 * not say. Its tools are not among them: it names them only once it has a prompt, which managed settings may send to a real model.
 */
export function installedFacts(
  { version, ownCommands, skills, hookEvents }: ClaudeCodeAnswers,
  measure: ListingMeasure,
): InstalledFacts | undefined {
  // A session without any of them has settings that keep the model from all skills.
  const listed = skills?.filter(({ isBuiltIn }) => isBuiltIn);
  if (ownCommands.length === 0 && !listed?.length && !hookEvents?.length) return undefined;
  return {
    version,
    commandNames: [
      // Their aliases take no name: a skill can have one of them, and is listed with it.
      ...new Set([
        ...ownCommands.flatMap(({ names: [name] }) => name ?? []),
        ...(listed ?? []).map(({ name }) => name),
      ]),
    ],
    listedSkills: listed?.length ? listed.map((it) => listedSkill(it, ownCommands, measure)) : undefined,
    hookEvents: hookEvents?.length ? hookEvents : undefined,
  };
}

/** With its text, if that is the command's description: both are as long then. */
function listedSkill(skill: AnsweredSkill, ownCommands: readonly OwnCommand[], measure: ListingMeasure): BundledSkill {
  const description = ownCommands.find(({ names: [first] }) => first === skill.name)?.description;
  const measured = measuredSkill(skill, description, measure);
  return description?.length === measured.units ? { ...measured, text: description } : measured;
}

/**
 * Its text is the known one or the command's description, whichever has the tokens that Claude Code states for the line, or
 * as long as these tokens say.
 */
function measuredSkill(
  { name, tokens }: AnsweredSkill,
  description: string | undefined,
  { charactersPerToken, textCap, isCrowded }: ListingMeasure,
): BundledSkill {
  const known = findBundledSkill(name);
  const described = description === undefined ? undefined : { name, units: description.length, protected: true };
  const candidates = [known, described].filter((it) => it !== undefined);
  if (tokens === undefined || charactersPerToken === undefined || isCrowded) {
    return candidates[0] ?? { name, units: 0, protected: true };
  }
  const around = `- ${name}: `.length;
  const inTokens = (it: BundledSkill) => Math.round((around + bundledTextColumns(it, textCap)) / charactersPerToken);
  return (
    candidates.find((it) => inTokens(it) === tokens) ?? {
      name,
      units: Math.max(0, Math.round(tokens * charactersPerToken) - around),
      protected: true,
    }
  );
}
