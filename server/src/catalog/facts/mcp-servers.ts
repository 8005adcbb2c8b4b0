import { mapOf, parseMap } from '../../document/json-values.ts';
import type { FileSystem } from '../../platform/file-system.ts';

/** The largest `.mcp.json` that is read: it has a few servers. */
const maxBytes = 512 * 1024;

/**
 * The names of the MCP servers that the `.mcp.json` of some folders define.
 *
 * @param folders those of projects and plugins
 */
export async function readMcpServers(folders: readonly string[], files: FileSystem): Promise<readonly string[]> {
  const found = await Promise.all(
    folders.map(async (folder) => {
      const bytes = await files.readFile(`${folder}/.mcp.json`, maxBytes);
      const content = parseMap(bytes);
      // In plugins, the servers may be the whole content.
      return Object.keys(mapOf(content?.mcpServers) ?? content ?? {});
    }),
  );
  return [...new Set(found.flat())];
}
