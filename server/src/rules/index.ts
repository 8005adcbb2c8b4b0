import { agentFrontmatter } from './across-files/agent-frontmatter.ts';
import { agentSkillUnknown } from './across-files/agent-skill-unknown.ts';
import { apiLimits } from './across-files/api-limits.ts';
import { commandShadowed } from './across-files/command-shadowed.ts';
import { listingTruncated } from './across-files/listing-truncated.ts';
import { permissionRuleUnmatched } from './across-files/permission-rule-unmatched.ts';
import { pluginDescriptionMissing } from './across-files/plugin-description-missing.ts';
import { pluginSkillsPath } from './across-files/plugin-skills-path.ts';
import { settingsDiscarded } from './across-files/settings-discarded.ts';
import { skillOverrideUnmatched } from './across-files/skill-override-unmatched.ts';
import { argumentIndex } from './body/argument-index.ts';
import { argumentsAppended } from './body/arguments-appended.ts';
import { bodyEmpty } from './body/body-empty.ts';
import { bodyTokenBudget } from './body/body-token-budget.ts';
import { bodyTooLong } from './body/body-too-long.ts';
import { injectionDangerous } from './body/injection-dangerous.ts';
import { injectionInCode } from './body/injection-in-code.ts';
import { injectionLiteral } from './body/injection-literal.ts';
import { injectionMayFail } from './body/injection-may-fail.ts';
import { injectionNotAllowed } from './body/injection-not-allowed.ts';
import { injectionUnclosed } from './body/injection-unclosed.ts';
import { injectionUnquotedArgument } from './body/injection-unquoted-argument.ts';
import { literalDollar } from './body/literal-dollar.ts';
import { placeholderUndeclared } from './body/placeholder-undeclared.ts';
import { placeholderUnknown } from './body/placeholder-unknown.ts';
import { agentUnknown } from './fields/agent-unknown.ts';
import { argumentHintList } from './fields/argument-hint-list.ts';
import { argumentsNames } from './fields/arguments-names.ts';
import { booleanValue } from './fields/boolean-value.ts';
import { compatibilityLength } from './fields/compatibility-length.ts';
import { deadSkill } from './fields/dead-skill.ts';
import { fieldNotPortable } from './fields/field-not-portable.ts';
import { fieldType } from './fields/field-type.ts';
import { fieldUnknown } from './fields/field-unknown.ts';
import { fieldValue } from './fields/field-value.ts';
import { flagWithoutEffect } from './fields/flag-without-effect.ts';
import { hooksShape } from './fields/hooks-shape.ts';
import { metadataShape } from './fields/metadata-shape.ts';
import { modelUnknown } from './fields/model-unknown.ts';
import { pathsGlob } from './fields/paths-glob.ts';
import { templateUnfilled } from './fields/template-unfilled.ts';
import { fileEncoding } from './file/file-encoding.ts';
import { fileNameCase } from './file/file-name-case.ts';
import { fileTooLarge } from './file/file-too-large.ts';
import { frontmatterCut } from './file/frontmatter-cut.ts';
import { frontmatterMissing } from './file/frontmatter-missing.ts';
import { frontmatterNotFirst } from './file/frontmatter-not-first.ts';
import { frontmatterUnclosed } from './file/frontmatter-unclosed.ts';
import { skillMisplaced } from './file/skill-misplaced.ts';
import { yamlDuplicateKey } from './file/yaml-duplicate-key.ts';
import { yamlLenient } from './file/yaml-lenient.ts';
import { yamlSyntax } from './file/yaml-syntax.ts';
import { descriptionAmbiguous } from './name-and-description/description-ambiguous.ts';
import { descriptionEmpty } from './name-and-description/description-empty.ts';
import { descriptionFrontLoad } from './name-and-description/description-front-load.ts';
import { descriptionLost } from './name-and-description/description-lost.ts';
import { descriptionMissing } from './name-and-description/description-missing.ts';
import { descriptionNoTrigger } from './name-and-description/description-no-trigger.ts';
import { descriptionPerson } from './name-and-description/description-person.ts';
import { descriptionStructure } from './name-and-description/description-structure.ts';
import { descriptionTooLong } from './name-and-description/description-too-long.ts';
import { descriptionXmlTags } from './name-and-description/description-xml-tags.ts';
import { nameDuplicate } from './name-and-description/name-duplicate.ts';
import { nameFolderMismatch } from './name-and-description/name-folder-mismatch.ts';
import { nameFormat } from './name-and-description/name-format.ts';
import { nameLength } from './name-and-description/name-length.ts';
import { nameMissing } from './name-and-description/name-missing.ts';
import { nameNotGerund } from './name-and-description/name-not-gerund.ts';
import { nameReserved } from './name-and-description/name-reserved.ts';
import { nameShadows } from './name-and-description/name-shadows.ts';
import type { Rule } from './rule.ts';

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
