import { fieldsFor } from '../../../dialect/fields.ts';
import { type SkillTemplate, skillTemplates } from '../../../dialect/skill-templates.ts';
import { matchesNamePattern } from '../../../dialect/targets.ts';
import type { RuntimeId } from '../../../document/runtime-id.ts';
import { findPerson } from '../../../rules/readings/descriptions/grammatical-person.ts';

/** Names that YAML would not read as a string. */
const yamlWords: ReadonlySet<string> = new Set(['true', 'false', 'null', 'yes', 'no', 'on', 'off', 'y', 'n']);

/** The templates whose fields a release of Claude Code reads. */
export function templatesFor(runtime: RuntimeId): readonly SkillTemplate[] {
  const known = new Set(fieldsFor('skill', runtime).map(({ name }) => name));
  return skillTemplates.filter(({ fields }) => fields.every((field) => known.has(field)));
}

/** The SKILL.md of a new skill: complete, with no finding but those about what the author has not written yet. */
export function skillText(template: SkillTemplate, name: string): string {
  return rendered(template, name, (text) => text);
}

/** The same as a snippet in the editor's syntax, with a place to fill in for everything that the author will write. */
export function skillSnippet(template: SkillTemplate, name: string): string {
  let count = 0;
  const escaped = (text: string) => text.replace(/[\\$}]/g, '\\$&');
  return rendered(template, name, (text) => `\${${++count}:${escaped(text)}}`, escaped);
}

/**
 * @param fill how a text that the author will write is put
 * @param keep how all other text is put
 */
function rendered(
  { frontmatter, body }: SkillTemplate,
  name: string,
  fill: (text: string) => string,
  keep: (text: string) => string = (text) => text,
): string {
  const title = titleOf(name);
  const put = (part: string, word: (text: string) => string) =>
    part
      .split(/(\{\{.*?\}\})/)
      .map((piece, index) => {
        const text = (index % 2 === 0 ? piece : piece.slice(2, -2).replace(/^!/, '')).replaceAll('<Topic>', () =>
          word(title),
        );
        return index % 2 === 0 ? keep(text) : fill(text);
      })
      .join('');
  // In the quotes of a description.
  const quoted = (text: string) => described(text).replace(/["\\]/g, '\\$&');
  const isBlock = frontmatter.startsWith('description: |');
  const fields = put(frontmatter, isBlock ? described : quoted);
  return `---\n${keep(nameField(name))}${fields}\n---\n\n${put(body, (text) => text)}`;
}

/** Characters with a meaning in the text of a skill, such as placeholders, and invisible ones. */
const notInTitle = /[$`[\]{}\p{Default_Ignorable_Code_Point}]/gu;

/** A name as a title, which means nothing else, whatever the folder is called. */
export function titleOf(name: string): string {
  const topic = name
    .replaceAll(notInTitle, ' ')
    .replaceAll(/[-_\s]+/g, ' ')
    .replaceAll(/\b(?:TODO|FIXME|TBD)\b/g, (note) => note.toLowerCase())
    .trim();
  return topic === '' ? 'This skill' : `${topic.charAt(0).toUpperCase()}${topic.slice(1)}`;
}

/** A title in a description, where “my” or “we” would be the skill's own words, and “lorem ipsum” a text to replace. */
function described(title: string): string {
  return findPerson(`${title} is`) || /^lorem ipsum\b/i.test(title) ? `“${title.replaceAll(/[“”]/g, '')}”` : title;
}

/** Without a name that is valid everywhere, the folder's name is used. */
function nameField(name: string): string {
  if (!matchesNamePattern(name, 'claude-api')) return '';
  const isText = /^[a-z]/.test(name) && !yamlWords.has(name);
  return `name: ${isText ? name : `"${name}"`}\n`;
}
