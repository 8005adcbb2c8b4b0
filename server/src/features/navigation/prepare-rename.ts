import type { CatalogSkill } from '../../catalog/catalog-skill.ts';
import { type TextRange, textRange } from '../../document/text/text-range.ts';
import type { OpenFile } from '../check/open-file.ts';
import type { Refusal } from '../edits/refusal.ts';
import { notRenamed } from '../rename/rename-skill.ts';
import { skillItem } from '../tree/skill-info.ts';
import { sessionWith, type TreeSession } from '../tree/tree-session.ts';
import { type SkillSubject, type Subject, titleRange } from './subject-at.ts';

/** What a rename at some place is about: what the user edits, and what changes with it. */
export type Renamed = { readonly range: TextRange; readonly name: string } & (
  | {
      readonly kind: 'skill';
      readonly skill: CatalogSkill;
      /** Its folder or file, or its field `name` where that is another name. */
      readonly part: 'folder' | 'name-field';
    }
  | { readonly kind: 'argument'; readonly index: number }
  | { readonly kind: 'heading'; readonly index: number }
);

/** What can be renamed at some place, or why nothing can. */
export function prepareRename(
  subject: Subject | undefined,
  open: OpenFile,
  sessions: readonly TreeSession[],
): Renamed | Refusal {
  const { document } = open;
  switch (subject?.kind) {
    case 'skill':
      return renamedSkill(subject, open, sessions);
    case 'argument': {
      const declared = document.argumentNames[subject.index]!;
      const isNamed =
        subject.range.start === declared.range.start || isPlaceholderOf(declared.name, subject.range, open);
      if (!isNamed) return { error: `This placeholder has no name to change. \`$${declared.name}\` means the same` };
      if (!document.text.slice(declared.range.start, declared.range.end).includes(declared.name))
        return { error: 'The list of arguments is written over several lines. Rename the argument there yourself' };
      const range = withoutMarks(declared.name, subject.range, document.text);
      return { kind: 'argument', index: subject.index, name: declared.name, range };
    }
    case 'heading': {
      const range = titleRange(document, subject.index);
      const name = document.text.slice(range.start, range.end);
      if (name === '') return { error: 'This heading is empty or written over several lines. Edit it in the text' };
      if (subject.range.start !== range.start)
        return { error: 'Rename the heading where it is written. Links to it follow' };
      return { kind: 'heading', index: subject.index, name, range };
    }
    case 'file':
      return { error: 'Rename the file in the Explorer. Links to it follow' };
    case 'agent':
      return { error: 'Agents cannot be renamed here. Edit the field `name` of the agent and what names it' };
    case undefined:
      return { error: 'Nothing to rename here. Skills, arguments and headings can be renamed, by their name' };
  }
}

function renamedSkill(
  { skills, name, by, range }: SkillSubject,
  { document: { text } }: OpenFile,
  sessions: readonly TreeSession[],
): Renamed | Refusal {
  const [skill, ...others] = skills;
  if (!skill && by === 'own-name') return { error: 'This file is not among the skills of the workspace' };
  if (!skill) return { error: `There is no skill \`${name}\` to rename` };
  const owned = sessions.flatMap((session) => sessionWith(session, skill.id) ?? []);
  if (others.length > 0 || (by === 'prefix-rule' && skill.name !== name)) {
    return { error: `\`${name}\` is not the name of a single skill. Rename a skill where it is named alone` };
  }
  const refusal = notRenamed(skill, owned);
  if (refusal) return refusal;
  const own = skillItem(skill).name;
  const part = name === own || name === skill.name || name.endsWith(`:${own}`) ? 'folder' : 'name-field';
  const ofName = part === 'folder' ? own : name.slice(name.lastIndexOf(':') + 1);
  const start = range.end - ofName.length;
  if (text.slice(start, range.end) !== ofName)
    return { error: 'This name is written with escapes. Rename the skill in its own file' };
  return { kind: 'skill', skill, part, name: ofName, range: textRange(start, range.end) };
}

function isPlaceholderOf(name: string, range: TextRange, { document: { text } }: OpenFile): boolean {
  return text.slice(range.start, range.end) === `$${name}`;
}

/** A name without `$` or quotes. */
function withoutMarks(name: string, range: TextRange, text: string): TextRange {
  const start = text.indexOf(name, range.start);
  return textRange(start, start + name.length);
}
