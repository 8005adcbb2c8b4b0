import { type CompletionItem, CompletionTriggerKind, type Connection, type Position } from 'vscode-languageserver';
import type { Catalog } from '../../catalog/catalog.ts';
import { readMcpServers } from '../../catalog/facts/mcp-servers.ts';
import { readUserMcpServers } from '../../catalog/settings/mcp-tools.ts';
import { readPluginOptions } from '../../catalog/settings/plugin-options.ts';
import type { OpenFile } from '../../features/check/open-file.ts';
import { skillDocumentation } from '../../features/completion/body/complete-skill-mention.ts';
import { completeFollowed } from '../../features/completion/complete-followed.ts';
import { completion } from '../../features/completion/completion.ts';
import type { CompletionQuestion } from '../../features/completion/completion-question.ts';
import { projectGlobs } from '../../features/completion/frontmatter/project-globs.ts';
import { neededFromDisk } from '../../features/completion/needed-from-disk.ts';
import type { ProposalData } from '../../features/completion/proposal.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { isWithin } from '../../platform/paths.ts';
import type { ClientFacts } from '../client-facts.ts';
import { isOnDisk, resourcePath } from '../resource-path.ts';
import { safely } from '../safely.ts';
import type { Catalogs } from '../state/catalogs.ts';
import type { FollowedTexts } from '../state/followed-texts.ts';
import type { OpenDocuments } from '../state/open-documents.ts';
import type { PreviewedArguments } from '../state/previewed-arguments.ts';

/** Answers `textDocument/completion`, and finds documentation that an item comes without. Neither waits for the catalog. */
export function answerCompletions(
  connection: Connection,
  documents: OpenDocuments,
  catalogs: Catalogs,
  files: FileSystem,
  previewed: PreviewedArguments,
  client: () => ClientFacts,
  followed: FollowedTexts,
): void {
  connection.onCompletion(({ textDocument: { uri }, position, context }, token) =>
    safely<CompletionItem[]>('Completion', [], connection.console, token, async () => {
      const open = await documents.read(uri);
      const isTyped = context?.triggerKind === CompletionTriggerKind.TriggerCharacter;
      if (!open) return inFollowed(uri, position, isTyped ? context.triggerCharacter : undefined);
      if (token.isCancellationRequested) return [];
      const offset = open.document.lines.offsetAt(position);
      const catalog = catalogAround(uri);
      return completion(open, offset, client(), {
        ...(await readNeeded(open, offset, catalog)),
        catalog,
        previewed: previewed.of(uri),
        typed: isTyped ? context.triggerCharacter : undefined,
      });
    }),
  );
  connection.onCompletionResolve((item, token) =>
    safely('Explaining a completion', item, connection.console, token, () => {
      const data = item.data as ProposalData | undefined;
      const catalog = data && catalogAround(data.uri);
      const value = catalog && skillDocumentation(data.skill, catalog);
      return value ? { ...item, documentation: { kind: 'markdown', value } } : item;
    }),
  );

  async function inFollowed(uri: string, position: Position, typed: string | undefined): Promise<CompletionItem[]> {
    const text = await followed.of(uri);
    if (!text) return [];
    const offset = text.document.lines.offsetAt(position);
    return completeFollowed(text, offset, client().knowsMarkdown && typed !== '(', files, followed.inEditor);
  }

  /** Reads the disk around a file: a few small reads, only where they help. */
  async function readNeeded(open: OpenFile, offset: number, catalog: Catalog | undefined): Promise<CompletionQuestion> {
    const needed = isOnDisk(open.uri) ? neededFromDisk(open, offset) : undefined;
    if (needed === undefined) return {};
    const { pluginRoot, project } = open.file;
    const folder = project ?? catalog?.folder;
    const folders = [folder, catalog?.folder, pluginRoot].filter((it) => it !== undefined);
    const [globs, servers, ofUser, entries, pluginOptions] = await Promise.all([
      needed.globs && folder !== undefined ? projectGlobs(folder, files) : [],
      needed.mcpServers ? readMcpServers([...new Set(folders)], files) : [],
      needed.mcpServers && catalog ? readUserMcpServers({ ...catalog.session, files }) : [],
      needed.folder === undefined ? undefined : entriesOf(needed.folder, needed.within),
      needed.pluginOptions && pluginRoot !== undefined ? readPluginOptions(pluginRoot, files) : [],
    ]);
    return { globs, mcpServers: [...new Set([...servers, ...ofUser])], entries, pluginOptions };
  }

  /** @param within where the folder really has to be: a link may lead anywhere */
  async function entriesOf(folder: string, within: string | undefined): Promise<CompletionQuestion['entries']> {
    const [real, around] =
      within === undefined ? [] : await Promise.all([folder, within].map((path) => files.realPath(path)));
    return within === undefined || (real !== undefined && isWithin(real, around))
      ? files.readFolder(folder)
      : undefined;
  }

  function catalogAround(uri: string): Catalog | undefined {
    return isOnDisk(uri) ? catalogs.aroundOffered(resourcePath(uri))?.catalog : undefined;
  }
}
