import { URI } from 'vscode-uri';
import { BoundedWalk, entriesBelow } from '../../../platform/bounded-walk.ts';
import { SKILL_WALK } from '../../../platform/bounds.ts';
import { decodeText } from '../../../platform/decode-text.ts';
import type { FileSystem } from '../../../platform/file-system.ts';
import { folderOf, isWithin, lastPart } from '../../../platform/paths.ts';
import type { CoveredFile, RunPart } from '../../../protocol.ts';
import { type KnownResults, lastRuns } from '../grading/last-runs.ts';
import { copiedSkill } from '../prompts/skill-copy.ts';
import type { PromptSet, SetPrompt } from '../prompts/suite-prompts.ts';
import type { SuiteWork } from './evaluation-work.ts';
import type { Suite } from './suites.ts';
import { type FileUse, type SkillUse, useInParts, useInTrace } from './trace-use.ts';

/** Files whose use is shown. */
const maxFiles = 1_000;

/** Bytes of a file whose lines are counted. */
const largestFile = 1 << 20;

/** Folders that do not belong to what a skill uses. */
const skipped = new Set(['evals', 'node_modules', '.git', '__pycache__']);

/** The last session of a prompt with the skill. */
export interface PromptTrace {
  /** The project that it ran in, which had a copy of the skill. */
  readonly folder: string;
  readonly parts: readonly RunPart[];
}

/** Finds the last session of a prompt with the skill; undefined if it was not kept. */
export type FindPromptTrace = (set: PromptSet, prompt: SetPrompt) => Promise<PromptTrace | undefined>;

/**
 * Which files of a plugin or skill the last runs used: those of cases with the plugin, and those of prompts with the skill, as
 * far as there is something left of them.
 */
export async function suiteCoverage(
  work: SuiteWork,
  files: FileSystem,
  findPromptTrace: FindPromptTrace,
): Promise<readonly CoveredFile[]> {
  const paths = await usableFiles(work, files);
  const counts = new Map<string, LineCounts>();
  for (const path of paths) {
    const bytes = await files.readFile(path, largestFile);
    const lines = bytes && linesOf(bytes);
    if (lines !== undefined) counts.set(path, new LineCounts(lines));
  }
  const known: KnownResults = new Map();
  let traces = 0;
  for (const it of work.cases) {
    const last = await lastRuns(it, files, { texts: new Set(), known });
    for (const { arm, recorded } of last?.runs ?? []) {
      if (!arm.isWithPlugin || !recorded) continue;
      traces += 1;
      for (const use of useInTrace(recorded.trace, [...counts.keys()])) count(use, counts, work.suite);
    }
  }
  for (const prompt of work.prompts) {
    const { set } = work;
    const trace = set?.skill === undefined ? undefined : await findPromptTrace(set, prompt);
    if (!trace) continue;
    traces += 1;
    for (const use of useOfPrompt(trace, set!.skill!, [...counts.keys()])) count(use, counts, work.suite);
  }
  // Without traces, nothing is known, rather than that nothing was used.
  if (traces === 0) return [];
  return [...counts].map(([path, it]) => coveredFile(path, it));
}

/** Which lines of a script ran is not known: only those that were read count then. */
function coveredFile(path: string, counts: LineCounts): CoveredFile {
  const uri = URI.file(path).toString();
  const ranges = counts.ranges();
  const denied = counts.denied > 0 && { denied: counts.denied };
  if (counts.started === 0) return { uri, lines: counts.length, ranges, ...denied };
  const read = ranges.filter(({ count }) => count > 0);
  const lines = read.reduce((sum, { start, end }) => sum + end - start + 1, 0);
  return { uri, lines, ranges: read, started: counts.started, ...denied };
}

/** The files of the copy of a skill that a session used, as if it had been the skill. */
function useOfPrompt({ folder, parts }: PromptTrace, skill: string, paths: readonly string[]) {
  const copy = copiedSkill(folder, skill);
  const originals = new Map(
    paths.flatMap((path) => (isWithin(path, skill) ? [[`${copy}${path.slice(skill.length)}`, path]] : [])),
  );
  return useInParts(parts, [...originals.keys()]).map((use) =>
    use.kind === 'skill' ? use : { ...use, path: originals.get(use.path)! },
  );
}

/** The files of skills: all of them for a skill, and those below `skills` for a plugin or folder, with those of prompts. */
async function usableFiles({ suite, set, prompts }: SuiteWork, files: FileSystem): Promise<readonly string[]> {
  const root = suite.kind === 'skill' ? suite.owner : `${suite.owner}/skills`;
  const ofPrompts = prompts.length > 0 ? set?.skill : undefined;
  const roots = ofPrompts === undefined || isWithin(ofPrompts, root) ? [root] : [root, ofPrompts];
  const found: string[] = [];
  for (const folder of roots) {
    if ((await files.typeOf(folder)) !== 'folder') continue;
    const walk = new BoundedWalk(files, SKILL_WALK);
    for await (const { path, type, isLink, name } of entriesBelow(folder, walk, ({ name }) => !skipped.has(name))) {
      if (found.length === maxFiles) break;
      if (type === 'file' && !isLink && !name.startsWith('.')) found.push(`${folder}/${path}`);
    }
  }
  return found.sort();
}

/** The number of lines of a text; undefined for a file that is none. */
function linesOf(bytes: Uint8Array): number | undefined {
  if (bytes.includes(0)) return undefined;
  const text = decodeText(bytes).replace(/\r?\n$/, '');
  return text === '' ? 0 : text.split('\n').length;
}

function count(use: FileUse | SkillUse, counts: ReadonlyMap<string, LineCounts>, suite: Suite): void {
  if (use.kind === 'skill') {
    const name = use.name.slice(use.name.indexOf(':') + 1);
    for (const [path, lines] of counts) if (isSkillFile(path, name, suite)) lines.add(1, Infinity);
  } else if (use.kind !== 'read') {
    const lines = counts.get(use.path);
    if (lines) lines[use.kind] += 1;
  } else {
    counts.get(use.path)?.add(use.first, use.last);
  }
}

function isSkillFile(path: string, name: string, { kind, owner }: Suite): boolean {
  const folder = folderOf(path);
  return lastPart(path) === 'SKILL.md' && lastPart(folder) === name && (kind !== 'skill' || folder === owner);
}

/** How often each line of a file was used. */
class LineCounts {
  readonly length: number;
  /** How often the file was started as a script. */
  started = 0;
  /** How often reading or starting it was denied. */
  denied = 0;
  /** For each line, how much more often it was used than the one before: a use of a million lines changes two numbers. */
  readonly #changes: Int32Array;

  constructor(lines: number) {
    this.length = lines;
    this.#changes = new Int32Array(lines + 1);
  }

  /** @param first from 1 on */
  add(first: number, last: number): void {
    const end = Math.min(last, this.length);
    if (first > end) return;
    this.#changes[first - 1]! += 1;
    this.#changes[end]! -= 1;
  }

  /** Lines in a row that were used equally often; from 0 on, the last included. */
  ranges(): CoveredFile['ranges'] {
    const ranges: { start: number; end: number; count: number }[] = [];
    let count = 0;
    for (let line = 0; line < this.length; line++) {
      count += this.#changes[line]!;
      const last = ranges.at(-1);
      if (last?.count === count) last.end = line;
      else ranges.push({ start: line, end: line, count });
    }
    return ranges;
  }
}
