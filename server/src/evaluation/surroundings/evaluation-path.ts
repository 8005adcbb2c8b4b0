import type { EvaluationKind } from '../../document/runtime-id.ts';
import { isInside, relativeTo } from '../../platform/paths.ts';
import { defaultEvaluationsFolder } from './evaluations-folder.ts';

/** Folders below it in which the runner looks for no cases. */
const skippedFolders = new Set(['node_modules', '.claude', 'results', 'mocks']);

/** Files that sessions of prompts have made, which may look like evaluations. */
const keptOutputs = /\/results\/[^/]+\/[^/]+\/[^/]+\/run-\d+\/outputs\//;

/** Files that a case consists of, besides graders. */
const caseFiles: ReadonlyMap<string, EvaluationKind> = new Map([
  ['prompt.md', 'eval-prompt'],
  ['case.yaml', 'eval-case'],
]);

/** The tools of a server, as it lists them. */
export const savedToolsFile = '_tools.json';

/** `trigger-eval.json`, `trigger_evals.json`, `triggers.json`, `eval_set.json`, `eval-queries.json` */
const triggerSet = /^(?:triggers?(?:[-_](?:evals?|set|queries|tests?|cases))?|evals?[-_](?:set|queries))\.json$/;

/**
 * The kind of a file of an evaluation according to its path; undefined for all others.
 *
 * @param parts the folders and the name of an absolute path
 * @param named the folder of evaluations that the manifest of the plugin around the file names
 */
export function evaluationOfPath(parts: readonly string[], named?: string): EvaluationKind | undefined {
  const path = parts.join('/');
  if (keptOutputs.test(path)) return undefined;
  const isInNamed = named !== undefined && isInside(path, named);
  const at = parts.lastIndexOf(defaultEvaluationsFolder, parts.length - 2);
  if (at < 0 && !isInNamed) return undefined;
  const below = isInNamed ? relativeTo(path, named).split('/') : parts.slice(at + 1);
  const [fileName, folder, above] = [below.at(-1)!, below.at(-2), below.at(-3)];
  if (below.length === 1 && fileName === 'evals.json') return 'eval-set';
  if (below.length === 1 && isTriggerSetName(fileName)) return 'trigger-set';
  const mocks = below.indexOf('mocks');
  if (mocks >= 0) {
    const isOfServer = above === 'mocks' && mocks === below.length - 3 && !isSkipped(below.slice(0, mocks));
    if (!isOfServer || fileName.startsWith('.')) return undefined;
    return fileName.endsWith('.md') ? 'eval-mock' : fileName === savedToolsFile ? 'eval-tools' : undefined;
  }
  if (isSkipped(below.slice(0, -1))) return undefined;
  // The folder of the case is below that of the evaluations, or is that folder.
  if (folder === 'graders' && fileName.endsWith('.md')) return 'eval-grader';
  return caseFiles.get(fileName);
}

/** Whether a file is called like a trigger set, which is in a folder of evaluations, or next to a SKILL.md. */
export function isTriggerSetName(fileName: string): boolean {
  return triggerSet.test(fileName);
}

/** The folder of the case that a prompt, definition or grader belongs to; undefined for other files. */
export function caseFolderOf(path: string, kind: EvaluationKind): string | undefined {
  const parts = path.split('/');
  if (kind === 'eval-grader') return parts.slice(0, -2).join('/');
  return kind === 'eval-prompt' || kind === 'eval-case' ? parts.slice(0, -1).join('/') : undefined;
}

/** Whether a path may be that of a file of a case, in whatever folder its evaluations are. */
export function isNamedLikeCase(path: string): boolean {
  return /\/(?:prompt\.md|case\.yaml|graders\/[^/]+\.md|mocks\/[^/]+\/[^/]+\.(?:md|json))$/.test(path);
}

function isSkipped(folders: readonly string[]): boolean {
  return folders.some((name) => skippedFolders.has(name) || name.startsWith('.'));
}
