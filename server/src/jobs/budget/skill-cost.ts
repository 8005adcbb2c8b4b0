import { URI } from 'vscode-uri';
import type { Catalog } from '../../catalog/catalog.ts';
import type { CatalogSkill } from '../../catalog/catalog-skill.ts';
import { estimateTokens } from '../../dialect/text/token-estimate.ts';
import { BoundedWalk } from '../../platform/bounded-walk.ts';
import { SMALL_WALK } from '../../platform/bounds.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { mapConcurrently } from '../../platform/map-concurrently.ts';
import { relativeTo } from '../../platform/paths.ts';
import type { ContextPart, SkillCost, WhatIf } from '../../protocol.ts';
import { contextWindow, listingChanges } from './budget-report.ts';

/** Maximum number of files of one skill: a folder may contain anything. */
const maxFiles = 300;
const maxFolderDepth = 6;
/** Bytes above which a file is not counted as a reference. */
const maxFileSize = 1_000_000;
/** How many files are read at a time. */
const concurrency = 16;

/** Folders that are not part of a skill's instructions. */
const skippedFolders: ReadonlySet<string> = new Set(['.git', 'node_modules', '__pycache__', '.venv', 'venv']);

/** Files that are known not to be text without opening them. */
const binaryName =
  /\.(png|jpe?g|gif|webp|bmp|ico|avif|heic|pdf|docx?|xlsx?|pptx?|odt|zip|gz|tgz|xz|bz2|7z|rar|jar|skill|woff2?|ttf|otf|eot|mp[34]|wav|ogg|flac|mov|avi|webm|exe|dll|so|dylib|a|o|class|pyc|wasm|sqlite|db|bin|dat|parquet|pkl|npy|onnx|safetensors)$/i;

/** Bytes in which a binary file has a NUL. */
const sampledBytes = 8192;

/**
 * The cost of one skill in the context window: its line in the listing, its body when it is invoked, each text file
 * next to it when that is read. Tokens are estimates. Undefined for a skill that no longer exists.
 *
 * @param whatIf hypothetical changes of the listing
 */
export async function skillCost(
  catalog: Catalog,
  id: string,
  files: FileSystem,
  whatIf?: WhatIf,
): Promise<SkillCost | undefined> {
  const skill = catalog.get(id);
  if (!skill) return undefined;
  const listing = whatIf === undefined ? catalog.listing() : catalog.listing(listingChanges(whatIf));
  const line = listing.entries.find((entry) => entry.skill?.id === id)?.line;
  const uri = URI.file(skill.path).toString();
  return {
    name: skill.name,
    contextWindow: contextWindow(listing, catalog, whatIf),
    l1: { label: 'Line in the listing', tokens: line === undefined ? 0 : estimateTokens(line), uri },
    ...(line !== undefined && { line }),
    l2: { label: 'Body', tokens: skill.facts.bodyTokens, uri },
    ...(skill.kind === 'skill' ? await bundledTexts(skill, catalog, files) : { l3: [], l3Incomplete: false }),
  };
}

/** The text files in a skill's folder, by path, without those of skills further down. */
async function bundledTexts(
  skill: CatalogSkill,
  catalog: Catalog,
  files: FileSystem,
): Promise<Pick<SkillCost, 'l3' | 'l3Incomplete'>> {
  const paths: string[] = [];
  let l3Incomplete = false;
  const walk = new BoundedWalk(files, SMALL_WALK);
  const visit = async (folder: string, depth: number): Promise<void> => {
    const entries = [...(await walk.enter(folder, depth))].sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const { name, type } of entries) {
      const path = `${folder}/${name}`;
      if (paths.length >= maxFiles || depth > maxFolderDepth) {
        l3Incomplete = true;
        return;
      }
      if (type === 'folder' && !skippedFolders.has(name)) await visit(path, depth + 1);
      else if (type === 'file' && path !== skill.path && !binaryName.test(name) && isOwn(path)) paths.push(path);
    }
  };
  const isOwn = (path: string) => (catalog.at(path)?.folder ?? skill.folder) === skill.folder;
  await visit(skill.folder, 0);
  const read = await mapConcurrently(paths, concurrency, async (path): Promise<ContextPart | undefined> => {
    // Sizes above the limit of a reference do not matter.
    const text = textOf(await files.readFile(path, maxFileSize));
    if (text === undefined) return undefined;
    const label = relativeTo(path, skill.folder);
    return { label, tokens: estimateTokens(text), uri: URI.file(path).toString() };
  });
  return {
    l3: read.filter((part) => part !== undefined),
    l3Incomplete: l3Incomplete || walk.cut !== undefined || walk.unreadable.length > 0,
  };
}

/** The text of a file, unless it is binary or too large. */
function textOf(bytes: Uint8Array | undefined): string | undefined {
  if (!bytes || bytes.subarray(0, sampledBytes).includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
