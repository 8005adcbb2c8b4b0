import type { Location } from 'vscode-languageserver-types';
import type { CatalogSkill } from '../../catalog/catalog-skill.ts';
import { readDocument } from '../../document/read-document.ts';
import { lastPart } from '../../platform/paths.ts';
import { meantSkills } from '../references/meant-skills.ts';
import { type NamedPlugin, pluginNames } from '../references/plugin-names.ts';
import type { Reference } from '../references/reference.ts';
import { referencesIn } from '../references/references-in.ts';
import { namingFiles, type SessionFile, textsWith } from '../references/session-files.ts';
import { offeringEverything, type ShownSession } from '../shown-skills/shown-session.ts';
import { definitions } from './definitions.ts';
import type { FollowedText } from './followed-text.ts';
import { locationIn, type Texts } from './locations.ts';
import { headingAt, type Subject } from './subject-at.ts';

/** The references of one file. */
export interface NamingText {
  readonly file: SessionFile;
  readonly uri: string;
  readonly text: string;
  readonly references: readonly Reference[];
}

/** Everything that names what is named or defined somewhere. */
export async function findReferences(
  subject: Subject,
  open: FollowedText,
  sessions: readonly ShownSession[],
  texts: Texts,
  withDefinition: boolean,
): Promise<Location[]> {
  if (subject.kind === 'plugin') return namingPlugin(subject.plugin, sessions, texts);
  const found = withDefinition ? await definitions(subject, open, texts) : [];
  for (const { uri, text, references } of await namingTextsOf(subject, open, sessions, texts)) {
    for (const { range } of references) found.push(locationIn(uri, text, range));
  }
  return [...new Map(found.map((location) => [JSON.stringify(location), location])).values()];
}

/** Where a plugin is named: its definitions, in the manifest and in entries, are among them. */
async function namingPlugin(
  plugin: NamedPlugin,
  sessions: readonly ShownSession[],
  { files, open }: Texts,
): Promise<Location[]> {
  const found = await Promise.all(
    sessions.map((session) => pluginNames(plugin, offeringEverything(session), files, open)),
  );
  const locations = found
    .flat()
    .flatMap(({ text: { read }, ranges }) => ranges.map((range) => locationIn(read.uri, read.text, range)));
  return [...new Map(locations.map((location) => [JSON.stringify(location), location])).values()];
}

/** The texts that name what is named or defined somewhere, with these references. */
export async function namingTextsOf(
  subject: Exclude<Subject, { kind: 'plugin' }>,
  open: FollowedText,
  sessions: readonly ShownSession[],
  texts: Texts,
): Promise<Pick<NamingText, 'uri' | 'text' | 'references'>[]> {
  switch (subject.kind) {
    case 'skill':
      return (await Promise.all(subject.skills.map((skill) => namingSkill(skill, sessions, texts)))).flat();
    case 'agent':
      return namingAgent(new Set(subject.agents.map(({ name }) => name)), sessions, texts);
    case 'tool':
      return inOpenFile(open, ({ target }) => target.kind === 'tool' && target.name === subject.name);
    case 'argument':
      return inOpenFile(open, ({ target }) => target.kind === 'argument' && target.index === subject.index);
    case 'heading': {
      const { path } = open.file.bases;
      const isNamed = ({ target }: Reference) =>
        target.kind === 'file' &&
        target.path === path &&
        headingAt(target.heading ?? '', open.document) === subject.index;
      const own = inOpenFile(open, isNamed);
      return [...own, ...(await namingFileOf(path, sessions, texts, isNamed))];
    }
    case 'file': {
      const { path } = subject.reference.target;
      const isNamed = ({ target }: Reference) => target.kind === 'file' && target.path === path;
      return [...inOpenFile(open, isNamed), ...(await namingFileOf(path, sessions, texts, isNamed))];
    }
  }
}

function inOpenFile(
  open: FollowedText,
  isNamed: (reference: Reference) => boolean,
): Pick<NamingText, 'uri' | 'text' | 'references'>[] {
  const { document, uri } = open;
  return [{ uri, text: document.text, references: referencesIn(document, open.file).filter(isNamed) }];
}

/** The references to a skill, in every session that has it. */
export async function namingSkill(
  skill: CatalogSkill,
  sessions: readonly ShownSession[],
  texts: Texts,
): Promise<NamingText[]> {
  const found = await Promise.all(
    sessions.map(async ({ catalog }, index) => {
      const own = catalog.get(skill.id);
      if (!own) return [];
      const isNamed = ({ target }: Reference) =>
        target.kind === 'skill' && meantSkills(target, catalog).some(({ id }) => id === own.id);
      const words = [own.baseName, ...(own.alias === undefined ? [] : [own.alias])];
      return namingTexts(words, isNamed, sessions[index]!, texts);
    }),
  );
  return found.flat();
}

export async function namingAgent(
  names: ReadonlySet<string>,
  sessions: readonly ShownSession[],
  texts: Texts,
): Promise<NamingText[]> {
  const isNamed = ({ target }: Reference) => target.kind === 'agent' && names.has(target.name);
  const found = await Promise.all(sessions.map((session) => namingTexts([...names], isNamed, session, texts)));
  return found.flat();
}

/** The references to a file, in every session. */
async function namingFileOf(
  path: string,
  sessions: readonly ShownSession[],
  texts: Texts,
  isNamed: (reference: Reference) => boolean,
): Promise<NamingText[]> {
  const words = [lastPart(path), encodeURIComponent(lastPart(path))];
  const found = await Promise.all(sessions.map((session) => namingTexts(words, isNamed, session, texts)));
  return found.flat();
}

async function namingTexts(
  words: readonly string[],
  isNamed: (reference: Reference) => boolean,
  session: ShownSession,
  texts: Texts,
): Promise<NamingText[]> {
  return readReferences(await namingFiles(session, texts.files), words, isNamed, texts);
}

async function readReferences(
  candidates: readonly SessionFile[],
  words: readonly string[],
  isNamed: (reference: Reference) => boolean,
  { files, open, runtime }: Texts,
): Promise<NamingText[]> {
  const found = await textsWith(words, candidates, files, open);
  return found.flatMap(({ file, read: { uri, text } }) => {
    const references = referencesIn(readDocument(text, runtime, file.kind), file).filter(isNamed);
    return references.length === 0 ? [] : [{ file, uri, text, references }];
  });
}
