import { declaredFacts } from '../../catalog/facts/declared-facts.ts';
import { documentOfBytes } from '../../catalog/facts/document-of-bytes.ts';
import { DEFAULT_RUNTIME } from '../../dialect/runtimes/capabilities.ts';
import { CODE_RUNNERS } from '../../dialect/tools/tools.ts';
import type { SkillDocument } from '../../document/skill-document.ts';
import { BoundedWalk, entriesBelow } from '../../platform/bounded-walk.ts';
import { SKILL_WALK } from '../../platform/bounds.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { lastPart } from '../../platform/paths.ts';

/** The needs of a skill or command that is evaluated. */
export interface EvaluatedSkill {
  /** The name of its folder, and the one that it declares. */
  readonly names: readonly string[];
  /** The files in its folder that its text names, relative to it. */
  readonly files: readonly string[];
  /** The scripts among them that its text runs, which are not in `files`. */
  readonly scripts: readonly string[];
  /** The rules in `allowed-tools`. */
  readonly tools: readonly string[];
  /** Whether a call by the model needs a permission, because the skill does more than add text. */
  readonly needsPermission: boolean;
}

/** Skills of one plugin that are read, and bytes and files of one. */
const maxSkills = 100;
const maxBytes = 1 << 20;
const maxFiles = 500;

/** Folders that are not part of what a session uses. */
const skipped = new Set(['evals', 'node_modules', '.git', '__pycache__']);

/** The needs of the skills of a plugin, or of a skill's own folder; undefined if there are too many. */
export async function readEvaluatedSkills(
  owner: string,
  isPlugin: boolean,
  files: FileSystem,
): Promise<readonly EvaluatedSkill[] | undefined> {
  const folders = isPlugin
    ? ((await files.readFolder(`${owner}/skills`)) ?? [])
        .filter(({ type }) => type === 'folder')
        .map(({ name }) => `${owner}/skills/${name}`)
    : [];
  if ((await files.typeOf(`${owner}/SKILL.md`)) === 'file') folders.push(owner);
  const commands = isPlugin
    ? ((await files.readFolder(`${owner}/commands`)) ?? []).filter(({ name }) => name.endsWith('.md'))
    : [];
  if (folders.length + commands.length > maxSkills) return undefined;
  const found = await Promise.all([
    ...folders.map((folder) => readSkill(folder, isPlugin, files)),
    ...commands.map(({ name }) => readCommand(`${owner}/commands/${name}`, files)),
  ]);
  return found.filter((skill) => skill !== undefined);
}

/** A command has no files of its own. */
async function readCommand(path: string, files: FileSystem): Promise<EvaluatedSkill | undefined> {
  const bytes = await files.readFile(path, maxBytes);
  if (!bytes) return undefined;
  const document = documentOfBytes(bytes, DEFAULT_RUNTIME, 'command');
  const names = [lastPart(path).slice(0, -'.md'.length)];
  return { names, files: [], scripts: [], ...declaredIn(document, 'command', true) };
}

function declaredIn(document: SkillDocument, kind: 'skill' | 'command', isPlugin: boolean) {
  const { allowedTools, disallowedTools } = declaredFacts(document, kind, isPlugin);
  const hasHooks = document.frontmatter.fields.has('hooks');
  return { tools: allowedTools, needsPermission: allowedTools.length + disallowedTools.length > 0 || hasHooks };
}

async function readSkill(folder: string, isPlugin: boolean, files: FileSystem): Promise<EvaluatedSkill | undefined> {
  const bytes = await files.readFile(`${folder}/SKILL.md`, maxBytes);
  if (!bytes) return undefined;
  const document = documentOfBytes(bytes, DEFAULT_RUNTIME, 'skill');
  const { name } = declaredFacts(document, 'skill', isPlugin);
  const text = document.text.slice(document.bodyStart);
  const named = (await bundledFiles(folder, files)).filter((path) => text.includes(path) && !isAboutFolder.test(path));
  const scripts = named.filter((path) => isRun(path, text));
  return {
    names: [lastPart(folder), ...(name === undefined || name === lastPart(folder) ? [] : [name])],
    files: named.filter((path) => !scripts.includes(path)),
    scripts,
    ...declaredIn(document, 'skill', isPlugin),
  };
}

/** Files that every project has; a text that names one mostly means that of the user's project. */
const isAboutFolder =
  /^(?:README|LICEN[CS]E|NOTICE|CHANGELOG|CONTRIBUTING|SECURITY|AGENTS|CLAUDE)(?:\.\w+)?$|^(?:package(?:-lock)?\.json|tsconfig\.json|pyproject\.toml|requirements\.txt)$/i;

async function bundledFiles(folder: string, files: FileSystem): Promise<readonly string[]> {
  const walk = new BoundedWalk(files, SKILL_WALK);
  const found: string[] = [];
  for await (const { path, type, name } of entriesBelow(folder, walk, ({ name }) => !skipped.has(name))) {
    if (found.length === maxFiles) break;
    // A name such as `a` may be any word.
    if (type === 'file' && path !== 'SKILL.md' && name.includes('.')) found.push(path);
  }
  return found;
}

const isScript = /\.(?:py|sh|bash|zsh|m?js|cjs|ts|rb|pl|ps1)$/i;

/** Whether a line that names a script runs it, rather than to point to it. */
function isRun(path: string, text: string): boolean {
  if (!isScript.test(path)) return false;
  return text.split('\n').some((line) => {
    const at = line.indexOf(path);
    if (at < 0) return false;
    const words = line.slice(Math.max(0, at - longestCommand), at).split(/[^\w./-]+/);
    return words.some((word) => CODE_RUNNERS.has(word) || word.endsWith('./') || runningWord.test(word));
  });
}

/** Characters before a path in which a command begins. */
const longestCommand = 200;

const runningWord = /^(?:runs?|running|execut(?:es?|ing)|call|invoke|start|python3?|uv|node|npx|bun|deno)$/i;
