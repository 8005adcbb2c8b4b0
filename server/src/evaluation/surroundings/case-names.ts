import { DEFAULT_RUNTIME } from '../../dialect/runtimes/capabilities.ts';
import { findFrontmatterBlock } from '../../document/frontmatter/frontmatter-block.ts';
import { BoundedWalk, entriesBelow } from '../../platform/bounded-walk.ts';
import { SKILL_WALK } from '../../platform/bounds.ts';
import { decodeText } from '../../platform/decode-text.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { folderOf, lastPart } from '../../platform/paths.ts';
import { evaluationOfPath } from './evaluation-path.ts';

/** The folders of the cases with each name. */
export type CaseNames = ReadonlyMap<string, readonly string[]>;

/** Cases of a folder whose names are read. */
const maxCases = 500;

/** A larger file is not read for the name in it. */
const maxBytes = 1 << 18;

/** How the cases in a folder of evaluations are called: by `name` in the prompt or the definition, or by their folders. */
export async function namesOfCases(evaluations: string, files: FileSystem): Promise<CaseNames> {
  const walk = new BoundedWalk(files, SKILL_WALK);
  const cases = new Map<string, { prompt?: string; definition?: string }>();
  for await (const { path, type } of entriesBelow(evaluations, walk, ({ name }) => name !== 'results')) {
    const file = `${evaluations}/${path}`;
    const kind = type === 'file' ? evaluationOfPath(file.split('/'), evaluations) : undefined;
    if (kind !== 'eval-prompt' && kind !== 'eval-case') continue;
    const folder = folderOf(file);
    if (!cases.has(folder) && cases.size === maxCases) continue;
    cases.set(folder, { ...cases.get(folder), [kind === 'eval-prompt' ? 'prompt' : 'definition']: file });
  }
  const names = new Map<string, string[]>();
  for (const [folder, { prompt, definition }] of cases) {
    const name = (await nameIn(prompt, files)) ?? (await nameIn(definition, files)) ?? lastPart(folder);
    names.set(name, [...(names.get(name) ?? []), folder]);
  }
  return names;
}

async function nameIn(path: string | undefined, files: FileSystem): Promise<string | undefined> {
  const bytes = path === undefined ? undefined : await files.readFile(path, maxBytes);
  if (!path || !bytes) return undefined;
  const text = decodeText(bytes);
  const block = path.endsWith('.md') ? findFrontmatterBlock(text, DEFAULT_RUNTIME) : undefined;
  if (path.endsWith('.md') && !block) return undefined;
  const data = block ? text.slice(block.content.start, block.content.end) : text;
  return /^name:[ \t]*["']?([^"'\r\n#]+?)["']?[ \t]*(?:#.*)?\r?$/m.exec(data)?.[1];
}
