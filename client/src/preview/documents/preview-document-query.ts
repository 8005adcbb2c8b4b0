import type { PreviewParams } from '../../../../server/src/protocol.ts';

/** The content of a read-only document: what an invocation sends, or commands, by the key they were opened with. */
export type PreviewDocumentQuery = Pick<PreviewParams, 'uri' | 'arguments'> | { readonly commands: string };

/** Validates the query of a document's URI, which anyone may have created; undefined if it is not ours. */
export function readDocumentQuery(query: string): PreviewDocumentQuery | undefined {
  const { uri, arguments: text, commands } = parsed(query);
  if (typeof commands === 'string') return { commands };
  return typeof uri === 'string' && typeof text === 'string' ? { uri, arguments: text } : undefined;
}

function parsed(query: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(query) ?? {};
  } catch {
    return {};
  }
}
