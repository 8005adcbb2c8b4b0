import type { CatalogAgent } from '../../catalog/catalog.ts';
import type { CatalogSkill } from '../../catalog/catalog-skill.ts';
import { type TextRange, textRange } from '../../document/text/text-range.ts';
import { lastPart } from '../../platform/paths.ts';
import type { Refusal } from '../../platform/refusal.ts';
import type { NamedPlugin } from '../references/plugin-names.ts';
import { isFileReference, isPlainLink } from '../references/reference.ts';
import { isEditable } from '../references/session-files.ts';
import { agentNotRenamed, ownAgentName } from '../rename/rename-agent.ts';
import { notRenamed } from '../rename/rename-skill.ts';
import { type ShownSession, sessionWith } from '../shown-skills/shown-session.ts';
import { skillItem } from '../shown-skills/skill-info.ts';
import { isWritable } from '../shown-skills/tier-groups.ts';
import { namingTextsOf } from './find-references.ts';
import type { FollowedText } from './followed-text.ts';
import type { Texts } from './locations.ts';
import { type SkillSubject, type Subject, titleRange } from './subject-at.ts';

/** The subject of a rename: the text that the user edits, and the thing whose name changes. */
export type Renamed = { readonly range: TextRange; readonly name: string } & (
  | {
      readonly kind: 'skill';
      readonly skill: CatalogSkill;
      /** Its folder or file, or its field `name` where that is another name. */
      readonly part: 'folder' | 'name-field';
    }
  | { readonly kind: 'argument'; readonly index: number }
  | { readonly kind: 'heading'; readonly index: number }
  | { readonly kind: 'agent'; readonly agent: CatalogAgent }
  | { readonly kind: 'plugin'; readonly plugin: NamedPlugin }
  /** A file or folder. */
  | { readonly kind: 'file'; readonly path: string }
);

/** Finds the name to rename at some place, or the reason why there is none. */
export function prepareRename(
  subject: Subject | undefined,
  open: FollowedText,
  sessions: readonly ShownSession[],
): Renamed | Refusal {
  const { document } = open;
  switch (subject?.kind) {
    case 'skill':
      return renamedSkill(subject, open, sessions);
    case 'argument': {
      const declared = document.argumentNames[subject.index]!;
      const isNamed =
        subject.range.start === declared.range.start || isPlaceholderOf(declared.name, subject.range, open);
      if (!isNamed) return { problem: `This placeholder has no name to change. \`$${declared.name}\` means the same` };
      if (!document.text.slice(declared.range.start, declared.range.end).includes(declared.name))
        return { problem: 'The list of arguments is written over several lines. Rename the argument there yourself' };
      const range = withoutMarks(declared.name, subject.range, document.text);
      return { kind: 'argument', index: subject.index, name: declared.name, range };
    }
    case 'heading': {
      const range = titleRange(document, subject.index);
      const name = document.text.slice(range.start, range.end);
      if (name === '') return { problem: 'This heading is empty or written over several lines. Edit it in the text' };
      if (subject.range.start !== range.start)
        return { problem: 'Rename the heading where it is written. Links to it follow' };
      return { kind: 'heading', index: subject.index, name, range };
    }
    case 'file':
      return renamedFile(subject, document.text);
    case 'agent':
      return renamedAgent(subject, document.text, sessions);
    case 'plugin':
      return renamedPlugin(subject, open, sessions);
    case 'tool':
    case undefined:
      return {
        problem:
          'Nothing to rename here. Skills, agents, plugins, arguments, headings and files can be renamed, by their name',
      };
  }
}

function renamedSkill(
  { skills, name, by, range }: SkillSubject,
  { document: { text } }: FollowedText,
  sessions: readonly ShownSession[],
): Renamed | Refusal {
  const [skill, ...others] = skills;
  if (!skill && by === 'own-name') return { problem: 'This file is not among the skills of the workspace' };
  if (!skill) return { problem: `There is no skill \`${name}\` to rename` };
  const owned = sessions.flatMap((session) => sessionWith(session, skill.id) ?? []);
  if (others.length > 0 || (by === 'prefix-rule' && skill.name !== name)) {
    return { problem: `\`${name}\` is not the name of a single skill. Rename a skill where it is named alone` };
  }
  const refusal = notRenamed(skill, owned);
  if (refusal) return refusal;
  const own = skillItem(skill).name;
  const part = name === own || name === skill.name || name.endsWith(`:${own}`) ? 'folder' : 'name-field';
  const ofName = part === 'folder' ? own : name.slice(name.lastIndexOf(':') + 1);
  const start = range.end - ofName.length;
  if (text.slice(start, range.end) !== ofName)
    return { problem: 'This name is written with escapes. Rename the skill in its own file' };
  return { kind: 'skill', skill, part, name: ofName, range: textRange(start, range.end) };
}

function renamedAgent(
  { agents, range }: Extract<Subject, { kind: 'agent' }>,
  text: string,
  sessions: readonly ShownSession[],
): Renamed | Refusal {
  const [agent, ...others] = agents;
  const written = text.slice(range.start, range.end);
  if (!agent) return { problem: `There is no agent file for \`${written}\`, so there is nothing to rename` };
  if (others.length > 0)
    return {
      problem: `Several agents have the name \`${agent.name}\`. Edit the field \`name\` of the one that you mean`,
    };
  const refusal = agentNotRenamed(agent, sessions);
  if (refusal) return refusal;
  // The agents of a plugin have its name before their own.
  const name = ownAgentName(agent);
  const start = range.end - name.length;
  if (text.slice(start, range.end) !== name)
    return { problem: 'This name is written with escapes. Rename the agent in its own file' };
  return { kind: 'agent', agent, name, range: textRange(start, range.end) };
}

function renamedPlugin(
  { plugin, range }: Extract<Subject, { kind: 'plugin' }>,
  { document, file }: FollowedText,
  sessions: readonly ShownSession[],
): Renamed | Refusal {
  const { name } = plugin;
  const isDownloaded = sessions.some(({ sources }) =>
    sources.some((source) => source.plugin !== undefined && source.owner === plugin.folder && !isWritable(source)),
  );
  if (isDownloaded) return { problem: `\`${name}\` is read-only because it is an installed plugin` };
  if (!isEditable({ path: file.bases.path, isOwn: true }, sessions))
    return { problem: `\`${name}\` is outside this workspace, which is not trusted. Trust the workspace first` };
  if (document.text.slice(range.start, range.end) !== name)
    return { problem: 'This name is written with escapes. Edit it in the text' };
  return { kind: 'plugin', plugin, name, range };
}

function renamedFile({ reference }: Extract<Subject, { kind: 'file' }>, text: string): Renamed | Refusal {
  const { path, written } = reference.target;
  const whole = text.slice(written.range.start, written.range.end);
  const name = lastPart(path);
  const at = whole.lastIndexOf(name);
  const isLast = at >= 0 && /^\/*$/.test(whole.slice(at + name.length)) && (at === 0 || whole[at - 1] === '/');
  if (!isLast) return { problem: 'Rename the file in the Explorer. Links to it follow' };
  const start = written.range.start + at;
  return { kind: 'file', path, name, range: textRange(start, start + name.length) };
}

/**
 * Whether an editor that knows Markdown renames something itself, in every file of the workspace: the target of a plain
 * link, and a heading of a file that no other kind of link leads to.
 */
export async function isRenamedByEditor(
  subject: Subject,
  open: FollowedText,
  sessions: readonly ShownSession[],
  texts: Texts,
): Promise<boolean> {
  if (subject.kind === 'file') return isPlainLink(subject.reference, open.document.text);
  if (subject.kind !== 'heading' || open.file.kind !== undefined) return false;
  const naming = await namingTextsOf(subject, open, sessions, texts);
  return naming.every(({ text, references }) =>
    references.every((reference) => isFileReference(reference) && isPlainLink(reference, text)),
  );
}

function isPlaceholderOf(name: string, range: TextRange, { document: { text } }: FollowedText): boolean {
  return text.slice(range.start, range.end) === `$${name}`;
}

/** A name without `$` or quotes. */
function withoutMarks(name: string, range: TextRange, text: string): TextRange {
  const start = text.indexOf(name, range.start);
  return textRange(start, start + name.length);
}
