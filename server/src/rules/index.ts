import { agentFrontmatter } from './agent-frontmatter.ts';
import { agentSkillUnknown } from './agent-skill-unknown.ts';
import { agentUnknown } from './agent-unknown.ts';
import { apiLimits } from './api-limits.ts';
import { argumentHintList } from './argument-hint-list.ts';
import { argumentIndex } from './argument-index.ts';
import { argumentsAppended } from './arguments-appended.ts';
import { argumentsNames } from './arguments-names.ts';
import { bodyEmpty } from './body-empty.ts';
import { bodyTokenBudget } from './body-token-budget.ts';
import { bodyTooLong } from './body-too-long.ts';
import { booleanValue } from './boolean-value.ts';
import { commandShadowed } from './command-shadowed.ts';
import { compatibilityLength } from './compatibility-length.ts';
import { deadSkill } from './dead-skill.ts';
import { descriptionAmbiguous } from './description-ambiguous.ts';
import { descriptionEmpty } from './description-empty.ts';
import { descriptionFrontLoad } from './description-front-load.ts';
import { descriptionLost } from './description-lost.ts';
import { descriptionMissing } from './description-missing.ts';
import { descriptionNoTrigger } from './description-no-trigger.ts';
import { descriptionPerson } from './description-person.ts';
import { descriptionStructure } from './description-structure.ts';
import { descriptionTooLong } from './description-too-long.ts';
import { descriptionXmlTags } from './description-xml-tags.ts';
import { fieldNotPortable } from './field-not-portable.ts';
import { fieldType } from './field-type.ts';
import { fieldUnknown } from './field-unknown.ts';
import { fieldValue } from './field-value.ts';
import { fileEncoding } from './file-encoding.ts';
import { fileNameCase } from './file-name-case.ts';
import { fileTooLarge } from './file-too-large.ts';
import { flagWithoutEffect } from './flag-without-effect.ts';
import { frontmatterCut } from './frontmatter-cut.ts';
import { frontmatterMissing } from './frontmatter-missing.ts';
import { frontmatterNotFirst } from './frontmatter-not-first.ts';
import { frontmatterUnclosed } from './frontmatter-unclosed.ts';
import { hooksShape } from './hooks-shape.ts';
import { injectionDangerous } from './injection-dangerous.ts';
import { injectionInCode } from './injection-in-code.ts';
import { injectionLiteral } from './injection-literal.ts';
import { injectionMayFail } from './injection-may-fail.ts';
import { injectionNotAllowed } from './injection-not-allowed.ts';
import { injectionUnclosed } from './injection-unclosed.ts';
import { injectionUnquotedArgument } from './injection-unquoted-argument.ts';
import { listingTruncated } from './listing-truncated.ts';
import { literalDollar } from './literal-dollar.ts';
import { metadataShape } from './metadata-shape.ts';
import { modelUnknown } from './model-unknown.ts';
import { nameDuplicate } from './name-duplicate.ts';
import { nameFolderMismatch } from './name-folder-mismatch.ts';
import { nameFormat } from './name-format.ts';
import { nameLength } from './name-length.ts';
import { nameMissing } from './name-missing.ts';
import { nameNotGerund } from './name-not-gerund.ts';
import { nameReserved } from './name-reserved.ts';
import { nameShadows } from './name-shadows.ts';
import { pathsGlob } from './paths-glob.ts';
import { permissionRuleUnmatched } from './permission-rule-unmatched.ts';
import { placeholderUndeclared } from './placeholder-undeclared.ts';
import { placeholderUnknown } from './placeholder-unknown.ts';
import { pluginDescriptionMissing } from './plugin-description-missing.ts';
import { pluginSkillsPath } from './plugin-skills-path.ts';
import type { Rule } from './rule.ts';
import { settingsDiscarded } from './settings-discarded.ts';
import { skillMisplaced } from './skill-misplaced.ts';
import { skillOverrideUnmatched } from './skill-override-unmatched.ts';
import { templateUnfilled } from './template-unfilled.ts';
import { yamlDuplicateKey } from './yaml-duplicate-key.ts';
import { yamlLenient } from './yaml-lenient.ts';
import { yamlSyntax } from './yaml-syntax.ts';

/** Every rule, in the order of the documentation. An id that was retired is never used again. */
export const rules: readonly Rule[] = [
  // The file
  frontmatterMissing,
  frontmatterNotFirst,
  frontmatterUnclosed,
  frontmatterCut,
  yamlSyntax,
  yamlLenient,
  yamlDuplicateKey,
  fileEncoding,
  fileNameCase,
  skillMisplaced,
  fileTooLarge,
  // Name and description
  nameMissing,
  nameFormat,
  nameLength,
  nameReserved,
  nameFolderMismatch,
  nameNotGerund,
  nameDuplicate,
  nameShadows,
  descriptionMissing,
  descriptionEmpty,
  descriptionTooLong,
  descriptionLost,
  descriptionStructure,
  descriptionXmlTags,
  descriptionPerson,
  descriptionNoTrigger,
  descriptionFrontLoad,
  descriptionAmbiguous,
  // Flags and fields
  deadSkill,
  flagWithoutEffect,
  booleanValue,
  fieldUnknown,
  fieldType,
  fieldNotPortable,
  fieldValue,
  templateUnfilled,
  argumentHintList,
  argumentsNames,
  modelUnknown,
  agentUnknown,
  pathsGlob,
  hooksShape,
  metadataShape,
  compatibilityLength,
  // Placeholders and body
  literalDollar,
  placeholderUnknown,
  placeholderUndeclared,
  argumentIndex,
  argumentsAppended,
  injectionLiteral,
  injectionInCode,
  injectionNotAllowed,
  injectionUnquotedArgument,
  injectionMayFail,
  injectionDangerous,
  injectionUnclosed,
  bodyEmpty,
  bodyTooLong,
  bodyTokenBudget,
  // Across skills, agents, plugins and settings
  listingTruncated,
  agentSkillUnknown,
  agentFrontmatter,
  commandShadowed,
  pluginSkillsPath,
  pluginDescriptionMissing,
  permissionRuleUnmatched,
  settingsDiscarded,
  skillOverrideUnmatched,
  apiLimits,
];

/** The rule with this id. */
export function findRule(id: string): Rule | undefined {
  return rules.find((rule) => rule.id === id);
}
