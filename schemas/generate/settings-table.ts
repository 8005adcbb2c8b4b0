import { markdownTable, replaceGeneratedSection } from './generated-section.ts';
import { type Setting, withoutCommands } from './package-settings.ts';

/** The page with the table of the settings that package.json contributes. */
export function settingsPage(page: string, settings: ReadonlyMap<string, Setting>): string {
  const rows = [...settings].map(([name, setting]) => [`\`${name}\``, defaultOf(setting), descriptionOf(setting)]);
  return replaceGeneratedSection(page, markdownTable([['Setting', 'Default', 'Description'], ...rows]));
}

/** Empty defaults are not shown. */
function defaultOf({ default: value }: Setting): string {
  const isEmpty = value === '' || (typeof value === 'object' && Object.keys(value ?? {}).length === 0);
  return isEmpty ? '' : `\`${value}\``;
}

function descriptionOf({ markdownDescription, enum: values, enumDescriptions, items }: Setting): string {
  const choices = values ?? items?.enum;
  // VS Code shows a setting's name between hash signs as a link to it.
  const description = withoutCommands(markdownDescription).replaceAll(/`#([\w.-]+)#`/g, '`$1`');
  if (!choices) return description;
  const meaning = (index: number) => (enumDescriptions ? ` (${enumDescriptions[index]!.replace(/\.$/, '')})` : '');
  const named = choices.map((choice, index) => (choice === '' ? [] : [`\`${choice}\`${meaning(index)}`]));
  return `${description} Values: ${named.flat().join(', ')}.`;
}
