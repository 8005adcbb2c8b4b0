/** Languages into which documentation is translated. Codes that are also used for something else are not included. */
const language =
  '(?:ar|bg|bn|cn|da|de|el|es|fa|fi|fr|he|hi|hu|id|it|ja|jp|ko|kr|nb|nl|pl|pt|ro|ru|sv|th|tr|tw|uk|vi|zh)(?:[-_][A-Za-z]{2,4}){0,2}';

const nameOfLanguage =
  '(?:arabic|chinese|french|german|hindi|italian|japanese|korean|polish|portuguese|russian|spanish|turkish|ukrainian|vietnamese)';

const product =
  '(?:antigravity|chatgpt|cline|codex|copilot|cursor|gemini(?:-cli)?|goose|kimi|kiro|openai|openclaw|opencode|qwen|roo|trae|vscode|windsurf)';

/** Folders whose names say that they hold what is made from something else. */
const editionNames: readonly RegExp[] = [
  withSkills(language, ''),
  // Translations.
  withSkills(nameOfLanguage, 'i'),
  /^(?:translations?|translated|i18n|l10n|locali[sz]ations?|locali[sz]ed|locales?|languages?|langs?)$/i,
  // Folders that a build writes.
  /^(?:(?:dist|build|out|output)(?:[-_.][\w.-]+)?|generated|exports?|_?site)$/i,
  // For other products.
  /^(?:platforms?|adapters?|mirrors?|harness(?:es)?|integrations?|agents-md)$/i,
  /^(?:[\w.-]+[-_.])?(?:editions?|flavou?rs?|overlays?|variants?)$/i,
  withSkills(product, 'i'),
  /^\.(?!claude$|claude-plugin$)/,
];

/** A name alone, or as in `skills-zh` and `codex-skills`. */
function withSkills(name: string, flags: string): RegExp {
  return new RegExp(`^(?:skills[-_.])?${name}(?:[-_.]skills)?$`, flags);
}

/** Folders in which editions are kept. */
const around = /^(?:docs?|documentation|website|content|src)$/i;

/**
 * How many of a path's folders belong to the folder of an edition, such as `translations` or `docs/de`; undefined if
 * the path does not begin with one.
 */
export function editionFolder(folders: readonly string[]): number | undefined {
  if (isEdition(folders[0])) return 1;
  return around.test(folders[0] ?? '') && isEdition(folders[1]) ? 2 : undefined;
}

function isEdition(name: string | undefined): boolean {
  return name !== undefined && editionNames.some((pattern) => pattern.test(name));
}
