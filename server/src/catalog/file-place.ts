import type { FileKind } from '../document/runtime-id.ts';
import type { MisplacedFile, Place } from './file-context.ts';

/** Folders of other products that read skills, beside or instead of Claude Code. */
const otherProductFolders = new Set([
  '.agents',
  '.codex',
  '.copilot',
  '.cursor',
  '.gemini',
  '.github',
  '.kiro',
  '.opencode',
  '.windsurf',
]);

/** What a path alone says about a file. */
export interface FilePlace {
  readonly kind: FileKind;
  readonly place: Exclude<Place, 'plugin'>;
  readonly misplaced: MisplacedFile | undefined;
}

/**
 * Tells the kind of a file from its path, or undefined when the path is none of a skill, command or agent.
 *
 * @param path absolute, with `/`
 * @param pluginRoot the folder with `.claude-plugin/plugin.json` above the file, if any
 */
export function placeOfPath(path: string, pluginRoot: string | undefined): FilePlace | undefined {
  const parts = path.split('/');
  const fileName = parts.at(-1)!;
  const claude = parts.lastIndexOf('.claude', parts.length - 2);
  const below = claude >= 0 ? parts.slice(claude + 1) : [];
  const place =
    claude >= 0 ? 'claude' : parts.some((part) => otherProductFolders.has(part)) ? 'other-product' : 'unknown';

  const inPlugin = pluginRoot && path.startsWith(`${pluginRoot}/`) ? path.slice(pluginRoot.length + 1).split('/') : [];
  const folder = below.length > 1 ? below[0] : inPlugin.length > 1 ? inPlugin[0] : undefined;
  // In any other spelling it is a command or an agent like any other there.
  if (fileName === 'SKILL.md' || (/^skill\.md$/i.test(fileName) && folder !== 'commands' && folder !== 'agents')) {
    return { kind: 'skill', place, misplaced: below[0] === 'skills' ? misplacedSkill(below) : undefined };
  }
  if (!/\.md$/i.test(fileName) || /^readme\.md$/i.test(fileName)) return undefined;
  if (below[0] === 'skills' && below.length === 2) {
    return { kind: 'skill', place, misplaced: misplacedSkill(below) };
  }
  if (folder === 'commands') return { kind: 'command', place, misplaced: undefined };
  // `*.agent.md` is VS Code's own format.
  if (folder === 'agents' && !fileName.endsWith('.agent.md')) return { kind: 'agent', place, misplaced: undefined };
  return undefined;
}

/** The client reads `skills/<folder>/SKILL.md` and nothing else. */
function misplacedSkill(below: readonly string[]): MisplacedFile | undefined {
  const inside = below.slice(1);
  const fileName = inside.at(-1)!;
  if (inside.length === 1) {
    if (/^skill\.md$/i.test(fileName)) return { reason: 'skills-root', loadedAt: 'my-skill/SKILL.md' };
    return { reason: 'loose-file', loadedAt: `${fileName.replace(/\.md$/i, '')}/SKILL.md` };
  }
  if (inside.length > 2) return { reason: 'too-deep', loadedAt: `${inside.at(-2)}/SKILL.md` };
  return undefined;
}
