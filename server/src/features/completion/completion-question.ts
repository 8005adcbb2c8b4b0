import type { Catalog } from '../../catalog/catalog.ts';
import type { PluginOption } from '../../catalog/settings/plugin-options.ts';
import type { FolderEntry } from '../../platform/file-system.ts';
import type { PreviewedWords } from '../hover/placeholder-text.ts';

/** Everything known where completions are requested, besides the file; each part may be missing. */
export interface CompletionQuestion {
  /** The session that the file belongs to. */
  readonly catalog?: Catalog | undefined;
  /** The MCP servers of the project, the plugin and the user. */
  readonly mcpServers?: readonly string[] | undefined;
  /** Globs for files of the project. */
  readonly globs?: readonly string[] | undefined;
  /** The entries of the folder that a typed path leads to. */
  readonly entries?: readonly FolderEntry[] | undefined;
  /** The options that the manifest of the plugin declares. */
  readonly pluginOptions?: readonly PluginOption[] | undefined;
  /** The arguments with which the file was last previewed. */
  readonly previewed?: PreviewedWords | undefined;
  /** The character that the user typed, if that is why completions are requested: prose must stay quiet then. */
  readonly typed?: string | undefined;
}
