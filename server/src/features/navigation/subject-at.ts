import type { CatalogAgent } from '../../catalog/catalog.ts';
import type { CatalogSkill } from '../../catalog/catalog-skill.ts';
import { isEvaluationKind } from '../../document/runtime-id.ts';
import type { Field, SkillDocument } from '../../document/skill-document.ts';
import { rangeHolds, type TextRange, textRange } from '../../document/text/text-range.ts';
import { folderOf } from '../../platform/paths.ts';
import { rangeInValue } from '../../rules/readings/fields/value-source.ts';
import { headingAnchors } from '../references/headings.ts';
import { meantAgents, meantSkills } from '../references/meant-skills.ts';
import { type NamedPlugin, pluginNameAt } from '../references/plugin-names.ts';
import { type FileReference, isPlainLink, type Reference } from '../references/reference.ts';
import { referencesIn } from '../references/references-in.ts';
import type { ShownSession } from '../shown-skills/shown-session.ts';
import type { FollowedText } from './followed-text.ts';

/** A thing that a place in a text names or defines. */
export type Subject =
  | SkillSubject
  | { readonly kind: 'agent'; readonly agents: readonly CatalogAgent[]; readonly range: TextRange }
  | { readonly kind: 'argument'; readonly index: number; readonly range: TextRange }
  | { readonly kind: 'plugin'; readonly plugin: NamedPlugin; readonly range: TextRange }
  /** A heading of the open file. */
  | { readonly kind: 'heading'; readonly index: number; readonly range: TextRange }
  | { readonly kind: 'tool'; readonly name: string; readonly paths: readonly string[]; readonly range: TextRange }
  | { readonly kind: 'file'; readonly reference: FileReference; readonly range: TextRange };

/** A place that names skills. */
export interface SkillSubject {
  readonly kind: 'skill';
  readonly skills: readonly CatalogSkill[];
  /** As it is written there. */
  readonly name: string;
  readonly by: SkillNamingOrOwn;
  /** The folder where it should be if no session has it. */
  readonly elsewhere?: string | undefined;
  readonly range: TextRange;
}

type SkillNamingOrOwn = Extract<Reference['target'], { kind: 'skill' }>['by'] | 'own-name';

/** Finds the thing named or defined at an offset. Without a session, nothing is known about skills and agents. */
export function subjectAt(open: FollowedText, offset: number, session: ShownSession | undefined): Subject | undefined {
  const reference = referencesIn(open.document, open.file).find(({ range }) => rangeHolds(range, offset));
  return reference ? referred(reference, open, session) : defined(open, offset, session);
}

function referred(reference: Reference, { document, file }: FollowedText, session: ShownSession | undefined): Subject {
  const { target, range } = reference;
  switch (target.kind) {
    case 'skill': {
      const skills = session ? meantSkills(target, session.catalog) : [];
      return { kind: 'skill', skills, name: target.name, by: target.by, elsewhere: target.elsewhere, range };
    }
    case 'agent':
      return { kind: 'agent', agents: session ? meantAgents(target.name, session.catalog) : [], range };
    case 'tool':
      return { ...target, range };
    case 'argument':
      return { kind: 'argument', index: target.index, range };
    case 'file': {
      const index = target.path === file.bases.path && target.heading ? headingAt(target.heading, document) : -1;
      if (index >= 0) return { kind: 'heading', index, range };
      return { kind: 'file', reference: { target, range }, range };
    }
  }
}

/** The heading that an anchor names; -1 if there is none. */
export function headingAt(anchor: string, document: SkillDocument): number {
  return headingAnchors(document).indexOf(anchor.toLowerCase());
}

function defined(open: FollowedText, offset: number, session: ShownSession | undefined): Subject | undefined {
  const { document, file } = open;
  if (file.kind === 'plugin' || file.kind === 'marketplace') {
    const folder = folderOf(folderOf(file.bases.path));
    const found = pluginNameAt(document.json?.root, { kind: file.kind, folder }, offset);
    return found && { kind: 'plugin', ...found };
  }
  // In evaluations, `name` is not that of a skill.
  if (file.kind !== undefined && isEvaluationKind(file.kind)) return undefined;
  const { frontmatter, argumentNames, body } = document;
  const name = frontmatter.fields.get('name');
  if (file.kind !== undefined && name && rangeHolds(name.range, offset)) {
    const range = valueRange(name, document);
    if (file.kind === 'agent') {
      const agents = session?.catalog.agents().filter(({ path }) => path === file.bases.path) ?? [];
      return { kind: 'agent', agents, range };
    }
    const skill = ownSkill(open, session);
    return { kind: 'skill', skills: skill ? [skill] : [], name: textOf(name), by: 'own-name', range };
  }
  const index = argumentNames.findIndex(({ range }) => rangeHolds(range, offset));
  if (file.kind !== undefined && index >= 0) return { kind: 'argument', index, range: argumentNames[index]!.range };
  const heading = body.headings.findIndex(({ range }) => rangeHolds(range, offset));
  return heading < 0 ? undefined : { kind: 'heading', index: heading, range: titleRange(document, heading) };
}

/** The skill or command in an open file. */
export function ownSkill({ file }: FollowedText, session: ShownSession | undefined): CatalogSkill | undefined {
  const skill = session?.catalog.at(file.bases.path);
  return skill?.path === file.bases.path ? skill : undefined;
}

/** The text of a heading without its marks; empty at its end if the text is not written in one piece. */
export function titleRange({ text, body }: SkillDocument, index: number): TextRange {
  const { range, text: title } = body.headings[index]!;
  const start = text.indexOf(title, range.start);
  return start < 0 || start + title.length > range.end
    ? textRange(range.end, range.end)
    : textRange(start, start + title.length);
}

function textOf({ value }: Field): string {
  return value.kind === 'scalar' && value.value !== null ? String(value.value) : '';
}

/** A value without its quotes. */
export function valueRange({ value }: Field, { text }: SkillDocument): TextRange {
  if (value.kind !== 'scalar' || typeof value.value !== 'string' || value.value === '') return value.range;
  return rangeInValue(text, value, 0, value.value.length);
}

/** Whether editors that know Markdown follow something themselves: a heading, or a link without a variable. */
export function isLeftToEditor(subject: Subject, { document }: FollowedText): boolean {
  if (subject.kind === 'heading') return true;
  return subject.kind === 'file' && isPlainLink(subject.reference, document.text);
}
