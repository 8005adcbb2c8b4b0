import { showName, showText } from '../messages/show-value.ts';
import { bodyTemplateText } from '../readings/descriptions/body-template-text.ts';
import { findTemplateText } from '../readings/descriptions/template-text.ts';
import { ownFields } from '../readings/fields/own-fields.ts';
import type { Report, Rule, RuleContext } from '../rule.ts';
import { listKeys } from '../yaml/frontmatter-lines.ts';

export const templateUnfilled: Rule = {
  id: 'template-unfilled',
  level: 'hint',
  kinds: ['skill', 'command', 'agent'],
  needsWriter: true,
  summary: 'A field or a body that still contains placeholder text from a template',
  source: 'https://code.claude.com/docs/en/skills#frontmatter-reference',
  check(context, report) {
    const folder = folderOfTemplates(context.file);
    if (folder !== undefined && !isLoaded(context.file)) return;
    const inFields = faultOfFields(context);
    const inBody = faultOfBody(context);
    const first = inFields ?? inBody;
    if (folder !== undefined && first) report(loadedTemplate(context, first, folder));
    else for (const fault of [inFields, inBody]) if (fault) report(fault);
  },
};

/** The folder of templates that the file is in: those who copy it fill it in. */
function folderOfTemplates({ path }: RuleContext['file']): string | undefined {
  const folders = path.slice(0, path.lastIndexOf('/') + 1);
  return /\/(templates?|scaffold(?:s|ing)?|skeletons?|boilerplates?|cookiecutters?)\//i.exec(folders)?.[1];
}

function isLoaded({ place, misplaced, inCatalog }: RuleContext['file']): boolean {
  return !misplaced && (place === 'claude' || inCatalog?.own !== undefined);
}

/** A template does not have to be filled in, but should not be loaded. */
function loadedTemplate({ file }: RuleContext, { range }: Report, folder: string): Report {
  const name = file.kind === 'agent' ? undefined : file.inCatalog?.own?.name;
  const loaded = name === undefined ? `one more ${file.kind}` : showName(`/${name}`);
  return {
    range,
    message: `Claude Code loads this template as ${loaded}. Move the folder ${showText(folder)} to a place from which nothing is loaded`,
  };
}

function faultOfFields(context: RuleContext): Report | undefined {
  const { text } = context.document;
  const blanks = [...(ownFields(context)?.values() ?? [])].flatMap((field) => {
    // Commands use braces for other purposes.
    const range = field.key === 'hooks' ? undefined : findTemplateText(text, field);
    return range ? [{ key: field.key, range }] : [];
  });
  const [first, ...others] = blanks.sort((a, b) => a.range.start - b.range.start);
  if (!first) return undefined;
  const left = showText(text.slice(first.range.start, first.range.end));
  const advice =
    others.length === 0
      ? `Fill in \`${first.key}\``
      : `Fill in ${blanks.length} fields: ${listKeys(blanks.map(({ key }) => key))}`;
  return {
    range: first.range,
    message: `${left} is left over from a template, and Claude Code does not fill it in. ${advice}`,
    ...(others.length > 0 && {
      related: others.map(({ key, range }) => ({ range, message: `\`${key}\` is not filled in either` })),
    }),
  };
}

/** More are not named. */
const MAX_RELATED = 20;

function faultOfBody({ document, file }: RuleContext): Report | undefined {
  if (file.insideSkill) return undefined;
  const [first, ...others] = bodyTemplateText(document);
  if (!first) return undefined;
  const left = showText(document.text.slice(first.start, first.end));
  const advice = others.length === 0 ? 'Fill it in or remove it' : `Fill in all ${others.length + 1} places`;
  return {
    range: first,
    message: `${left} is left over from a template, and Claude Code sends it to the model as is. ${advice}`,
    ...(others.length > 0 && {
      related: others.slice(0, MAX_RELATED).map((range) => ({ range, message: 'This is not filled in either' })),
    }),
  };
}
