import { type CompletionItem, CompletionTriggerKind, type Connection } from 'vscode-languageserver';
import type { Catalog } from '../../catalog/catalog.ts';
import { skillDocumentation } from '../../features/completion/complete-skill-mention.ts';
import { completion } from '../../features/completion/completion.ts';
import type { ProposalData } from '../../features/completion/proposal.ts';
import type { ClientFacts } from '../client-facts.ts';
import { isOnDisk, resourcePath } from '../resource-path.ts';
import { safely } from '../safely.ts';
import type { Catalogs } from '../state/catalogs.ts';
import type { OpenDocuments } from '../state/open-documents.ts';
import type { PreviewedArguments } from '../state/previewed-arguments.ts';

/** Answers `textDocument/completion`, and finds documentation that an item comes without. Neither waits for the catalog. */
export function answerCompletions(
  connection: Connection,
  documents: OpenDocuments,
  catalogs: Catalogs,
  previewed: PreviewedArguments,
  client: () => ClientFacts,
): void {
  connection.onCompletion(({ textDocument: { uri }, position, context }, token) =>
    safely<CompletionItem[]>('Completion', [], connection.console, token, async () => {
      const open = await documents.read(uri);
      if (!open || token.isCancellationRequested) return [];
      const isTyped = context?.triggerKind === CompletionTriggerKind.TriggerCharacter;
      return completion(open, open.document.lines.offsetAt(position), client(), {
        catalog: catalogAround(uri),
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

  function catalogAround(uri: string): Catalog | undefined {
    return isOnDisk(uri) ? catalogs.aroundOffered(resourcePath(uri))?.catalog : undefined;
  }
}
