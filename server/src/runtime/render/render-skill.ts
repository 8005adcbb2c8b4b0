import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import { textRange } from '../../document/text/text-range.ts';
import { disableCommands } from './disable-commands.ts';
import type { RenderableSkill, RenderSession } from './renderable-skill.ts';
import { renderedInjections } from './rendered-injections.ts';
import type { Rendering } from './rendering.ts';
import type { Span } from './spanned-text.ts';
import { SpannedText } from './spanned-text.ts';
import { type Substitution, substituteArguments } from './substitute-arguments.ts';
import { substituteArgumentsOfFirstReleases } from './substitute-arguments-of-first-releases.ts';
import { type VariableValues, variableReplacements, variableValues } from './substitute-variables.ts';

/** The line before the body. */
function baseDirectoryLine(folder: string): string {
  return `Base directory for this skill: ${folder}\n\n`;
}

/**
 * The text of a skill as Claude Code sends it, before its commands run: base directory, variables, arguments, and the
 * arguments that no placeholder used. Pure, and linear in the size of text and arguments.
 *
 * @param given the arguments; those of a slash command trimmed, those of the Skill tool unchanged
 */
export function renderSkill(skill: RenderableSkill, given: string, session: RenderSession): Rendering {
  const { document } = skill;
  const { text: file, runtime } = document;
  const bodyInFile = document.bodyStart;
  const body = textRange(bodyInFile, file.length);
  const hasFolder = skill.kind === 'skill' || (skill.inOwnFolder === true && skill.plugin === undefined);
  const prefix = hasFolder ? baseDirectoryLine(skill.folder) : '';
  const start = SpannedText.of(file, body, prefix);
  const values = variableValues(skill, session);
  const substitution = substitute(skill, start.text, given, values);
  const complete = substitution.refusal === undefined ? fill(start, substitution, skill, values) : start;
  const isDisabled = session.shellDisabled && capabilities(runtime).canDisableSkillCommands && skill.tier !== 'managed';
  const spanned = isDisabled ? disableCommands(complete) : complete;
  return {
    text: spanned.text,
    ...bodyParts(spanned, bodyInFile),
    injections:
      isDisabled || substitution.refusal !== undefined
        ? []
        : renderedInjections(complete, { file, body, runtime, hasArguments: given !== '' }),
    spanned,
    bodyInFile,
    words: substitution.words,
    argumentText: given.trim() === '' ? '' : given,
    ...(substitution.refusal !== undefined && { refusal: substitution.refusal }),
  };
}

/** The spans of the body; those of the line with the base directory are not needed. */
export function bodyParts(spanned: SpannedText, bodyInFile: number): { bodyStart: number; spans: readonly Span[] } {
  const bodyStart = spanned.textOffset(bodyInFile);
  return { bodyStart, spans: spanned.spans.filter(({ source }) => source.start >= bodyInFile) };
}

function substitute({ document }: RenderableSkill, text: string, given: string, values: VariableValues): Substitution {
  const { runtime } = document;
  return capabilities(runtime).argumentSubstitution === 'whole'
    ? substituteArgumentsOfFirstReleases(text, given, runtime)
    : substituteArguments(text, document, given, values);
}

function fill(
  start: SpannedText,
  { replacements, appended }: Substitution,
  { document }: RenderableSkill,
  values: VariableValues,
): SpannedText {
  const filled = start.replace(replacements);
  const complete = appended === undefined ? filled : filled.append(appended, 'appended', document.text.length);
  const { runtime } = document;
  const { replacesVariablesLast } = capabilities(runtime);
  return replacesVariablesLast ? complete.replace(variableReplacements(complete.text, values, runtime)) : complete;
}
