import { findField } from '../../dialect/fields.ts';
import { findTool } from '../../dialect/tools/tools.ts';
import { isEvaluationKind, isJsonKind } from '../../document/runtime-id.ts';
import type { OpenFile } from '../check/open-file.ts';
import { bodyLine } from './body/body-line.ts';
import { typedMention } from './complete-entry.ts';
import { typedEvaluationPath } from './complete-evaluation-path.ts';
import { typedHookPath } from './frontmatter/complete-hook-command.ts';
import { frontmatterPosition, isInFrontmatter } from './frontmatter/frontmatter-position.ts';

interface NeededFromDisk {
  /** Globs for files of the project. */
  readonly globs?: boolean;
  /** The MCP servers of the project, the plugin and the user. */
  readonly mcpServers?: boolean;
  /** The entries of this folder. */
  readonly folder?: string | undefined;
  /** Where that folder really has to be. */
  readonly within?: string | undefined;
  /** The options that the manifest of the plugin declares. */
  readonly pluginOptions?: boolean;
}

/** A path in the parentheses of a rule. */
const inSpecifier = /\b(\w{1,40})\([^()]*$/;

/** The folders and files that a completion at an offset needs from the disk; undefined if it needs none. */
export function neededFromDisk(open: OpenFile, offset: number): NeededFromDisk | undefined {
  const { document, file } = open;
  if (isJsonKind(file.kind)) return undefined;
  if (isEvaluationKind(file.kind)) {
    const path = typedEvaluationPath(open, file.kind, offset);
    return path && { folder: path.folder, within: path.within };
  }
  const line = bodyLine(document, offset);
  if (!isInFrontmatter(document, offset)) {
    const pluginOptions = file.pluginRoot !== undefined && /\$\{?[\w.]{0,60}$/.test(line.before);
    const folder = file.kind === 'agent' ? undefined : typedMention(line, file.project)?.folder;
    return folder !== undefined || pluginOptions ? { folder, pluginOptions } : undefined;
  }
  const [key] = frontmatterPosition(document, offset)?.path ?? [];
  const form = key === undefined ? undefined : findField(key, file.kind)?.form;
  if (form === 'globs') return { globs: true };
  const tool = inSpecifier.exec(line.before)?.[1];
  const globs = tool !== undefined && findTool(tool)?.specifier === 'path';
  if (form === 'hooks') return { globs, mcpServers: true, folder: typedHookPath(open, offset)?.folder };
  return form === 'tools' || key === 'mcpServers' ? { globs, mcpServers: true } : undefined;
}
