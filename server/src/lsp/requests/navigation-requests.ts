import type { CancellationToken, Connection, Position } from 'vscode-languageserver';
import { DEFAULT_RUNTIME } from '../../dialect/runtimes/capabilities.ts';
import { agentItemOf, incomingCalls, outgoingCalls, skillItemOf } from '../../features/navigation/call-hierarchy.ts';
import { definitions } from '../../features/navigation/definitions.ts';
import { documentLinks } from '../../features/navigation/document-links.ts';
import { findReferences } from '../../features/navigation/find-references.ts';
import type { FollowedText } from '../../features/navigation/followed-text.ts';
import type { Texts } from '../../features/navigation/locations.ts';
import { isLeftToEditor, ownSkill, type Subject, subjectAt } from '../../features/navigation/subject-at.ts';
import type { ShownSession } from '../../features/shown-skills/shown-session.ts';
import { toLspRange } from '../../features/text/lsp-range.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import type { ClientFacts } from '../client-facts.ts';
import { resourcePath } from '../resource-path.ts';
import { safely } from '../safely.ts';
import type { Catalogs } from '../state/catalogs.ts';
import type { FollowedTexts } from '../state/followed-texts.ts';

/** The name at a place of an open document, and everything that is needed to follow it. */
export interface NavigationQuestion {
  readonly open: FollowedText;
  readonly subject: Subject | undefined;
  /** The one that the document belongs to comes first. */
  readonly sessions: readonly ShownSession[];
  readonly texts: Texts;
}

/** Finds the name at a place; undefined for documents in which nothing is followed. */
export async function navigationQuestion(
  uri: string,
  position: Position,
  followed: FollowedTexts,
  catalogs: Catalogs,
  files: FileSystem,
): Promise<NavigationQuestion | undefined> {
  const open = await followed.of(uri);
  if (!open) return undefined;
  const sessions = await sessionsAround(open.file.bases.path, catalogs);
  const offset = open.document.lines.offsetAt(position);
  const texts = { files, open: followed.inEditor, runtime: open.document.runtime };
  return { open, subject: subjectAt(open, offset, sessions[0]), sessions, texts };
}

/** All sessions, first the one that a file belongs to, with what its folder offers if the file is part of it. */
export async function sessionsAround(path: string, catalogs: Catalogs): Promise<readonly ShownSession[]> {
  const all = await catalogs.sessions();
  const around = catalogs.aroundOffered(path);
  return around ? [around, ...all.filter(({ info }) => info.uri !== around.info.uri)] : all;
}

/** Answers what an editor asks in order to follow a name: links, definitions, references and who loads a skill. */
export function answerNavigation(
  connection: Connection,
  followed: FollowedTexts,
  catalogs: Catalogs,
  files: FileSystem,
  client: () => ClientFacts,
): void {
  const at = <Result>(
    name: string,
    fallback: Result,
    compute: (asked: NavigationQuestion & { readonly subject: Subject }) => Promise<Result>,
  ) => {
    return (
      { textDocument, position }: { textDocument: { uri: string }; position: Position },
      token: CancellationToken,
    ) =>
      safely(name, fallback, connection.console, token, async () => {
        const asked = await navigationQuestion(textDocument.uri, position, followed, catalogs, files);
        const { subject, open } = asked ?? {};
        if (!asked || !subject || !open || token.isCancellationRequested) return fallback;
        if (client().knowsMarkdown && isLeftToEditor(subject, open)) return fallback;
        return compute({ ...asked, subject });
      });
  };
  connection.onDocumentLinks(({ textDocument }, token) =>
    safely('Finding links', [], connection.console, token, async () => {
      const open = await followed.of(textDocument.uri);
      return open ? documentLinks(open, files, client().knowsMarkdown) : [];
    }),
  );
  connection.onDefinition(
    at('Finding the definition', [], async ({ subject, open, texts }) => {
      const found = await definitions(subject, open, texts);
      if (!client().linksDefinitions) return found;
      const originSelectionRange = toLspRange(open.document.lines, subject.range);
      return found.map(({ uri, range }) => ({
        originSelectionRange,
        targetUri: uri,
        targetRange: range,
        targetSelectionRange: range,
      })) as never;
    }),
  );
  connection.onReferences(({ context, ...params }, token) =>
    at('Finding references', [], ({ subject, open, sessions, texts }) =>
      findReferences(subject, open, sessions, texts, context.includeDeclaration),
    )(params, token),
  );
  const { callHierarchy } = connection.languages;
  callHierarchy.onPrepare(({ textDocument, position }, token) =>
    safely('Preparing the call hierarchy', null, connection.console, token, async () => {
      const asked = await navigationQuestion(textDocument.uri, position, followed, catalogs, files);
      const session = asked?.sessions[0];
      if (!asked || !session) return null;
      const { subject, open, texts } = asked;
      if (subject?.kind === 'agent')
        return (await Promise.all(subject.agents.map((agent) => agentItemOf(agent, session, texts)))).flat();
      const own = ownSkill(open, session);
      const skills = subject?.kind === 'skill' ? subject.skills : own ? [own] : [];
      return (await Promise.all(skills.map((skill) => skillItemOf(skill, session, texts)))).flat();
    }),
  );
  const around = async (uri: string) => {
    const sessions = await sessionsAround(resourcePath(uri), catalogs);
    const texts = { files, open: followed.inEditor, runtime: sessions[0]?.catalog.runtime ?? DEFAULT_RUNTIME };
    return { sessions, texts };
  };
  callHierarchy.onIncomingCalls(({ item }, token) =>
    safely('Finding what loads a skill', [], connection.console, token, async () => {
      const { sessions, texts } = await around(item.uri);
      return incomingCalls(item, sessions, texts);
    }),
  );
  callHierarchy.onOutgoingCalls(({ item }, token) =>
    safely('Finding what a skill loads', [], connection.console, token, async () => {
      const { sessions, texts } = await around(item.uri);
      return outgoingCalls(item, sessions, texts);
    }),
  );
}
